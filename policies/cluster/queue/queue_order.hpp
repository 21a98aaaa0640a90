// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "policies/sdk/order.hpp"

namespace malha::cluster {

/// The parameter `order` of a policy that can take the queue in any order.
inline ParameterSpec queue_order_parameter() {
  return order_parameter("the queue", {"submit", "shortest", "longest", "smallest", "largest", "wfp3"});
}

/// What its schedules allow: later jobs may go to the head, unless the order is the order of submission.
inline std::vector<Allowance> queue_order_shows() {
  return {{Trait::changing_heads, {}, {{"order", "submit"}}}};
}

/// The rank of a job: the lower it is, the earlier the job comes. Ties go by submission, then by id. Under
/// wfp3 (Tang et al., IPDPS 2010) it changes while jobs wait.
inline double rank(const QueuedJob& job, Order order, Seconds now) {
  switch (order) {
  case Order::shortest:
    return job.walltime;
  case Order::longest:
    return -job.walltime;
  case Order::smallest:
    return job.size;
  case Order::largest:
    return -job.size;
  case Order::lightest:
    return job.size * job.walltime;
  case Order::wfp3: {
    const double ratio = (now - job.submitted) / job.walltime;
    return -(ratio * ratio * ratio * job.size);
  }
  default:
    return 0;
  }
}

/// Whether the order depends on walltimes.
inline bool looks_at_walltimes(Order order) {
  return order == Order::shortest || order == Order::longest || order == Order::lightest ||
         order == Order::wfp3;
}

/// Sorts jobs, which are in the order of the view, by `order`.
template <class Iterator>
void sort_by(Order order, Iterator first, Iterator last, Seconds now) {
  std::stable_sort(first, last, [&](const QueuedJob* a, const QueuedJob* b) {
    return rank(*a, order, now) < rank(*b, order, now);
  });
}

} // namespace malha::cluster
