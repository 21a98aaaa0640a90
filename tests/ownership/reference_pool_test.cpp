// SPDX-License-Identifier: MIT
// The rules of the plain pool, on instances that can be followed by hand. Decisions are at 0, 20, 40 … and
// negotiations at 10, 30, 50 …, and tasks are visible at once, where a test does not say otherwise.
#include "reference_pool_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace malha::testing::reference_pool {
namespace reference_pool_test {

using Lines = std::vector<std::string>;

/// Machine i has 1 flop/s and the owner owners[i].
Input pool(const std::vector<std::size_t>& owners, std::size_t users, const std::vector<Task>& tasks) {
  Input input;
  for (const std::size_t owner : owners)
    input.machines.push_back({1, owner});
  input.users = users;
  input.tasks = tasks;
  input.submission_delay = 0;
  return input;
}

Lines attempts(const Output& output) {
  static const Lines outcomes{"completed", "preempted", "suspended", "failed"};
  Lines lines;
  for (const Attempt& one : output.attempts) {
    std::ostringstream line;
    line << one.task << " on " << one.machine << ": " << one.start << "-" << one.end << " "
         << outcomes[static_cast<std::size_t>(one.outcome)];
    lines.push_back(line.str());
  }
  return lines;
}

Lines stops(const Output& output) {
  Lines lines;
  for (const Stop& one : output.stops) {
    std::ostringstream line;
    line << one.date << ": " << one.task << " on " << one.machine << " for " << one.kept_for;
    lines.push_back(line.str());
  }
  return lines;
}

Lines starts(const Output& output) {
  Lines lines;
  for (const Start& one : output.starts) {
    std::ostringstream line;
    line << one.date << ": " << one.task << " on " << one.machine;
    lines.push_back(line.str());
  }
  return lines;
}

// Dates

TEST(ReferencePool, TheFirstDecisionIsAtThePhase) {
  Input input = pool({0}, 1, {{0, 5, 0}});
  input.phase = 12; // negotiations at 22, 42 …, and none at 2
  EXPECT_EQ(starts(simulate(input)), (Lines{"22: 0 on 0"}));
}

TEST(ReferencePool, WhatBecomesVisibleAtADateIsSeenAtThisDate) {
  Input input = pool({0}, 1, {{0, 5, 0}});
  input.submission_delay = 30;
  EXPECT_EQ(starts(simulate(input)), (Lines{"30: 0 on 0"}));
  input.submission_delay = 30.5;
  EXPECT_EQ(starts(simulate(input)), (Lines{"50: 0 on 0"}));
}

TEST(ReferencePool, AnEndAtADateIsSeenAtThisDate) {
  const Input input = pool({0}, 1, {{0, 20, 0}, {0, 0, 0}, {0, 5, 0}}); // task 1 has no length
  EXPECT_EQ(attempts(simulate(input)),
            (Lines{"0 on 0: 10-30 completed", "1 on 0: 30-30 completed", "2 on 0: 50-55 completed"}));
}

// The decision at 20 preempts for task 1, and the negotiation at 20 starts it.
TEST(ReferencePool, WithoutOffsetTheNegotiationFollowsAtOnce) {
  Input input = pool({1}, 2, {{0, 50, 0}, {1, 5, 15}});
  input.offset = 0;
  const Output output = simulate(input);
  EXPECT_EQ(attempts(output),
            (Lines{"0 on 0: 0-20 preempted", "1 on 0: 20-25 completed", "0 on 0: 40-90 completed"}));
  EXPECT_EQ(loss_of_capacity(input, output), 0);
  EXPECT_EQ(output.tasks[0].first_start, 0);
  EXPECT_EQ(output.tasks[0].start, 40);
  EXPECT_EQ(output.tasks[0].end, 90);
}

// The decision

// User 0 owns machine 0 and holds all three. At 40 task 0 has run for 30 s, tasks 1 and 2 for 10 s: of these
// two the last stops. At 60 task 1 has run for 30 s, and task 0 for 50 s.
TEST(ReferencePool, TheVictimHasRunTheLeast) {
  const Input input =
      pool({0, 1, 1}, 2, {{0, 1000, 0}, {0, 1000, 15}, {0, 1000, 15}, {1, 1000, 35}, {1, 1000, 45}});
  EXPECT_EQ(stops(simulate(input)), (Lines{"40: 2 on 2 for 1", "60: 1 on 1 for 1"}));
}

// Users 0 and 1 own nothing, and user 2 all. At 20 user 0 holds two machines and user 1 two: user 0 loses
// one, then user 1 holds more, and then both hold one.
TEST(ReferencePool, TheLoserHoldsTheGreatestExcess) {
  const Input input =
      pool({2, 2, 2, 2}, 3,
           {{0, 100, 0}, {0, 100, 0}, {1, 100, 0}, {1, 100, 0}, {2, 5, 15}, {2, 5, 15}, {2, 5, 15}});
  const Output output = simulate(input);
  EXPECT_EQ(starts(output)[0], "10: 0 on 0"); // in turn, since f is level again after each
  EXPECT_EQ(starts(output)[1], "10: 2 on 1");
  EXPECT_EQ(stops(output), (Lines{"20: 1 on 2 for 2", "20: 3 on 3 for 2", "20: 0 on 0 for 2"}));
}

// At 20 users 1 and 2 are owed one machine each. User 2 came first.
TEST(ReferencePool, TheReceiverCameFirst) {
  const Input input = pool({0, 1, 2}, 3, {{0, 99, 0}, {0, 99, 0}, {0, 99, 0}, {1, 5, 16}, {2, 5, 15}});
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 2 on 2 for 2", "20: 1 on 1 for 1"}));
}

TEST(ReferencePool, MaxtLimitsEachDecision) {
  Input input = pool({1, 1}, 2, {{0, 100, 0}, {0, 100, 0}, {1, 100, 15}, {1, 100, 15}});
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 1 on 1 for 1", "20: 0 on 0 for 1"}));
  input.maxt = 1;
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 1 on 1 for 1", "40: 0 on 0 for 1"}));
}

// User 0 owns two machines and wants none. Over all users he is the one with the greatest f.
TEST(ReferencePool, OverAllUsersOneWhoWantsNothingBlocksTheOthers) {
  Input input = pool({0, 0, 1}, 3, {{2, 100, 0}, {2, 100, 0}, {2, 100, 0}, {1, 5, 15}});
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 2 on 2 for 1"}));
  input.max_over = MaxOver::all;
  EXPECT_EQ(stops(simulate(input)), (Lines{}));
}

// At 20 user 1 is owed two machines and wants one, and machine 2 is free.
TEST(ReferencePool, FreeMachinesCountFirst) {
  Input input = pool({0, 1, 1}, 2, {{0, 100, 0}, {0, 100, 0}, {1, 5, 15}});
  EXPECT_EQ(stops(simulate(input)), (Lines{}));
  input.free_first = false;
  EXPECT_EQ(stops(simulate(input)), (Lines{"20: 1 on 1 for 1"}));
}

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

const Input one_preemption = pool({0, 1}, 2, {{0, 200, 0}, {0, 200, 0}, {1, 50, 35}});

// The image of task 1 is saved from 40 to 55. At 50 machine 1 is not free, and kept for user 1, who is
// therefore owed nothing at 60.
TEST(ReferencePool, AMachineThatSavesAnImageIsNotFree) {
  Input input = one_preemption;
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

// The negotiation

// Three machines, of which user 0 owns one. Tasks of 20 s: four of user 0, three of each other.
Input three_users(Negotiation negotiation, Key key) {
  Input input = pool({0}, 3, {});
  input.machines.insert(input.machines.end(), 2, Machine{1, std::nullopt});
  for (const std::size_t user : {0u, 0u, 0u, 0u, 1u, 1u, 1u, 2u, 2u, 2u})
    input.tasks.push_back({user, 20, 0});
  input.preemption = Preemption::none;
  input.negotiation = negotiation;
  input.key = key;
  return input;
}

// At 10 user 0 is owed a machine; then nobody has used anything, and he is the first. At 30 he is owed one
// again, and users 1 and 2 have used nothing. At 50 user 2 still has not.
TEST(ReferencePool, HybridGivesFirstWhatIsOwed) {
  EXPECT_EQ(starts(simulate(three_users(Negotiation::hybrid, Key::usage))),
            (Lines{"10: 0 on 0", "10: 1 on 1", "10: 2 on 2", "30: 3 on 0", "30: 4 on 1", "30: 5 on 2",
                   "50: 7 on 0", "50: 8 on 1", "50: 9 on 2", "70: 6 on 0"}));
}

// At 30 only user 0 has used anything. At 50 user 2 alone has not.
TEST(ReferencePool, UsageKnowsNoShares) {
  EXPECT_EQ(starts(simulate(three_users(Negotiation::fair_share, Key::usage))),
            (Lines{"10: 0 on 0", "10: 1 on 1", "10: 2 on 2", "30: 4 on 0", "30: 5 on 1", "30: 6 on 2",
                   "50: 7 on 0", "50: 8 on 1", "50: 9 on 2", "70: 3 on 0"}));
}

// Each start makes the key of its user greater, and all use the same.
TEST(ReferencePool, TheProductGivesInTurn) {
  EXPECT_EQ(starts(simulate(three_users(Negotiation::fair_share, Key::product))),
            (Lines{"10: 0 on 0", "10: 4 on 1", "10: 7 on 2", "30: 1 on 0", "30: 5 on 1", "30: 8 on 2",
                   "50: 2 on 0", "50: 6 on 1", "50: 9 on 2", "70: 3 on 0"}));
}

// f at 10: user 0 has 1, then all have 0, and user 0 is the first; then users 1 and 2 have 0.
TEST(ReferencePool, OwnerShareLevelsTheExcess) {
  EXPECT_EQ(starts(simulate(three_users(Negotiation::owner_share, Key::usage))),
            (Lines{"10: 0 on 0", "10: 1 on 1", "10: 4 on 2", "30: 2 on 0", "30: 3 on 1", "30: 5 on 2",
                   "50: 6 on 0", "50: 7 on 1", "50: 8 on 2", "70: 9 on 0"}));
}

// At 90 user 0 has used the machine from 10 to 70, and user 1 from then on. Times ln 2 / h, these integrals
// are 0.5^(20 / h) - 0.5^(80 / h) and 1 - 0.5^(20 / h): with h = 30 0.630 - 0.157 = 0.473 is more than 0.370,
// with h = 20 0.5 - 0.0625 is less than 0.5.
TEST(ReferencePool, UsageDecays) {
  Input input = pool({0}, 2, {{0, 60, 0}, {0, 20, 0}, {1, 20, 15}, {1, 20, 15}});
  input.preemption = Preemption::none;
  input.negotiation = Negotiation::fair_share;
  input.key = Key::usage;
  input.half_life = 30;
  EXPECT_EQ(starts(simulate(input)), (Lines{"10: 0 on 0", "70: 2 on 0", "90: 3 on 0", "110: 1 on 0"}));
  input.half_life = 20;
  EXPECT_EQ(starts(simulate(input)), (Lines{"10: 0 on 0", "70: 2 on 0", "90: 1 on 0", "110: 3 on 0"}));
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
  Input input = one_preemption;
  input.checkpoint = true;
  input.crashes = {{1, 120, 125}};
  EXPECT_EQ(attempts(simulate(input)),
            (Lines{"0 on 0: 10-210 completed", "1 on 1: 10-40 suspended", "2 on 1: 50-100 completed",
                   "1 on 1: 110-120 failed", "1 on 1: 130-300 completed"}));
}

// At 46 machine 1 is back, and kept for nobody. User 1 gets it at 50, since he is owed one. At 110 task 1 has
// all of its 200 s left.
TEST(ReferencePool, AnImageIsLostWithTheMachineThatSavesIt) {
  Input input = one_preemption;
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
  Input input = one_preemption;
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
  Input input = one_preemption;
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

TEST(ReferencePool, TasksThatNoMachineIsLeftForAreAnError) {
  EXPECT_THROW(simulate(pool({}, 1, {{0, 5, 0}})), std::logic_error);
  Input input = pool({0}, 1, {{0, 50, 0}});
  input.crashes = {{0, 20, never}};
  EXPECT_THROW(simulate(input), std::logic_error);
}

// Metrics

// 3.3.2: ten tasks of 300 s each, submitted at 50. Those of user 1 end at 400, those of user 2 at 650.
TEST(ReferencePool, SatisfactionIsWhatTheThesisPrints) {
  Input input = pool(std::vector<std::size_t>(10, 0), 2, {});
  Output output;
  for (const std::size_t user : {0u, 1u})
    for (int task = 0; task < 10; ++task) {
      input.tasks.push_back({user, 300, 50});
      output.tasks.push_back({50, 50, user == 0 ? 400. : 650.});
    }
  const auto percent = satisfactions(input, output);
  EXPECT_DOUBLE_EQ(percent[0].value(), 30000. / 350); // 85.71
  EXPECT_DOUBLE_EQ(percent[1].value(), 50);
  EXPECT_DOUBLE_EQ(mean_satisfaction(input, output), (30000. / 350 + 50) / 2);
  // The deviation of two numbers is their distance / sqrt(2).
  EXPECT_DOUBLE_EQ(satisfaction_deviation(input, output), (30000. / 350 - 50) / std::sqrt(2.0));
}

// 3.3.3: ten machines, of which each user owns five.
TEST(ReferencePool, FeasibleSharesAreWhatTheThesisPrints) {
  EXPECT_EQ(feasible_shares({5, 5}, {10, 0}, 10), (std::vector<int>{10, 0}));
  EXPECT_EQ(feasible_shares({5, 5}, {10, 10}, 10), (std::vector<int>{5, 5}));
}

// 6 + 2 + 3 machines are within the shares. The 9 others go in turn to users 0 and 2, who then have 5 and 4
// more than their shares.
TEST(ReferencePool, FeasibleSharesDivideTheExcessEqually) {
  EXPECT_EQ(feasible_shares({6, 8, 3, 3}, {15, 2, 15, 0}, 20), (std::vector<int>{11, 2, 7, 0}));
  EXPECT_EQ(feasible_shares({6, 8, 3, 3}, {1, 2, 0, 4}, 20), (std::vector<int>{1, 2, 0, 4}));
}

// Bad input

TEST(ReferencePool, RefusesWhatMakesNoSense) {
  const auto refuses = [](const auto& spoil) {
    Input input = one_preemption;
    spoil(input);
    EXPECT_THROW(simulate(input), std::invalid_argument);
  };
  refuses([](Input& input) { input.period = 0; });
  refuses([](Input& input) { input.phase = 20; });
  refuses([](Input& input) { input.offset = -1; });
  refuses([](Input& input) { input.submission_delay = -1; });
  refuses([](Input& input) { input.detection_delay = -1; });
  refuses([](Input& input) { input.checkpoint_cost = -1; });
  refuses([](Input& input) { input.half_life = 0; });
  refuses([](Input& input) { input.machines[0].speed = 0; });
  refuses([](Input& input) { input.machines[0].owner = 2; });
  refuses([](Input& input) { input.tasks[0].user = 2; });
  refuses([](Input& input) { input.tasks[0].work = -1; });
  refuses([](Input& input) { input.crashes = {{2, 0, 1}}; });
  refuses([](Input& input) { input.crashes = {{0, 1, 1}}; });
  refuses([](Input& input) { input.crashes = {{0, 1, 2}, {0, 2, 3}}; });
}

} // namespace reference_pool_test
} // namespace malha::testing::reference_pool
