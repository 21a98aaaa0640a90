// SPDX-License-Identifier: MIT
#pragma once
#include "views.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include <sys/types.h>

namespace malha::conformance {

/// The progress of a session, shared with the parent, which reads it after the end of the process.
struct Place {
  enum Stage { opens, makes, asks, destroys };
  /// Why a call was ended: it computes for too long, it waits, or its process is stopped.
  enum End { none, computes, waits, stops };

  volatile Stage stage = opens;
  volatile std::size_t sequence = 0, view = 0;
  volatile End end = none;
  volatile std::uint64_t call = 0; ///< number of the call of foreign code
  volatile bool is_in_call = false;
  volatile pid_t process = 0;       ///< that is in the call
  volatile bool is_guarded = false; ///< its guard works, and has not ended
  volatile int orphans = 0;         ///< number of processes that it has left behind
};

/// Sets the alarms that end this process if a call takes too long. A process has one.
class Alarm {
public:
  /// `limit` is for computing; a call that also waits may take `patience` times as long.
  Alarm(Place& place, Seconds limit);
  void set() const;
  static void clear();

private:
  static constexpr double patience = 10;

  Seconds limit_;
};

/// Captures the standard output and the standard error of this process.
class CapturedOutput {
public:
  /// `takes`: false leaves them as they are.
  explicit CapturedOutput(bool takes = true);
  /// Throws Flaw if something was written since the last call.
  void expect_silence();
  /// Starts to watch files and folder of the process.
  void begin();
  /// Throws Flaw if the process has written other files since then, or is in another folder.
  void expect_no_traces() const;

private:
  struct Stream {
    const char* name;
    int number;
    int file = -1;
    long seen = 0;
  };

  std::array<Stream, 2> streams_{Stream{"output", 1}, Stream{"error", 2}};
  bool takes_;
  std::filesystem::path folder_;
  std::optional<std::int64_t> written_; ///< bytes, by this process; nothing where the system does not say it
};

/// The watchers of a process that runs foreign code.
struct Watch {
  Place& place;
  Alarm& alarm;
  CapturedOutput& output;
};

/// Asks a policy, and watches time and output.
class WatchedAsking : public Asking {
public:
  WatchedAsking(const Alarm& alarm, CapturedOutput& output, std::int64_t& calls, Seconds& time)
      : alarm_(alarm), output_(output), calls_(calls), time_(time) {}

private:
  using Clock = std::chrono::steady_clock;

  void begins() override {
    alarm_.set();
    began_ = Clock::now();
  }
  void ends() override {
    time_ += std::chrono::duration<Seconds>(Clock::now() - began_).count();
    Alarm::clear();
    ++calls_;
    output_.expect_silence();
  }

  const Alarm& alarm_;
  CapturedOutput& output_;
  std::int64_t& calls_;
  Seconds& time_;
  Clock::time_point began_;
};

/// Gives later blocks of memory other addresses and content. Each number stands for another order.
void shuffle_memory(std::uint64_t number);

} // namespace malha::conformance
