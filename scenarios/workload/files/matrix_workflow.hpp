// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// A workflow in the JSON of this project: `tasks` and `hosts` are lists of names, `run_times` has a row of
/// times in s for each task, an element of `edges` has `from`, `to` and `data` in B. `latency` (in s) and
/// `bandwidth` (in B/s) are a number, or a row for each sending host. Other members are ignored. Throws
/// InputError, which begins with `file`.
Workflow matrix_workflow(const std::string& file, const nlohmann::json& content);

} // namespace malha
