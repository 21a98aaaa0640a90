// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/workflow/graph.hpp"

namespace malha {

/// The precedences of a job whose tasks have consecutive ids, with the data of all files that go from one
/// task to another. Tasks count from 0. A bag of tasks has none. Throws workflow::Cycle if tasks wait for
/// each other.
workflow::Graph graph_with_data(const Job& job);

} // namespace malha
