// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

namespace malha {

/// A workflow in DAX, the XML of Pegasus, of version 2.1 or 3.x. The `runtime` of a job, in s, is its length
/// at the reference speed. A job waits for each `parent` of its `child`, and for who makes a file that it
/// reads: its `uses` with link input and output. In 2.1 their file is the attribute `file`, in 3.x `name`.
/// All other elements, and uses with other links, are counted in a note. Ours: one size of a file is enough;
/// workflows in the workflow (`dax`, `dag`) are refused. Throws InputError with file and line.
Workflow dax_workflow(const std::filesystem::path& file, const WorkflowOptions& options);

} // namespace malha
