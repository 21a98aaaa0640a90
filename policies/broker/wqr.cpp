// SPDX-License-Identifier: MIT
// Workqueue with Replication: as workqueue while tasks wait; then the free resources get copies of running
// tasks, the task with the fewest copies first, until each has `replicas` of them, the first one included
// (silva2003). A copy counts as soon as it is assigned, and a task that starts in this decision can get
// another one in it. Ties: the lowest id. With order=random the resource of a copy is drawn, its task is not.
#include "draw_order.hpp"

#include <set>

namespace malha::broker {
namespace {

/// Running tasks by copies, including the copies of this decision.
class Copies {
public:
  explicit Copies(const RunningTasks& running)
      : next_(running.by_copies().begin()), end_(running.by_copies().end()) {}

  void started(TaskId task) { given_.insert({1, task}); }

  /// Assigns one more copy of the task with the fewest copies, unless it has `most` already.
  std::optional<TaskId> copy(std::int64_t most) {
    const bool here =
        !given_.empty() && (next_ == end_ || *given_.begin() < Count(next_->copies, next_->id()));
    if (!here && next_ == end_)
      return std::nullopt;
    const auto [copies, task] = here ? *given_.begin() : Count(next_->copies, next_->id());
    if (copies >= most)
      return std::nullopt;
    if (here)
      given_.erase(given_.begin());
    else
      ++next_;
    given_.insert({copies + 1, task});
    return task;
  }

private:
  using Count = std::pair<std::int64_t, TaskId>;

  RunningTasks::IteratorByCopies next_, end_; ///< tasks without a copy of this decision
  std::set<Count> given_;                     ///< tasks with one
};

class Wqr : public Assign {
public:
  Wqr(const Parameters& parameters, RandomStreams& random)
      : engine_(draw_engine(parameters, random)), replicas_(parameters.integer("replicas")) {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    FreeResources resources(view.free, engine_);
    auto given = give_waiting(view.waiting, resources, engine_);
    Copies copies(view.running);
    for (const auto& start : given)
      copies.started(start.task);
    while (!resources.over()) {
      const auto task = copies.copy(replicas_);
      if (!task)
        break;
      given.push_back({*task, resources.next()});
    }
    return given;
  }

private:
  RandomStreams::Engine* engine_;
  const std::int64_t replicas_;
};

} // namespace

MALHA_POLICY(policy<Wqr>(
    "broker/wqr", "gives waiting tasks as both come, then copies of running ones to resources that are left",
    "silva2003 (WQR)",
    {draw_order_parameter(), integer("replicas", 2, at_least(1), "count",
                                     "copies of a task that may run at once, the first included")},
    {{Trait::copies, {}, {}, "replicas"}}))

} // namespace malha::broker
