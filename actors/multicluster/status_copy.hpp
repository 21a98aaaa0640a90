// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/estimator.hpp"

#include <map>

namespace malha::multicluster {

/// A copy of the state of a cluster at a date. Only the history is shared with the cluster.
class StatusCopy {
public:
  explicit StatusCopy(const ClusterState& seen)
      : nodes_(seen.nodes), free_(seen.free), down_(seen.down), queue_(seen.queue), running_(seen.running),
        shared_(seen.shared != nullptr ? *seen.shared : std::vector<cluster::SharedMachine>()),
        facts_([this](cluster::JobHandle handle) {
          const auto& job = jobs_.at(handle);
          return JobFacts{job.user, job.application ? &*job.application : nullptr, job.estimate, job.start,
                          &job.slots};
        }),
        state_{seen.now, seen.queue_name, seen.machines,   nodes_,
               free_,    down_,           queue_,          running_,
               facts_,   seen.history,    seen.make_queue, seen.shared != nullptr ? &shared_ : nullptr,
               seen.site} {
    for (auto& waiting : queue_) {
      if (waiting.request != nullptr)
        waiting.request = &requests_.emplace_back(*waiting.request);
      if (waiting.credentials != nullptr)
        waiting.credentials = &credentials_.emplace_back(*waiting.credentials);
      keep(waiting.handle, seen.facts(waiting.handle));
    }
    for (auto& release : running_) {
      keep(release.handle, seen.facts(release.handle));
      release.nodes = &jobs_.at(release.handle).slots;
    }
  }
  StatusCopy(const StatusCopy&) = delete;
  StatusCopy& operator=(const StatusCopy&) = delete;

  const ClusterState& state() const { return state_; }

private:
  /// The values to which JobFacts refers.
  struct Job {
    std::string user;
    std::optional<Application> application;
    Seconds estimate;
    Seconds start;
    IndexSet slots;
  };

  void keep(cluster::JobHandle handle, const JobFacts& facts) {
    jobs_.insert_or_assign(
        handle, Job{std::string(facts.user),
                    facts.application != nullptr ? std::optional(*facts.application) : std::nullopt,
                    facts.estimate, facts.start, facts.slots != nullptr ? *facts.slots : IndexSet()});
  }

  const std::vector<MonitoredNode> nodes_;
  const IndexSet free_, down_;
  std::list<cluster::QueuedJob> queue_;
  std::list<cluster::Request> requests_; ///< of jobs in the queue
  std::list<Credentials> credentials_;   ///< likewise
  std::vector<cluster::Release> running_;
  const std::vector<cluster::SharedMachine> shared_;
  std::map<cluster::JobHandle, Job> jobs_;
  const std::function<JobFacts(cluster::JobHandle)> facts_;
  const ClusterState state_;
};

} // namespace malha::multicluster
