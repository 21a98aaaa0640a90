// SPDX-License-Identifier: MIT
// The actors of the tuple space where their dates meet.
#include "policies/pull/choice.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace tuple_space_test {

/// The job that came last first.
class Latest : public pull::Choice {
public:
  explicit Latest(const Parameters&) {}
  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return std::vector<int>(amounts.size(), 1);
  }
  std::vector<pull::Wanted> wanted(const pull::ChoiceView& view) override {
    auto jobs = view.jobs;
    std::sort(jobs.begin(), jobs.end(), [](const auto& a, const auto& b) { return a.ticket > b.ticket; });
    std::vector<pull::Wanted> wanted;
    for (const auto& job : jobs)
      wanted.push_back({job.id, 1});
    return wanted;
  }
};

/// The space and its broker on host-0, resources of 1 flop/s on the others; instant.
void place_space(ScriptedRun& run, const PolicyDescriptor& policy) {
  run.place("tuple_space/space", "host-0", {});
  run.place("tuple_space/broker", "host-0", {}, {{"", policy}});
  run.place("tuple_space/resource", "host-[1-9]", {}, {{"", policy}});
  run.instant();
}

std::vector<Job> one_task_each(const std::vector<std::pair<Seconds, Flops>>& bags) {
  std::vector<Job> jobs;
  for (const auto& [submitted, work] : bags)
    jobs.push_back(job_of(submitted, {task_of(work)}));
  return jobs;
}

// 20 bags of one task of 1 s at 0 s for two resources: they choose when all are there, the last ones first.
TEST(TupleSpace, ResourcesChooseWhenAllBagsOfADateAreThere) {
  ScriptedRun run(Settings{{"hosts", "3"}, {"speeds", "1"}});
  place_space(run, policy<Latest>("test/latest", "", ""));
  run.jobs(one_task_each(std::vector<std::pair<Seconds, Flops>>(20, {0, 1})));
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  const auto schedule = run.schedule(); // by finish, then id
  ASSERT_EQ(schedule.size(), 20u);
  EXPECT_EQ(schedule[0], "18 0 1 1");
  EXPECT_EQ(schedule[1], "19 0 1 0");
  EXPECT_EQ(schedule[18], "0 9 10 1");
  EXPECT_EQ(schedule[19], "1 9 10 0");
}

// The resource is free at 0.3 s; the next bag comes a last digit later, which SimGrid's clock cannot tell.
TEST(TupleSpace, ATaskDoesNotStartBeforeItIsSubmitted) {
  ScriptedRun run(Settings{{"hosts", "2"}, {"speeds", "1"}});
  place_space(run, ScriptedRun::shipped("pull/ticket_classes"));
  run.jobs(one_task_each({{0, 0.3}, {0.1 + 0.2, 1}}));
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (std::vector<std::string>{"0 0 0.3 0", "1 0.30000000000000004 1.3 0"}));
}

// All resources but that of host-1 crash within 5 s; of three tasks of 10 s host-1 runs one after the other.
TEST(TupleSpace, GoesOnWithTheOneResourceThatIsLeft) {
  ScriptedRun run(Settings{{"hosts", "4"}, {"speeds", "1"}});
  run.place("tuple_space/space", "host-0", {});
  const auto& policy = ScriptedRun::shipped("pull/ticket_classes");
  run.place("tuple_space/broker", "host-0", {}, {{"", policy}});
  run.place("tuple_space/resource", "host-[1-3]", {}, {{"", policy}});
  run.environment("environment/crashes", {{"share", "100"}, {"horizon", "5"}, {"hosts", "host-[23]"}});
  run.instant();
  run.jobs({job_of(0, {task_of(10), task_of(10), task_of(10)})});
  const auto outcome = run.run();
  ASSERT_EQ(outcome.status, Status::done) << outcome.message;
  EXPECT_EQ(run.schedule(), (std::vector<std::string>{"0 0 10 0", "1 10 20 0", "2 20 30 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "crashes"), 2);
}

JobRow row_of(TaskId id, Seconds finish) {
  JobRow row;
  row.task.id = id;
  row.finish = finish;
  return row;
}

// Rows are looked at when 256 and 512 are there. As long as one that ended at 1 s may come, those of 2 s
// wait.
TEST(Recorder, HoldsRowsUntilOneThatIsLostIsNotExpectedAnyMore) {
  ScriptedRun run(Settings{{"hosts", "1"}});
  run.entry("test/entry", "host-0", [](ActorContext& context) {
    simgrid::s4u::this_actor::sleep_until(3);
    auto& recorder = context.simulation().recorder();
    auto expected = recorder.expect_row(1);
    for (TaskId id = 0; id < 256; ++id)
      recorder.finished(row_of(id, 2));
    EXPECT_EQ(recorder.schedule().rows(), 0);
    expected.reset(); // the message with it is lost
    for (TaskId id = 256; id < 512; ++id)
      recorder.finished(row_of(id, 2));
    EXPECT_EQ(recorder.schedule().rows(), 512);
  });
  run.run();
}

// Planned a last digit before the clock's 3 s; so may another be that comes later.
TEST(Recorder, HoldsRowsAsLongAsOneMayPrecedeThemByLessThanTheClockTells) {
  ScriptedRun run(Settings{{"hosts", "1"}});
  run.entry("test/entry", "host-0", [](ActorContext& context) {
    simgrid::s4u::this_actor::sleep_until(3);
    auto& recorder = context.simulation().recorder();
    for (TaskId id = 0; id < 256; ++id)
      recorder.finished(row_of(id, 3 - 1e-12));
    EXPECT_EQ(recorder.schedule().rows(), 0);
    simgrid::s4u::this_actor::sleep_until(4);
    for (TaskId id = 256; id < 512; ++id)
      recorder.finished(row_of(id, 3 - 2e-12));
    EXPECT_EQ(recorder.schedule().rows(), 512);
  });
  run.run();
}

} // namespace tuple_space_test
} // namespace malha::testing
