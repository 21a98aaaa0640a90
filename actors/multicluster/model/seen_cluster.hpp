// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/book.hpp"
#include "policies/multicluster/application.hpp"
#include "policies/multicluster/estimator.hpp"

namespace malha::multicluster {

/// What an estimator may know of a job in the book of a cluster.
inline JobFacts facts_of(const cluster::LiveJob& job) {
  return {job.user, job.request ? application_in(job.request->extensions) : nullptr,
          job.requested.value_or(never), job.start, &job.nodes};
}

} // namespace malha::multicluster
