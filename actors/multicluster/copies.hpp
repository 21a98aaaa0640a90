// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/listener.hpp"
#include "gateway.hpp"

#include <deque>
#include <functional>
#include <map>

namespace malha::multicluster {

/// The jobs that wait in the queues of several clusters at once, under instant transport (Subramani et al.
/// 2002). When a cluster starts such a job, or drops it, the others lose it before they decide anything else.
/// Their schedulers must be woken afterwards.
class Copies {
public:
  /// Watches all clusters, which are connected. `changed` is called with each change of the number of copies,
  /// and its date; it may not let other actors run.
  Copies(const std::vector<Gateway*>& gateways,
         std::function<void(const CopiesBeyondFirst&, Seconds)> changed);
  ~Copies();
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  /// Offers the job to a cluster at the date. Returns whether it takes the job. `is_repeated`: it has refused
  /// the job before.
  bool offer(const Job& job, int cluster, bool is_repeated, Seconds date);

private:
  /// Sees when a job leaves the queue of one cluster.
  class Watch;
  struct Waiting {
    int size;
    std::vector<int> in = {}; ///< clusters
  };

  void leaves_queue(TaskId job, int cluster, Seconds date);
  void count(int jobs, int size, Seconds date);

  const std::vector<Gateway*>& gateways_; ///< by number of the cluster
  const std::function<void(const CopiesBeyondFirst&, Seconds)> changed_;
  std::deque<Watch> watches_; ///< by number of the cluster
  std::map<TaskId, Waiting> waiting_;
  CopiesBeyondFirst beyond_first_;
};

} // namespace malha::multicluster
