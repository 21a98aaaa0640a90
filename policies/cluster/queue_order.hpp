// SPDX-License-Identifier: MIT
#pragma once
#include "queue.hpp"

namespace malha::cluster {

/// In which order a policy takes the queue; ties by submission, then id.
/// wfp3: largest (wait / walltime)^3 x size first (Tang et al., IPDPS 2010); it changes while jobs wait.
enum class Order { submit, shortest, longest, smallest, largest, wfp3 };

inline ParameterSpec order_parameter() {
  return choice("order", "submit", {"submit", "shortest", "longest", "smallest", "largest", "wfp3"},
                "order of the queue: by submission, walltime, size, or (wait / walltime)^3 x size");
}

inline Order order_of(const Parameters& parameters) {
  const auto& name = parameters.text("order");
  return name == "shortest"   ? Order::shortest
         : name == "longest"  ? Order::longest
         : name == "smallest" ? Order::smallest
         : name == "largest"  ? Order::largest
         : name == "wfp3"     ? Order::wfp3
                              : Order::submit;
}

/// The lower, the earlier in the queue.
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
  case Order::wfp3: {
    const double ratio = (now - job.submitted) / job.walltime;
    return -(ratio * ratio * ratio * job.size);
  }
  default:
    return 0;
  }
}

} // namespace malha::cluster
