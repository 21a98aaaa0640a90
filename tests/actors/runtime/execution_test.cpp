// SPDX-License-Identifier: MIT
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace execution_test {

namespace s4u = simgrid::s4u;

constexpr Flops gigaflop = 1e9;

/// One actor on the first of two hosts; it may take jobs.
class OneActor : public ::testing::Test {
protected:
  explicit OneActor(const Settings& platform = {{"hosts", "2"}, {"speeds", "1e9,2e9"}}) : run_(platform) {}

  void act(ScriptedRun::Script script) {
    run_.entry("test/actor", "host-0", std::move(script));
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
  }

  static std::unique_ptr<Execution> start(ActorContext& context, Flops work,
                                          const std::string& host = "host-0") {
    return context.simulation().executions().start(context.simulation().hosts(host).front(), work);
  }

  ScriptedRun run_;
};

class AnExecution : public OneActor {};

// 5 Gflop at 1 Gflop/s from 1 on end at 6, whenever that is asked.
TEST_F(AnExecution, KnowsItsEndLater) {
  act([](ActorContext& context) {
    s4u::this_actor::sleep_for(1);
    const auto execution = start(context, 5 * gigaflop);
    s4u::this_actor::sleep_until(5.5);
    EXPECT_FALSE(execution->end());
    s4u::this_actor::sleep_until(100);
    EXPECT_EQ(execution->start(), 1);
    EXPECT_EQ(execution->end(), 6);
  });
}

// host-1 has 2 Gflop/s; the actor that starts it is on host-0, which has 1.
TEST_F(AnExecution, RunsOnTheHostItIsGiven) {
  act([](ActorContext& context) {
    const auto execution = start(context, 5 * gigaflop, "host-1");
    s4u::this_actor::sleep_until(100);
    EXPECT_EQ(execution->end(), 2.5);
  });
}

// Half a core each until the first has done its 3 Gflop, at 6; then the second has 2 Gflop left and the core
// alone.
TEST_F(AnExecution, SharesACoreWithAnother) {
  act([](ActorContext& context) {
    const auto shorter = start(context, 3 * gigaflop), longer = start(context, 5 * gigaflop);
    s4u::this_actor::sleep_until(100);
    EXPECT_EQ(shorter->end(), 6);
    EXPECT_EQ(longer->end(), 8);
  });
}

class TwoCores : public OneActor {
protected:
  TwoCores() : OneActor({{"hosts", "1"}, {"cores", "2"}}) {}
};

// Two run at a core's speed each. Three of 2 Gflop share 2 Gflop/s: 3 * 2 / 2 = 3 s.
TEST_F(TwoCores, RunTwoExecutionsAtFullSpeed) {
  act([](ActorContext& context) {
    const auto a = start(context, 3 * gigaflop), b = start(context, 5 * gigaflop);
    s4u::this_actor::sleep_until(10);
    EXPECT_EQ(a->end(), 3);
    EXPECT_EQ(b->end(), 5);
    const auto c = start(context, 2 * gigaflop), d = start(context, 2 * gigaflop),
               e = start(context, 2 * gigaflop);
    s4u::this_actor::sleep_until(100);
    for (const auto* third : {c.get(), d.get(), e.get()})
      EXPECT_EQ(third->end(), 13);
  });
}

class AllExecutions : public OneActor {};

// Nothing open: all is settled until now. A running execution can only end now or later. An end that has been
// and is not recorded yet holds the date back until its execution is gone.
TEST_F(AllExecutions, AreSettledUntilTheFirstEndThatIsNotRecorded) {
  act([](ActorContext& context) {
    auto& all = context.simulation().executions();
    s4u::this_actor::sleep_until(1);
    EXPECT_EQ(all.settled_until(), 1);
    auto first = start(context, 2 * gigaflop), second = start(context, 8 * gigaflop, "host-1");
    s4u::this_actor::sleep_until(2);
    EXPECT_EQ(all.settled_until(), 2);
    s4u::this_actor::sleep_until(20);
    EXPECT_EQ(all.settled_until(), 3); // 1 + 2 / 1
    first.reset();
    EXPECT_EQ(all.settled_until(), 5); // 1 + 8 / 2
    second.reset();
    EXPECT_EQ(all.settled_until(), 20);
  });
}

class Records : public OneActor {
protected:
  static void finished(ActorContext& context, TaskId id, Seconds finish) {
    JobRow row;
    row.task.id = id;
    row.finish = finish;
    context.simulation().recorder().finished(std::move(row));
  }
};

TEST_F(Records, AreInOrderOfTheirFinishAndOfIds) {
  run_.jobs({job_of(0, std::vector<Task>(4, task_of(1)))});
  act([](ActorContext& context) {
    context.simulation().take_job();
    s4u::this_actor::sleep_until(9);
    finished(context, 2, 7);
    finished(context, 3, 5);
    finished(context, 0, 9);
    finished(context, 1, 5);
  });
  EXPECT_EQ(run_.schedule(), (std::vector<std::string>{"1 0 5 ", "3 0 5 ", "2 0 7 ", "0 0 9 "}));
}

// The recorder holds 4096 rows before it writes any. The last row of all is the first: its execution ended at
// 1, which its actor reports only after 10 000 rows of ends at 2.
TEST_F(Records, WaitForAnEndThatIsStillToBeReported) {
  constexpr TaskId others = 10000;
  run_.jobs({job_of(0, std::vector<Task>(others + 1, task_of(1)))});
  act([](ActorContext& context) {
    context.simulation().take_job();
    auto execution = start(context, gigaflop);
    s4u::this_actor::sleep_until(3);
    for (TaskId id = 0; id < others; ++id)
      finished(context, id, 2);
    finished(context, others, *execution->end());
    execution.reset();
  });
  const auto rows = run_.schedule();
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(others) + 1);
  EXPECT_EQ(rows.front(), "10000 0 1 ");
  EXPECT_EQ(rows[1], "0 0 2 ");
  EXPECT_EQ(rows.back(), "9999 0 2 ");
}

} // namespace execution_test
} // namespace malha::testing
