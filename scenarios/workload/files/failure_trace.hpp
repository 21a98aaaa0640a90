// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/sdk/workload.hpp"

#include <filesystem>
#include <optional>

namespace malha {

/// A time at which a node was down, in s from the begin of what was read; no end: to the end of the log.
struct NodeOutage {
  std::size_t node; ///< from 0, in the order of the nodes' ids
  Seconds start;
  std::optional<Seconds> end;
};

/// What a log of failures says.
struct FailureTrace {
  Seconds begin = 0;               ///< the date of the log from which the dates here count
  std::size_t nodes = 0;           ///< that the log has, or as many of them as were asked for
  std::vector<NodeOutage> outages; ///< by start, ties by node
  std::vector<WorkloadNote> notes; ///< what reading did to how many events
};

/// The settings by which a part of a log is read.
std::vector<ParameterSpec> failure_trace_parameters();

/// Whether the ending of the name says that the file is such a log.
bool is_failure_trace(const std::filesystem::path& file);
/// Those endings.
std::vector<std::string> failure_trace_endings();

/// Reads an event trace of the Failure Trace Archive (kondo2010), plain or gzip: nine fields
/// with tabs between them, event_id, component_id, node_id, platform_id, node_name, event_type,
/// event_start_time, event_stop_time and event_end_reason. A node is down while one of its components is.
/// Throws InputError, with file and line.
FailureTrace read_failure_trace(const std::filesystem::path& file, const Parameters& parameters);

} // namespace malha
