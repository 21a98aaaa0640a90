// SPDX-License-Identifier: MIT
// A host of somebody who needs it now and then: each task is preempted when half of it is done, and goes on a
// second later with what it has, or from its beginning.
#include "actors/runtime/records/task_journal.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <simgrid/s4u.hpp>

namespace malha::owned {
namespace {

class Host : public Actor {
public:
  explicit Host(ActorContext& context)
      : stage_(context.simulation()), host_(*context.host()),
        is_resumed_(context.parameters().text("work") == "resumed"),
        resource_(stage_.recorder().add_resource(host_.get_name(), host_.get_speed(), 1, "", 1)) {}

  void run() override {
    TaskJournal journal(stage_.recorder(), stage_.workload().name(), "");
    while (stage_.workload().peek() != nullptr)
      for (const auto& task : stage_.take_job().tasks)
        run(task, journal);
  }

private:
  void run(const Task& task, TaskJournal& journal) {
    constexpr Seconds absence = 1;
    const IndexSet here(resource_, 1);
    const Seconds start = std::max(task.submitted, simgrid::s4u::Engine::get_clock());
    const Seconds half = task.work / host_.get_speed() / 2;
    const Seconds again = start + half + absence, end = again + (is_resumed_ ? half : 2 * half);
    journal.attempted(task, 1, here, start, start + half, "preempted", 0);
    journal.attempted(task, 2, here, again, end, "COMPLETED_SUCCESSFULLY", computed_work(task));
    auto row = journal.row(task, again, end, here);
    row.restarts = row.preemptions = 1;
    row.wasted = half;
    journal.finished(std::move(row));
    simgrid::s4u::this_actor::sleep_until(end);
  }

  Stage& stage_;
  const simgrid::s4u::Host& host_;
  const bool is_resumed_;
  const int resource_;
};

Described described(const std::string& name, const std::string& summary) {
  return describe<Host>(name, summary, "")
      .takes({choice("work", "resumed", {"resumed", "repeated"}, "what a task does after its preemption")})
      .runs({Shape::bag_of_tasks});
}

} // namespace

MALHA_ACTOR(described("owned/host", "a host of somebody, whose tasks are preempted")
                .attempts_end({"preempted"})
                .allows({{Trait::resumed_work, {}, {{"work", "repeated"}}}, {Trait::stops_within_shares}}))

MALHA_ACTOR(described("owned/silent", "the same, but does not say what it shows"))

} // namespace malha::owned
