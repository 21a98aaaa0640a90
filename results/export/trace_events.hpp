// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace malha {

/// The latest date of a trace, in s. Viewers keep dates as 64-bit nanoseconds.
inline constexpr Seconds latest_trace_date = 9e9;

/// A span of time on one track of a trace.
struct TraceSpan {
  int process; ///< group of tracks
  int track;
  std::string name;
  std::string category;
  Seconds start, end;
  /// Details that a viewer shows of the span: names, and values as JSON.
  std::vector<std::pair<std::string, std::string>> arguments;
};

/// A text as a JSON string, in quotes. Bytes that are not UTF-8 are replaced.
std::string json_text(const std::string& text);

/// Writes a file in the Trace Event format, event by event. Dates are written in microseconds with three
/// decimals, so that spans which do not overlap in the run do not overlap in the file.
class TraceEvents {
public:
  /// Begins the file. `about` describes the run: names, and values as JSON.
  TraceEvents(std::ostream& out, const std::vector<std::pair<std::string, std::string>>& about);

  void name_process(int process, const std::string& name);
  void name_track(int process, int track, const std::string& name);
  void span(const TraceSpan& span);
  /// Sets the value of a counter from a date on.
  void counter(int process, const std::string& name, Seconds time, double value);
  /// Ends the file.
  void close();

private:
  /// Begins an event with the fields that all events have.
  void begin(const char* phase, const std::string& name, int process, int track);
  void metadata(const char* what, int process, int track, const std::string& key, const std::string& json);
  void write();

  std::ostream& out_;
  std::string line_;
  bool is_first_ = true;
};

} // namespace malha
