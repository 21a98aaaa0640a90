// SPDX-License-Identifier: MIT
#pragma once
#include "queue_asking.hpp"

#include <deque>

namespace malha::cluster {

/// Asks cluster/slurm about a cluster with nodes of names. Nodes and jobs are numbered from 0; the handle of
/// a job is its number.
class SlurmAsking {
public:
  using Given = std::map<std::string, std::string>;

  SlurmAsking(int nodes, const Given& parameters, const std::string& name = "cluster/slurm")
      : policy(test::make<Queue>(name, parameters)), free(0, nodes), nodes_(nodes) {}

  std::unique_ptr<Queue> policy;
  IndexSet free, down;
  Seconds now = 0;
  bool explain = false;

  /// A job that runs on these nodes until that expected end.
  void runs(const std::string& on, Seconds end) {
    held_.push_back(IndexSet::parse(on));
    free.remove(held_.back());
    const auto number = static_cast<JobHandle>(1000 + running.size());
    const auto behind =
        std::upper_bound(running.begin(), running.end(), end,
                         [](Seconds date, const Release& one) { return date < one.expected_end; });
    running.insert(behind, {end, number, number, held_.back().size(), &held_.back()});
  }
  /// The decision about those jobs, which are all new. Their credentials are `who`, as far as it goes.
  Decision decision(const std::vector<test::Waiting>& jobs, const std::vector<Credentials>& who = {}) {
    std::list<QueuedJob> queue;
    Changes changes;
    for (const auto& job : jobs) {
      const auto number = queue.size();
      queue.push_back({static_cast<JobHandle>(number), static_cast<TaskId>(number), job.submitted,
                       job.walltime, job.size, nullptr});
      queue.back().credentials = number < who.size() ? &who[number] : nullptr;
    }
    changes.arrived.assign(queue.begin(), queue.end());
    return ask(queue, changes);
  }
  /// The decision about a queue after such changes.
  Decision ask(const std::list<QueuedJob>& queue, const Changes& changes) {
    return policy->decide(
        {now, nodes_ - down.size(), free, down, machines_, queue, running, changes, explain});
  }

  /// "job: nodes" of each start.
  static std::vector<std::string> starts(const Decision& decision) {
    std::vector<std::string> texts;
    for (const auto& start : decision.start)
      texts.push_back(std::to_string(start.job) + ": " + start.nodes.text());
    return texts;
  }

  std::vector<Release> running;

private:
  int nodes_;
  std::deque<IndexSet> held_;
  std::vector<Machine> machines_;
};

namespace slurm_asking {

inline constexpr Seconds minute = 60;

/// Passes are made whenever the policy is asked.
inline SlurmAsking asking_slurm(int nodes, SlurmAsking::Given parameters = {}) {
  if (parameters.count("scheduler") == 0)
    parameters.insert({"bf_interval", "0"});
  SlurmAsking asking(nodes, parameters);
  asking.explain = true;
  return asking;
}

/// "job: nodes" of each start.
inline std::vector<std::string> starts(SlurmAsking asking, const std::vector<test::Waiting>& jobs) {
  return SlurmAsking::starts(asking.decision(jobs));
}
/// "job code date" of each reason.
inline std::vector<std::string> reasons(SlurmAsking asking, const std::vector<test::Waiting>& jobs) {
  return test::QueueAsking::reasons(asking.decision(jobs));
}

} // namespace slurm_asking

} // namespace malha::cluster
