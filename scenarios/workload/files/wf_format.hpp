// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// A workflow in WfFormat, the JSON of WfCommons, of version 1.4, 1.5 or 1.6. A task waits for its `parents`,
/// and for who makes a file that it reads. Its run time is that of `execution`. Members that have no meaning
/// here are ignored. Throws InputError, which begins with `file`.
Workflow wf_format_workflow(const std::string& file, const nlohmann::json& content,
                            const WorkflowOptions& options);

} // namespace malha
