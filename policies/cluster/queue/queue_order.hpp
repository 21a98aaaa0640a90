// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "policies/sdk/order.hpp"

#include <cmath>

namespace malha::cluster {

/// The parameter `order` of a policy that can take the queue in any order.
inline ParameterSpec queue_order_parameter() {
  return order_parameter("the queue", {"submit", "shortest", "longest", "smallest", "largest", "wfp3",
                                       "unicep", "f1", "f2", "f3", "f4"});
}

/// What its schedules allow: later jobs may go to the head, unless the order is the order of submission.
inline std::vector<Allowance> queue_order_shows() {
  return {{Trait::changing_heads, {}, {{"order", "submit"}}}};
}

/// Log10 of a time in s. There is none of 0, which counts as 0.1 s, as in the program of RLScheduler (SC
/// 2020).
inline double log10_of(Seconds time) { return std::log10(time > 0 ? time : 0.1); }

/// The rank of a job: the lower it is, the earlier the job comes. Ties go by submission, then by id. Under
/// wfp3 (Tang et al., IPDPS 2010) and unicep (Zhang et al., RLScheduler, SC 2020) it changes while jobs wait.
/// f1 to f4 are of Carastan-Santos and de Camargo (SC 2017); submissions count from date 0 of the run.
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
  case Order::unicep: {
    constexpr double small = 1e-15; // of its source: so a job of one node has a rank, and comes early
    return -(now - job.submitted + small) / (std::log2(job.size + small) * job.walltime);
  }
  case Order::f1:
    return log10_of(job.walltime) * job.size + 870 * log10_of(job.submitted);
  case Order::f2:
    return std::sqrt(job.walltime) * job.size + 25600 * log10_of(job.submitted);
  case Order::f3:
    return job.walltime * job.size + 6.86e6 * log10_of(job.submitted);
  case Order::f4:
    return job.walltime * std::sqrt(job.size) + 5.3e5 * log10_of(job.submitted);
  default:
    return 0;
  }
}

/// Whether the order depends on walltimes.
inline bool looks_at_walltimes(Order order) {
  return order != Order::submit && order != Order::smallest && order != Order::largest &&
         order != Order::random;
}

/// Whether jobs keep their places in the order while they wait.
inline bool keeps_places(Order order) { return order != Order::wfp3 && order != Order::unicep; }

/// Sorts jobs, which are in the order of the view, by `order`.
template <class Iterator>
void sort_by(Order order, Iterator first, Iterator last, Seconds now) {
  std::stable_sort(first, last, [&](const QueuedJob* a, const QueuedJob* b) {
    return rank(*a, order, now) < rank(*b, order, now);
  });
}

} // namespace malha::cluster
