// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace malha::overhead {

/// What `run` returns, a plain struct, in a process of its own: a process can hold only one simulation.
/// Throws std::runtime_error when that process dies, after its message is on the standard error.
template <class Result, class Run>
Result in_child(Run&& run) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("no pipe");
  std::cout.flush();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error("no process");
  if (child == 0) {
    int status = 1;
    try {
      const Result result = run();
      status = write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1;
    } catch (const std::exception& error) {
      std::cerr << error.what() << std::endl;
    }
    _exit(status); // the engine is not taken down, as in the program
  }
  close(ends[1]);
  Result result{};
  const bool complete = read(ends[0], &result, sizeof result) == sizeof result;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0)
    throw std::runtime_error("a side died");
  return result;
}

/// The value below which this share of the values lies: 0.5 for the median.
inline double quantile(std::vector<double> values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}
inline double median(const std::vector<double>& values) { return quantile(values, 0.5); }

} // namespace malha::overhead
