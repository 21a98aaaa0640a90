// SPDX-License-Identifier: MIT
// The rules of the plain pool: when it decides, who stops, who starts, and what it refuses.
#include "reference_pool_by_hand.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace malha::testing::reference_pool {
namespace reference_pool_decisions_test {

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

// Bad input

TEST(ReferencePool, TasksThatNoMachineIsLeftForAreAnError) {
  EXPECT_THROW(simulate(pool({}, 1, {{0, 5, 0}})), std::logic_error);
  Input input = pool({0}, 1, {{0, 50, 0}});
  input.crashes = {{0, 20, never}};
  EXPECT_THROW(simulate(input), std::logic_error);
}

TEST(ReferencePool, RefusesWhatMakesNoSense) {
  const auto refuses = [](const auto& spoil) {
    Input input = one_preemption();
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

} // namespace reference_pool_decisions_test
} // namespace malha::testing::reference_pool
