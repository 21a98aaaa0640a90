// SPDX-License-Identifier: MIT
#pragma once
#include "workload.hpp"

namespace malha {

/// More tasks of one bag would fill the memory: each is some hundred bytes, and they are all known at once.
inline constexpr double most_tasks_of_a_bag = 1e7;

/// Standard Workload Format 2.2, plain or gzip.
WorkloadGenerator swf_reader();
/// Batsim's JSON: jobs and profiles (delay, parallel_homogeneous).
WorkloadGenerator batsim_reader();
/// Bags of a total work each.
WorkloadGenerator bags_generator();
/// The model of Lublin and Feitelson.
WorkloadGenerator lublin_generator();
/// A batch like that of the experiments of OscarPBS.
WorkloadGenerator oscar_generator();

/// What the comment MaxProcs of an SWF file says, or else MaxNodes.
std::optional<int> nodes_recorded_in_swf(const std::filesystem::path& file);
/// What nb_res of a file of Batsim says.
std::optional<int> nodes_recorded_in_batsim(const std::filesystem::path& file);

} // namespace malha
