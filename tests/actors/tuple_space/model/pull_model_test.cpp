// SPDX-License-Identifier: MIT
#include "actors/model/sleep_dates.hpp"
#include "actors/tuple_space/model/model.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/arriving_bags.hpp"

#include <gtest/gtest.h>

#include <string>

namespace malha::tuple_space::testing {
namespace pull_model_test {

/// All tasks and resources are of one class; every task is welcome.
class AnyTask : public pull::Choice {
  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return std::vector<int>(amounts.size(), 1);
  }
  std::vector<pull::Wanted> wanted(const pull::ChoiceView& view) override {
    std::vector<pull::Wanted> all;
    for (const auto& job : view.jobs)
      all.push_back({job.id, 1});
    return all;
  }
};

/// A bag at a date, with tasks of these works.
struct GivenBag {
  Seconds submitted;
  std::vector<Flops> works;
};

/// Writes what it hears as "t0 r1 0-4", "t0 r1 0-2 lost" and "r1 down 2".
class Heard : public BagListener {
public:
  std::string text;

private:
  void cut_short(const Task& task, const TaskAttempt& run, const char* outcome) override {
    write(task, run);
    text += std::string(" ") + outcome;
  }
  void ended(const Task& task, const TaskAttempt& run) override { write(task, run); }
  void down(int resource, Seconds date) override { say("r" + std::to_string(resource) + " down", date); }

  void write(const Task& task, const TaskAttempt& run) {
    say("t" + std::to_string(task.id) + " r" + std::to_string(run.resource), run.start);
    text += "-" + shortest(run.end);
  }
  void say(const std::string& what, Seconds date) {
    text += (text.empty() ? "" : ", ") + what + " " + shortest(date);
  }
};

/// A run of resources of these speeds, with dates of crashes, `never` where a resource stays.
struct Pull {
  std::vector<std::pair<FlopsPerSecond, Seconds>> resources;
  std::vector<GivenBag> bags;
  Seconds detection_delay = 0;
  bool checkpoints = false; ///< after each 3 s of computing, of 1 s each

  /// What was heard. Then, if nothing happens any more though tasks are left, " (stuck)".
  std::string text() {
    AnyTask policy;
    std::vector<Puller> pullers;
    for (const auto& [speed, crash] : resources)
      pullers.push_back({&policy, speed, nullptr, 0, checkpoints, 3, 1, 0, crash});
    TupleStore store(shapes());
    store.out(tuple_of(kinds::ticket, std::int64_t(0)));
    malha::testing::ArrivingBags<GivenBag> arrivals(bags);
    Heard heard;
    Model model(store, pullers, policy, {0, 0}, arrivals, heard, detection_delay);
    Seconds now = 0;
    for (model.round(now); !model.is_over() && model.next() < never; model.round(now))
      now = sleep_dates::reached(now, model.next());
    all_down = model.all_down();
    return heard.text + (model.is_over() ? "" : " (stuck)");
  }

  bool all_down = false;
};

// t0 is lost at 2. r1, which has waited since 1, takes it then, all of its 4 s.
TEST(Model, GivesWhatACrashLosesToWhoWaits) {
  EXPECT_EQ((Pull{{{1, 2}, {1, never}}, {{0, {4, 1}}}}.text()),
            "t1 r1 0-1, t0 r0 0-2 lost, r0 down 2, t0 r1 2-6");
}

// The space learns of the crash at 2 + 3.
TEST(Model, GivesItBackWhenTheCrashIsDetected) {
  EXPECT_EQ((Pull{{{1, 2}, {1, never}}, {{0, {4, 1}}}, 3}.text()),
            "t1 r1 0-1, t0 r0 0-2 lost, r0 down 2, t0 r1 5-9");
}

// t0 ends at 2 before r0 crashes at 2, which does not choose again: t2 is left to r1.
TEST(Model, EndsTasksBeforeACrashAtTheirDate) {
  EXPECT_EQ((Pull{{{1, 2}, {1, never}}, {{0, {2, 4, 1}}}}.text()),
            "t0 r0 0-2, r0 down 2, t1 r1 0-4, t2 r1 4-5");
}

// r0 has crashed when the bag comes, at the same date or before. No attempt is lost.
TEST(Model, LetsNobodyChooseWhoCrashesAtThatDate) {
  for (const Seconds crash : {0.0, 1.0, 2.0})
    EXPECT_EQ((Pull{{{1, crash}, {1, never}}, {{2, {4, 1}}}}.text()),
              "r0 down " + shortest(crash) + ", t0 r1 2-6, t1 r1 6-7");
}

// Both crash at 3. r1 waits from 1 on; the space offers it t0 when it learns of the crashes, too late.
TEST(Model, IsStuckWhenAllAreDown) {
  Pull run{{{1, 3}, {1, 3}}, {{0, {4, 1}}}, 1};
  EXPECT_EQ(run.text(), "t1 r1 0-1, t0 r0 0-3 lost, r0 down 3, r1 down 3 (stuck)");
  EXPECT_TRUE(run.all_down);
}

// t0 has 10 s of work and leaves 7 at 4, and 4 at 8. It is lost at 9. r1, twice as fast, takes 2 s for 4.
TEST(Model, GoesOnFromTheLastCheckpoint) {
  EXPECT_EQ((Pull{{{1, 9}, {2, never}}, {{0, {10}}}, 0, true}.text()),
            "t0 r0 0-9 lost, r0 down 9, t0 r1 9-11");
}

// The run is over at 4; the crash at 9 does not happen.
TEST(Model, EndsBeforeCrashesThatComeLater) { EXPECT_EQ((Pull{{{1, 9}}, {{0, {4}}}}.text()), "t0 r0 0-4"); }

} // namespace pull_model_test
} // namespace malha::tuple_space::testing
