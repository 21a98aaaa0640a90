// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace malha::duel {

/// A job of a workload in the Standard Workload Format.
struct SwfJobLine {
  std::int64_t number, submitted, run_time, size, walltime;
};

/// The line of a job, whose other fields are unknown.
inline std::string text_of(const SwfJobLine& job) {
  const auto size = std::to_string(job.size);
  return std::to_string(job.number) + " " + std::to_string(job.submitted) + " -1 " +
         std::to_string(job.run_time) + " " + size + " -1 -1 " + size + " " + std::to_string(job.walltime) +
         " -1 1 -1 -1 -1 -1 -1 -1 -1\n";
}

} // namespace malha::duel
