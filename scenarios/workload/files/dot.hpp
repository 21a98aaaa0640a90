// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

namespace malha {

/// A workflow in DOT, the language of Graphviz. A node is a task, and its `size` is its work in flop; one
/// without takes WorkflowOptions::run_time, or no time. An edge is a precedence. With a `size` above 0, in B,
/// it is a file of its own that is called "a -> b". Of an edge that is there twice the first counts, as in
/// SimGrid. Subgraphs are only lists of nodes, and other attributes are counted in a note. Ours: of two sizes
/// of a node the first counts. Throws InputError with file and line, also for an undirected graph.
///
/// Boost.Graph reads DOT, too. Its present reader is no header, but the library libboost-graph, and says no
/// lines where it refuses a text.
Workflow dot_workflow(const std::filesystem::path& file, const WorkflowOptions& options);

} // namespace malha
