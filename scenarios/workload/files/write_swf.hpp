// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"
#include "swf.hpp"

#include <iosfwd>

namespace malha {

/// A job as a line of SWF: numbers, and texts that writing turns into numbers.
struct SwfJob {
  swf::Line line;
  std::string user;
  std::string queue;
  std::string metadata; ///< "group=3;executable=12"
};

/// What an SWF file is made from.
struct SwfFile {
  std::vector<std::string> header; ///< of the file that the jobs come from; without one, a header is made
  std::string computer;
  std::int64_t processors = 0; ///< of the computer; 0: as many as the largest job has
  std::vector<std::string> notes;
  bool renumbered = false;  ///< job numbers are not those that fields for other jobs speak of
  std::vector<SwfJob> jobs; ///< in order of submission
};

/// A line that says nothing yet.
swf::Line unknown_line();

/// Jobs of one task each, in order of submission. The run time of one that gives work is that at `speed`.
/// Throws InputError when there is none, `speed` being 0.
std::vector<SwfJob> swf_jobs(const std::vector<Job>& jobs, FlopsPerSecond speed);

/// What these jobs of one task each say that a line of SWF cannot; only what happens at least once.
std::vector<WorkloadNote> lost_in_swf(const std::vector<Job>& jobs);

/// Whether job numbers increase strictly, as SWF wants them.
bool numbers_increase(const std::vector<SwfJob>& jobs);

/// Writes SWF 2.2. Users and queues that are no numbers are numbered, and named in the header. Says what had
/// to be left out.
std::vector<WorkloadNote> write_swf(const SwfFile& file, std::ostream& out);

} // namespace malha
