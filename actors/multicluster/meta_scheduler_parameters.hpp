// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::multicluster {

/// The parameters of the meta-scheduler.
std::vector<ParameterSpec> meta_scheduler_parameters();
/// The conditions that the meta-scheduler supports, and under which settings.
std::vector<Support> meta_scheduler_supports();

/// Whether all tasks of a DAG go to one cluster (unit=dag).
bool keeps_dags_together(const ActorContext& meta_scheduler);
/// Throws InputError if jobs may run or wait in several clusters at once, so that a DAG would not stay in
/// one.
void check_dags(const ActorContext& meta_scheduler, bool uses_several_clusters);

} // namespace malha::multicluster
