// SPDX-License-Identifier: MIT
#pragma once
#include "workload.hpp"

namespace malha {

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

} // namespace malha
