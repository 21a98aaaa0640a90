// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/checkpoint.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

/// The interval that a policy gives to a job of that size, where a checkpoint takes `cost`.
inline Seconds interval_of(const std::string& policy, const std::map<std::string, std::string>& parameters,
                           int size, Seconds cost) {
  cluster::QueuedJob job;
  job.size = size;
  return make<cluster::Checkpoint>(policy, parameters)->interval({0, job, 0, cost, 0});
}

} // namespace malha::test
