// SPDX-License-Identifier: MIT
#pragma once
#include <chrono>
#include <ctime>

namespace malha::overhead {

/// Seconds of the processor that this process has used, in all its threads.
inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Seconds since it was made.
class Stopwatch {
public:
  double wall_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }
  /// Of this process. Other programs tell less on them than on those of a clock.
  double processor_seconds() const { return overhead::processor_seconds() - used_; }

private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double used_ = overhead::processor_seconds();
};

} // namespace malha::overhead
