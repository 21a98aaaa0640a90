// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/environment/failure_plan.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <deque>

namespace malha::testing {

/// A node goes, or comes back.
struct NodeSwitch {
  Seconds date;
  int node;
  bool is_on;
};

/// What became of a job on nodes that fail.
struct FailingRow {
  TaskId id;
  Seconds submitted, start, finish; ///< the start of the last attempt
  bool killed;
  int restarts;
};

/// First come first served in the model of the batch scheduler, on nodes that fail, without SimGrid.
class FailingRun : private cluster::Listener {
public:
  /// Where the switches come from, one after the other; nothing: no more come.
  using Switches = std::function<std::optional<NodeSwitch>()>;

  FailingRun(int nodes, Switches switches) : nodes_(nodes), switches_(std::move(switches)) {}
  FailingRun(int nodes, std::deque<NodeSwitch> switches)
      : FailingRun(nodes, [rest = std::move(switches)]() mutable -> std::optional<NodeSwitch> {
          if (rest.empty())
            return std::nullopt;
          const auto first = rest.front();
          rest.pop_front();
          return first;
        }) {}

  std::optional<std::int64_t> requeue_limit;
  /// Of all jobs, until they are cut short or end: summed over jobs, not over nodes.
  cluster::CheckpointedRun::Spent spent;

  /// Jobs leave checkpoints as the policy says.
  void leave_checkpoints(cluster::Checkpoint& policy, Seconds cost, Seconds restart) {
    checkpointing_.emplace(cluster::Checkpointing{policy, cost, restart});
  }

  std::vector<FailingRow> run(const std::vector<Job>& jobs) {
    conformance::ListedJobs arrivals(jobs);
    cluster::Rules rules;
    rules.requeue_limit = requeue_limit;
    const auto policy = test::make<cluster::Queue>("cluster/fcfs");
    cluster::Model model(
        cluster::Book(cluster::Machines(std::vector<FlopsPerSecond>(std::size_t(nodes_), 1e9))), *policy,
        arrivals, cluster::Admission({}), rules);
    model.add(*this);
    if (checkpointing_)
      model.leave_checkpoints(*checkpointing_);
    rows_.clear();
    auto next = switches_();
    for (Seconds date = 0; !model.is_over() && date < never; date = model.next()) {
      model.round(date);
      for (; next && next->date <= model.next(); next = switches_()) // what comes next is in its agenda
        model.switched(next->node, next->is_on, next->date);
    }
    return rows_;
  }

private:
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override {
    rows_.push_back(
        {job.task.id, job.task.submitted, start, end, state != FinalState::completed, job.restarts});
    if (job.attempt)
      add(state == FinalState::completed ? job.attempt->spent() : job.attempt->spent_until(end - start));
  }
  void cut_short(const cluster::LiveJob& job, Seconds now, const char*) override {
    if (job.attempt)
      add(job.attempt->spent_until(now - job.start));
  }
  void add(const cluster::CheckpointedRun::Spent& one) {
    spent.restarting += one.restarting;
    spent.saving += one.saving;
    spent.saved += one.saved;
    spent.checkpoints += one.checkpoints;
    spent.lost += one.lost;
  }

  const int nodes_;
  Switches switches_;
  std::optional<cluster::Checkpointing> checkpointing_;
  std::vector<FailingRow> rows_;
};

/// One node that fails and is repaired after exponential times with these means.
inline FailingRun::Switches failures_of_one_node(RandomStreams& random, Seconds mtbf, Seconds mttr) {
  std::vector<std::reference_wrapper<RandomStreams::Engine>> engines{random.stream("failures.node")};
  auto plan = std::make_shared<environment::FailurePlan>(
      environment::FailureModel{environment::WeibullTimes(mtbf, 1), environment::WeibullTimes(mttr, 1), {0}},
      engines);
  return [plan]() -> std::optional<NodeSwitch> {
    const auto next = plan->next();
    return NodeSwitch{next->date, 0, next->is_on};
  };
}

} // namespace malha::testing
