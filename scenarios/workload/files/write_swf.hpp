// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"
#include "swf.hpp"

#include <iosfwd>

namespace malha {

/// A job as a line of SWF: numbers, and texts that become numbers when the line is written.
struct SwfJob {
  swf::Line line;
  std::string user;
  std::string queue;
  std::string metadata; ///< "group=3;executable=12"
};

/// What an SWF file is made from.
struct SwfFile {
  std::vector<std::string> header; ///< header of the file from which the jobs come; empty: a header is made
  std::string computer;
  std::int64_t processors = 0; ///< number of the computer's processors; 0: it is not known
  bool is_run = false; ///< the jobs are those of a run, and metadata say nothing of what became of them
  std::vector<std::string> notes;
  bool renumbered = false;  ///< fields that name other jobs no longer fit their numbers
  std::vector<SwfJob> jobs; ///< in order of submission
};

/// A line in which all fields are unknown.
swf::Line unknown_line();

/// The lines of jobs of one task each, which are in order of submission. A job that gives work has the run
/// time of a processor of `speed`, in flop/s. Throws InputError on such a job when `speed` is 0.
std::vector<SwfJob> swf_jobs(const std::vector<Job>& jobs, FlopsPerSecond speed);

/// What these jobs of one task each have that SWF cannot say, or would say otherwise. It names only what
/// occurs.
std::vector<WorkloadNote> lost_in_swf(const std::vector<Job>& jobs);

/// Whether job numbers increase strictly, as SWF demands.
bool numbers_increase(const std::vector<SwfJob>& jobs);

/// Writes SWF 2.2. Users and queues that are no numbers get numbers, and the header names them. Returns what
/// had to be left out.
std::vector<WorkloadNote> write_swf(const SwfFile& file, std::ostream& out);

} // namespace malha
