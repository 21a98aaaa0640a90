// SPDX-License-Identifier: MIT
// What a pool costs and owes, on runs written by hand. In a pool of two machines of one capacity a second of
// one of them is 50 pct_s.
#include "actors/ownership/model/measures.hpp"
#include "pool_run.hpp"
#include "reference_pool_cases.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace pool_measures_test {

using namespace ownership;

/// Machine 0 of 1 flop/s belongs to user 0, and machine 1, of the speed that is given, to user 1.
class HandMadeRun {
public:
  explicit HandMadeRun(FlopsPerSecond speed = 1, const ShareRules& rules = {})
      : measured({{1, "user-1"}, {speed, "user-2"}}, rules) {}

  void submit(int user, int tasks, Seconds date) {
    Job job;
    job.submitted = date;
    job.tasks.resize(static_cast<std::size_t>(tasks));
    measured.submitted(job, user);
  }
  PoolRun start(int user, int machine, Seconds date, Flops work) {
    ReadyTask ready;
    ready.task.work = work;
    const PoolRun run{++runs_, ready, user, machine, date};
    measured.started(run);
    return run;
  }

  Measures measured;

private:
  CopyNumber runs_ = 0;
};

// User 0 gets both machines at 10. User 1 comes at 35; a task of user 0 stops for him at 40, after 30 s, and
// his own starts at 50.
HandMadeRun one_preemption(Seconds end_of_image, Cut why, const KeptRun& kept) {
  HandMadeRun made;
  made.submit(0, 2, 0);
  const auto first = made.start(0, 0, 10, 200), second = made.start(0, 1, 10, 200);
  made.submit(1, 1, 35);
  made.measured.stopping(second, 40);
  made.measured.cut_short(second, end_of_image, why, kept);
  const auto third = made.start(1, 1, 50, 50);
  made.measured.ended(third, 100);
  made.measured.ended(first, 210);
  return made;
}

TEST(Measures, AddUpOnePreemption) {
  const auto made = one_preemption(40, Cut::preempted, {}).measured;
  EXPECT_EQ(made.preemptions(), 1);
  EXPECT_EQ(made.policy_violation(), 15 * 50); // user 1, from 35 to 50; when user 0 came nobody ran
  EXPECT_EQ(made.loss_of_capacity(), 10 * 50); // machine 1, from 40 to 50
  EXPECT_EQ(made.policy_cost(), 30 * 50);      // the 30 s that were lost
  EXPECT_EQ(made.share_shortfall(0), 10);      // from 0 to 10, of one machine
  EXPECT_EQ(made.share_shortfall(1), 15);
}

// The image takes the machine until 45, and keeps the work of 30 s.
TEST(Measures, CountWritingAnImageAsACostAndAsALoss) {
  const auto made = one_preemption(45, Cut::suspended, {30, 30}).measured;
  EXPECT_EQ(made.policy_cost(), 5 * 50);
  EXPECT_EQ(made.loss_of_capacity(), 10 * 50);
  EXPECT_EQ(made.policy_violation(), 15 * 50); // a task that stops holds nothing
}

// The violation of user 1 ends at 20, when he first holds his share. He waits again from 30 to 40 and comes
// with more at 40: nothing runs then, so that no other violation begins.
TEST(Measures, EndAViolationWhenTheShareIsHeldForTheFirstTime) {
  HandMadeRun made;
  made.submit(0, 1, 0);
  const auto first = made.start(0, 0, 0, 40);
  made.submit(1, 2, 5);
  const auto second = made.start(1, 1, 20, 10);
  made.measured.ended(second, 30);
  made.measured.ended(first, 40);
  made.submit(1, 1, 40);
  made.measured.ended(made.start(1, 1, 50, 10), 60);
  made.measured.ended(made.start(1, 1, 60, 10), 70);
  EXPECT_EQ(made.measured.policy_violation(), 15 * 50);
  EXPECT_EQ(made.measured.share_shortfall(1), 15 + 20); // 5 to 20, and 30 to 50
}

// Machine 1 goes down at 45, before the task for which another stopped at 40 comes. Then user 1 has no share,
// and nothing is owed to him from 45 on.
TEST(Measures, CountASwitchUpToTheOutage) {
  HandMadeRun made;
  made.submit(0, 2, 0);
  made.start(0, 0, 0, 100);
  const auto second = made.start(0, 1, 0, 100);
  made.submit(1, 1, 35);
  made.measured.stopping(second, 40);
  made.measured.cut_short(second, 40, Cut::preempted, {});
  made.measured.down(1, 45);
  made.measured.up(1, 60);
  made.measured.ended(made.start(1, 1, 70, 10), 80);
  EXPECT_EQ(made.measured.loss_of_capacity(), 5 * 50);
  EXPECT_EQ(made.measured.policy_violation(), 10 * 50); // 35 to 45
  EXPECT_EQ(made.measured.share_shortfall(1), 10 + 10); // and 60 to 70, when his machine is back
  EXPECT_EQ(made.measured.policy_cost(), 40 * 50);
}

// Machine 1 counts for 3 of 4: a second of it is 75 pct_s. A task of 60 flop takes 20 s there, and took 25.
TEST(Measures, CountMachinesByTheirSpeedIfSharesAreInSpeed) {
  HandMadeRun made(3, {true, true});
  made.submit(0, 1, 0);
  const auto first = made.start(0, 1, 0, 60);
  made.submit(1, 1, 5);
  made.measured.ended(first, 25);
  made.measured.ended(made.start(1, 1, 25, 60), 45);
  EXPECT_EQ(made.measured.policy_cost(), 5 * 75);
  // User 1 is owed min(3, one task of the mean 2) from 5 to 25: 2 of 4.
  EXPECT_EQ(made.measured.policy_violation(), 20 * 50);
  EXPECT_EQ(made.measured.share_shortfall(1), 20); // of one machine of the mean speed
}

// A third of a second from 10 on ends at the double that is nearest to 10 + 1/3. Less 10 that is not 1/3.
TEST(Measures, CountNoCostWhereTasksTakeWhatTheyNeed) {
  HandMadeRun made(3);
  const Seconds third = 1. / 3, end = 10 + third;
  ASSERT_NE(end - 10, third);
  made.submit(1, 1, 0);
  made.measured.ended(made.start(1, 1, 10, 1), end);
  EXPECT_EQ(made.measured.policy_cost(), 0);
}

// 3.3.3 of the thesis: of ten machines each user owns five. The first has ten tasks and gets all machines
// (OSEP, Def. 2: 5 + 5), and the second comes with ten tasks at 100 s. If nothing took time, each would hold
// five from then on: here all delays are 0, and 100 s is a date of both cycles.
TEST(Measures, OfTheOptimumNothingIsOwedAndNothingIsIdle) {
  auto input = reference_pool::pool_of({5, 5}, {{10, {300}, 0}, {10, {300}, 100}});
  input.submission_delay = input.offset = 0;
  const auto made = run_pool(input);
  int before = 0, first_user = 0, second_user = 0;
  for (const auto& attempt : made.output.attempts) {
    const bool runs_at_100 = attempt.start <= 100 && attempt.end > 100;
    before += attempt.start < 100 && attempt.end >= 100;
    (input.tasks[attempt.task].user == 0 ? first_user : second_user) += runs_at_100;
  }
  EXPECT_EQ(before, 10);
  EXPECT_EQ(first_user, 5);
  EXPECT_EQ(second_user, 5);
  EXPECT_EQ(made.policy_violation, 0);
  EXPECT_EQ(made.loss_of_capacity, 0);
  EXPECT_EQ(made.policy_cost, 5 * 100 * 10); // five tasks lose 100 s each; a second of a machine is 10 pct_s
}

} // namespace pool_measures_test
} // namespace malha::testing
