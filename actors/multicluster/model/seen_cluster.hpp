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

/// What a cluster says of its slots and of its queue.
inline void describe_slots_and_queue(const cluster::Book& book, Cluster& cluster) {
  cluster.free = book.nodes().free().size();
  cluster.busy = book.running().nodes();
  cluster.waiting_jobs = static_cast<std::int64_t>(book.queue().size());
  cluster.waiting_nodes = book.queue().nodes();
}

} // namespace malha::multicluster
