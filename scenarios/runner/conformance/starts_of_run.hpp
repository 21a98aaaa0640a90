// SPDX-License-Identifier: MIT
#pragma once
#include "queue_run.hpp"
#include "views.hpp"

namespace malha::conformance {

/// The id and the start of each job of a run that has one.
inline Json starts_of(const std::vector<BatchRow>& rows) {
  Json starts = Json::array();
  for (const auto& row : rows)
    starts.push_back({row.id, row.start});
  return starts;
}

/// What is wrong with a run that has rows of fewer than so many jobs; "": nothing.
inline std::string broken_by_waiting(const Json& rows, std::size_t jobs) {
  const auto started = rows.size();
  return started < jobs ? std::to_string(jobs - started) + " jobs never start, and nothing happens any more"
                        : "";
}

} // namespace malha::conformance
