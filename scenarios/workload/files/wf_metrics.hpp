// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// Compares the members `metrics` of `specification` and `execution`, which WfFormat has since 1.6, with what
/// the workflow has. A wrong one becomes a note. Bytes that were read and written are compared with the sums
/// of `readBytes` and `writtenBytes` where tasks have them; sums of run times may differ by a millionth (both
/// ours). `body` is the object `workflow` of the file `file`. Throws InputError for a cycle.
void note_wrong_metrics(const std::string& file, const nlohmann::json& body, Workflow& workflow);

} // namespace malha
