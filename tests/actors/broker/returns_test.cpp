// SPDX-License-Identifier: MIT
// What a broker does with resources of whose return it learns late, without SimGrid.
#include "actors/broker/model/model.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/arriving_bags.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace returns_test {

struct Bag {
  Seconds submitted;
  std::vector<Flops> works;
};
struct Switch {
  int resource;
  bool is_on;
  Seconds date;
};

/// The lowest waiting task starts on the lowest free resource.
class LowestFirst : public broker::Assign {
public:
  std::vector<broker::Assignment> assign(const broker::AssignmentView& view) override {
    std::vector<broker::Assignment> given;
    auto task = view.waiting.begin();
    for (const int resource : view.free)
      if (task != view.waiting.end())
        given.push_back({(task++)->id, resource});
    return given;
  }
};

/// Writes "task resource start end outcome" for each attempt, and when resources are down and up.
class Lines : public BagListener {
public:
  std::vector<std::string> lines;

private:
  void cut_short(const Task& task, const TaskAttempt& run, const char* outcome) override {
    add(task, run, outcome);
  }
  void ended(const Task& task, const TaskAttempt& run) override { add(task, run, "completed"); }
  void down(int resource, Seconds date) override { switched(resource, "down", date); }
  void up(int resource, Seconds date) override { switched(resource, "up", date); }
  void add(const Task& task, const TaskAttempt& run, const char* outcome) {
    lines.push_back(std::to_string(task.id) + " " + std::to_string(run.resource) + " " + shortest(run.start) +
                    " " + shortest(run.end) + " " + outcome);
  }
  void switched(int resource, const char* what, Seconds date) {
    lines.push_back(std::to_string(resource) + " " + what + " " + shortest(date));
  }
};

/// Runs these bags on resources of 1 flop/s.
std::vector<std::string> lines_of(const std::vector<Bag>& bags, std::size_t resources,
                                  const std::vector<Switch>& switches, Seconds detection_delay,
                                  Seconds return_delay) {
  ArrivingBags<Bag> arrivals(bags);
  LowestFirst policy;
  broker::Model model(std::vector<FlopsPerSecond>(resources, 1), std::vector<const SpeedProfile*>(resources),
                      policy, arrivals, {true, true, detection_delay, return_delay});
  Lines heard;
  model.add(heard);
  for (auto next = switches.begin(); !model.is_over();) {
    const Seconds date = std::min(model.next(), next != switches.end() ? next->date : never);
    for (; next != switches.end() && next->date <= date; ++next)
      model.switched(next->resource, next->is_on, next->date);
    if (date == never)
      break; // nothing runs any more
    model.round(date);
  }
  return heard.lines;
}

using Expected = std::vector<std::string>;

// Resource 1 leaves at 4 s and returns at 6 s. The broker learns of it 5 s later each: at 9 s task 1 waits
// again, while resource 0 has task 0 until 10 s and task 2 afterwards until 20 s, if nobody else is there. At
// 10 s resource 0 gets task 1, the lowest. At 11 s resource 1 is known to be back, and gets task 2.
TEST(BrokerReturns, AreKnownLate) {
  EXPECT_EQ(lines_of({{0, {10, 10, 10}}}, 2, {{1, false, 4}, {1, true, 6}}, 5, 5),
            (Expected{"1 down 4", "1 up 6", "1 1 0 4 lost", "0 0 0 10 completed", "1 0 10 20 completed",
                      "2 1 11 21 completed"}));
}

// The same if both are known at once: resource 1 runs task 1 again from 6 s.
TEST(BrokerReturns, AreKnownAtOnceByDefault) {
  EXPECT_EQ(lines_of({{0, {10, 10, 10}}}, 2, {{1, false, 4}, {1, true, 6}}, 0, 0),
            (Expected{"1 down 4", "1 1 0 4 lost", "1 up 6", "0 0 0 10 completed", "1 1 6 16 completed",
                      "2 0 10 20 completed"}));
}

// The resource leaves again at 8 s, before its return at 6 s is known at 11 s. It is back for good at 9 s,
// which is known at 14 s. The second time it had no task to lose.
TEST(BrokerReturns, AreVoidIfTheResourceHasLeftAgain) {
  EXPECT_EQ(lines_of({{0, {10}}}, 1, {{0, false, 4}, {0, true, 6}, {0, false, 8}, {0, true, 9}}, 0, 5),
            (Expected{"0 down 4", "0 0 0 4 lost", "0 up 6", "0 down 8", "0 up 9", "0 0 14 24 completed"}));
}

// The loss would be detected at 104 s. With the return, known at 8 s, it is known, too.
TEST(BrokerReturns, TellThatATaskIsLost) {
  EXPECT_EQ(lines_of({{0, {10}}}, 1, {{0, false, 4}, {0, true, 6}}, 100, 2),
            (Expected{"0 down 4", "0 up 6", "0 0 0 4 lost", "0 0 8 18 completed"}));
}

// Resource 1 is idle when it leaves at 1 s. It is back at 2 s, which is known at 12 s. Task 1 comes at 3 s,
// when resource 0 has task 0. It goes to resource 1, which seems to be there and does not take it. At 11 s
// the broker knows that resource 1 had left: task 1 waits again, and resource 0 is idle.
TEST(BrokerReturns, ComeBeforeTheResourceTakesTasks) {
  EXPECT_EQ(lines_of({{0, {10}}, {3, {4}}}, 2, {{1, false, 1}, {1, true, 2}}, 10, 10),
            (Expected{"1 down 1", "1 up 2", "0 0 0 10 completed", "1 0 11 15 completed"}));
}

/// Runs a broker with these parameters on two hosts, and expects it to be refused.
void expect_refusal(const Settings& parameters, bool is_instant) {
  ScriptedRun run(Settings{{"hosts", "2"}});
  run.place("broker/broker", "host-0", parameters, {{"", ScriptedRun::shipped("broker/workqueue")}});
  run.place("broker/worker", "host-1", {});
  if (is_instant)
    run.instant();
  EXPECT_EQ(thrown<InputError>([&] { run.run(); }),
            "deployment.xml:1: actor 'broker/broker' on host 'host-0': return_delay is 5 s, and actors "
            "execute the tasks; valid: 0, or transport=instant with execution=planned");
}

// Where actors execute tasks, a resource that is back would run what it is sent.
TEST(BrokerReturns, AreKnownAtOnceIfTasksAreExecuted) {
  expect_refusal({{"execution", "exec"}, {"return_delay", "5"}}, true);
}
TEST(BrokerReturns, AreKnownAtOnceIfMessagesTakeTime) { expect_refusal({{"return_delay", "5"}}, false); }

} // namespace returns_test
} // namespace malha::testing
