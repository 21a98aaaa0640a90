// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

struct Waiting {
  int size;
  Seconds walltime;
  Seconds submitted = 0;
};

/// Asks a queue policy with a view put together by hand. Jobs are numbered, and have the handles, of their
/// places.
class QueueAsking {
public:
  QueueAsking(const std::string& policy, const std::map<std::string, std::string>& parameters, int free_nodes)
      : policy_(make<cluster::Queue>(policy, parameters)), free_(0, free_nodes) {}

  Seconds now = 0;
  bool explain = false;
  std::vector<cluster::Release> running;   ///< by expected end
  std::optional<cluster::PowerView> power; ///< nothing: it is not modelled

  void free_is(const std::string& nodes) { free_ = IndexSet::parse(nodes); }

  /// The decision when all those jobs have just been submitted.
  cluster::Decision decision(const std::vector<Waiting>& jobs) {
    std::list<cluster::QueuedJob> queue;
    cluster::Changes changes;
    for (const auto& job : jobs) {
      const auto number = static_cast<cluster::JobHandle>(queue.size());
      queue.push_back({number, number, job.submitted, job.walltime, job.size, nullptr});
      changes.arrived.push_back(queue.back());
    }
    int nodes = free_.size();
    for (const auto& release : running)
      nodes += release.size;
    cluster::QueueView view{now, nodes, free_, {}, machines_, queue, running, changes, explain};
    view.power = power ? &*power : nullptr;
    return policy_->decide(view);
  }

  Ids started(const std::vector<Waiting>& jobs) {
    Ids ids;
    for (const auto& start : decision(jobs).start)
      ids.push_back(start.job);
    return ids;
  }

  /// "job code date" of each reason.
  static std::vector<std::string> reasons(const cluster::Decision& decision) {
    std::vector<std::string> texts;
    for (const auto& reason : decision.reasons)
      texts.push_back(std::to_string(reason.job) + " " + reason.code +
                      (reason.date < never ? " " + shortest(reason.date) : ""));
    return texts;
  }

private:
  std::unique_ptr<cluster::Queue> policy_;
  IndexSet free_;
  std::vector<cluster::Machine> machines_;
};

} // namespace malha::test
