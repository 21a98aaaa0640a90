// SPDX-License-Identifier: MIT
// The rules of the plain pool: what tasks lose, and what images keep, at preemptions and crashes.
#include "reference_pool_by_hand.hpp"

#include <gtest/gtest.h>

namespace malha::testing::reference_pool {
namespace reference_pool_losses_test {

// Checkpoints

// Both users own one machine. At 40 tasks 1 and 2 have run for 30 s, and task 2 stops for task 3. From 110 on
// tasks 0 and 2 run. At 120 both have run for 10 s since they started.
const Input two_preemptions =
    pool({0, 1}, 2, {{0, 300, 105}, {0, 90, 0}, {0, 300, 0}, {1, 50, 35}, {1, 50, 115}});

// Task 2 starts from zero, so that both have run for 10 s: the last stops.
TEST(ReferencePool, WithoutCheckpointsAPreemptedTaskStartsFromZero) {
  const Output output = simulate(two_preemptions);
  EXPECT_EQ(attempts(output),
            (Lines{"1 on 0: 10-100 completed", "2 on 1: 10-40 preempted", "3 on 1: 50-100 completed",
                   "0 on 0: 110-410 completed", "2 on 1: 110-120 preempted", "4 on 1: 130-180 completed",
                   "2 on 1: 190-490 completed"}));
  // 30 s and 10 s are lost; each second of a machine is 50 %·s.
  EXPECT_EQ(policy_cost(two_preemptions, output), 40 * 50);
}

// Task 2 keeps 30 s: at 120 it has run for 40 s, and task 0 stops. Task 2 has 270 s left at 110, and task 0
// 290 s at 190.
TEST(ReferencePool, WithCheckpointsItKeepsWhatItHasDone) {
  Input input = two_preemptions;
  input.checkpoint = true;
  const Output output = simulate(input);
  EXPECT_EQ(attempts(output),
            (Lines{"1 on 0: 10-100 completed", "2 on 1: 10-40 suspended", "3 on 1: 50-100 completed",
                   "0 on 0: 110-120 suspended", "2 on 1: 110-380 completed", "4 on 0: 130-180 completed",
                   "0 on 0: 190-480 completed"}));
  EXPECT_EQ(policy_cost(input, output), 0);
  // Two machines are idle for 10 s each.
  EXPECT_EQ(loss_of_capacity(input, output), 20 * 50);
  // User 1 waits from 35 to 50, and from 115 to 130. When user 0 comes at 0 and at 105, nobody else runs.
  EXPECT_EQ(policy_violation(input, output), 30 * 50);
  // User 0 waits from 0 to 10, and from 100 to 110, when task 2 waits.
  EXPECT_EQ(share_shortfalls(input, output), (std::vector<double>{20, 30}));
  EXPECT_EQ(makespan(output), 480);
}

// The image of task 1 is saved from 40 to 55. At 50 machine 1 is not free, and kept for user 1, who is
// therefore owed nothing at 60.
TEST(ReferencePool, AMachineThatSavesAnImageIsNotFree) {
  Input input = one_preemption();
  input.checkpoint = true;
  input.checkpoint_cost = 15;
  const Output output = simulate(input);
  EXPECT_EQ(attempts(output), (Lines{"0 on 0: 10-210 completed", "1 on 1: 10-55 suspended",
                                     "2 on 1: 70-120 completed", "1 on 1: 130-300 completed"}));
  EXPECT_EQ(output.attempts[1].active_until, 40);
  EXPECT_EQ(loss_of_capacity(input, output), 30 * 50);
  EXPECT_EQ(policy_cost(input, output), 15 * 50);
}

// Machine 1 has 4 flop/s. Task 1 keeps 30 * 4 of 600 flop at 40, and does the other 480 at 1 flop/s.
TEST(ReferencePool, WorkIsKeptInFlop) {
  Input input = pool({0, 1}, 2, {{0, 60, 0}, {0, 600, 0}, {1, 400, 35}});
  input.machines[1].speed = 4;
  input.checkpoint = true;
  const Output output = simulate(input);
  EXPECT_EQ(attempts(output), (Lines{"0 on 0: 10-70 completed", "1 on 1: 10-40 suspended",
                                     "2 on 1: 50-150 completed", "1 on 0: 70-550 completed"}));
  // On the fastest machine the tasks take 15, 150 and 100 s.
  const auto percent = satisfactions(input, output);
  EXPECT_DOUBLE_EQ(percent[0].value(), (100 * 15. / 70 + 100 * 150. / 550) / 2);
  EXPECT_DOUBLE_EQ(percent[1].value(), 100 * 100. / 115);
}

// Crashes

Input two_tasks_of_one_user(const Crash& crash, double detection_delay) {
  Input input = pool({0, 0}, 1, {{0, 100, 0}, {0, 100, 0}});
  input.crashes = {crash};
  input.detection_delay = detection_delay;
  return input;
}

TEST(ReferencePool, ACrashLosesTheTaskOfItsMachine) {
  const Lines expected{"0 on 0: 10-35 failed", "1 on 1: 10-110 completed", "0 on 0: 90-190 completed"};
  EXPECT_EQ(attempts(simulate(two_tasks_of_one_user({0, 35, 75}, 0))), expected);
  EXPECT_EQ(attempts(simulate(two_tasks_of_one_user({0, 35, 75}, 100))), expected); // known when it is back
}

// The crash is known at 115, so task 0 does not get machine 1 at 110.
TEST(ReferencePool, ALostTaskIsReadyWhenTheCrashIsDetected) {
  EXPECT_EQ(attempts(simulate(two_tasks_of_one_user({0, 35, never}, 80))),
            (Lines{"0 on 0: 10-35 failed", "1 on 1: 10-110 completed", "0 on 1: 130-230 completed"}));
}

TEST(ReferencePool, ATaskThatEndsAtTheCrashHasEnded) {
  EXPECT_EQ(attempts(simulate(two_tasks_of_one_user({0, 110, never}, 0))),
            (Lines{"0 on 0: 10-110 completed", "1 on 1: 10-110 completed"}));
}

// Machine 0 is dead from 5 on, which is known at 105.
TEST(ReferencePool, WhatStartsOnADeadMachineIsNoAttempt) {
  const Output output = simulate(two_tasks_of_one_user({0, 5, never}, 100));
  EXPECT_EQ(starts(output), (Lines{"10: 0 on 0", "10: 1 on 1", "110: 0 on 1"}));
  EXPECT_EQ(attempts(output), (Lines{"1 on 1: 10-110 completed", "0 on 1: 110-210 completed"}));
}

// Task 1 goes on at 110 with 30 s, and loses the 10 s up to the crash.
TEST(ReferencePool, ImagesSurvive) {
  Input input = one_preemption();
  input.checkpoint = true;
  input.crashes = {{1, 120, 125}};
  EXPECT_EQ(attempts(simulate(input)),
            (Lines{"0 on 0: 10-210 completed", "1 on 1: 10-40 suspended", "2 on 1: 50-100 completed",
                   "1 on 1: 110-120 failed", "1 on 1: 130-300 completed"}));
}

// At 46 machine 1 is back, and kept for nobody. User 1 gets it at 50, since he is owed one. At 110 task 1 has
// all of its 200 s left.
TEST(ReferencePool, AnImageIsLostWithTheMachineThatSavesIt) {
  Input input = one_preemption();
  input.checkpoint = true;
  input.checkpoint_cost = 15;
  input.crashes = {{1, 45, 46}};
  const Output output = simulate(input);
  EXPECT_EQ(attempts(output), (Lines{"0 on 0: 10-210 completed", "1 on 1: 10-45 failed",
                                     "2 on 1: 50-100 completed", "1 on 1: 110-310 completed"}));
  EXPECT_EQ(loss_of_capacity(input, output), 5 * 50); // up to the crash
}

// Machine 1 is dead from 35 on. At 40 task 1 stops there, which keeps nothing, and at 50 task 2 starts there.
// The crash is known at 135; then user 1 owns no machine that is up, and waits until the end.
TEST(ReferencePool, WhatIsDeadAndNotKnownToBeIsTreatedAsBefore) {
  Input input = one_preemption();
  input.crashes = {{1, 35, never}};
  input.detection_delay = 100;
  const Output output = simulate(input);
  EXPECT_EQ(stops(output), (Lines{"40: 1 on 1 for 1"}));
  EXPECT_EQ(starts(output), (Lines{"10: 0 on 0", "10: 1 on 1", "50: 2 on 1", "210: 1 on 0", "410: 2 on 0"}));
  EXPECT_EQ(attempts(output), (Lines{"0 on 0: 10-210 completed", "1 on 1: 10-35 failed",
                                     "1 on 0: 210-410 completed", "2 on 0: 410-460 completed"}));
}

// The same with checkpoints: the pool waits for the image of task 1, and machine 1 is not free at 50.
TEST(ReferencePool, NoImageComesFromADeadMachine) {
  Input input = one_preemption();
  input.checkpoint = true;
  input.crashes = {{1, 35, never}};
  input.detection_delay = 100;
  const Output output = simulate(input);
  EXPECT_EQ(stops(output), (Lines{"40: 1 on 1 for 1"}));
  EXPECT_EQ(starts(output), (Lines{"10: 0 on 0", "10: 1 on 1", "210: 1 on 0", "410: 2 on 0"}));
}

// Both machines of user 0 are dead. He has no share left, or each user has one of the two others.
TEST(ReferencePool, ADeadMachineLeavesTheShareOfItsOwnerOrOfAll) {
  Input input = pool({0, 0, 1, 1}, 2, {{0, 5, 0}, {0, 5, 0}, {1, 5, 0}, {1, 5, 0}});
  input.crashes = {{0, 0, never}, {1, 0, never}};
  EXPECT_EQ(starts(simulate(input)), (Lines{"10: 2 on 2", "10: 3 on 3", "30: 0 on 2", "30: 1 on 3"}));
  input.dead = Dead::all;
  EXPECT_EQ(starts(simulate(input)), (Lines{"10: 0 on 2", "10: 2 on 3", "30: 1 on 2", "30: 3 on 3"}));
}

// Users own 3, 1 and 1 of 5 machines. When 3 are up, 3 * 3 / 5 is 1 and 4 / 5, and 1 * 3 / 5 is 3 / 5: user 0
// gets 2 machines, user 1 gets 1, and user 2 none.
TEST(ReferencePool, WhatIsLeftOverGoesToTheLargestRemainders) {
  Input input =
      pool({0, 0, 0, 1, 2}, 3, {{2, 50, 0}, {2, 50, 0}, {2, 50, 0}, {0, 5, 15}, {0, 5, 15}, {1, 5, 15}});
  input.crashes = {{3, 0, never}, {4, 0, never}};
  input.dead = Dead::all;
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 2 on 2 for 0", "20: 1 on 1 for 0", "20: 0 on 0 for 1"}));
  input.dead = Dead::owner; // users 1 and 2 have no share
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 2 on 2 for 0", "20: 1 on 1 for 0"}));
}

} // namespace reference_pool_losses_test
} // namespace malha::testing::reference_pool
