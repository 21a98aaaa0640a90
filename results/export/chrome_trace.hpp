// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <limits>

namespace malha {

/// A half-open interval of the time of a run, in s.
struct TimeWindow {
  Seconds from = -std::numeric_limits<Seconds>::infinity();
  Seconds to = std::numeric_limits<Seconds>::infinity();
};

/// The size of a trace.
struct TraceSize {
  std::int64_t jobs = 0;     ///< rows of jobs.csv
  std::int64_t attempts = 0; ///< rows of attempts.csv that did not end their job
  std::int64_t spans = 0;    ///< of jobs and attempts: one for each contiguous block of resources
  std::int64_t outages = 0;
};

/// Writes a run in the Trace Event format, which Perfetto and chrome://tracing open: a group of
/// tracks for each site, a track for each host (one for each slot of a host), a span for each contiguous
/// block of resources of a job or of an attempt on the track of its first one (for each of its sizes, if they
/// changed), outages, and counters of the queue and of the utilisation. With a window, only spans that
/// overlap it are written, and they whole. Throws InputError as RunReader does.
TraceSize write_chrome_trace(const std::filesystem::path& run, const TimeWindow& window, std::ostream& out);

} // namespace malha
