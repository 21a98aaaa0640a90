// SPDX-License-Identifier: MIT
// Each policy of a pool on small views. A user's f is his share minus the machines that he holds, or that are
// kept for him: what is owed to him.
#include "hand_made_pool.hpp"
#include "policies/ownership/usage_key.hpp"
#include "tests/policies/policy_maker.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace policies_test {

using namespace ownership;

using Stops = std::vector<Keep>;
using Starts = std::vector<Start>;

Stops stops(const HandMadePool& pool, const std::map<std::string, std::string>& parameters = {}) {
  const auto decision = test::make<Preempt>("ownership/osep", parameters)->preempt(pool.view());
  EXPECT_TRUE(decision.keeps.empty());
  EXPECT_FALSE(decision.ask_again);
  return decision.stops;
}

Starts starts(const std::string& policy, const HandMadePool& pool,
              const std::map<std::string, std::string>& parameters = {}) {
  return test::make<Negotiate>(policy, parameters)->negotiate(pool.view());
}

// ownership/osep

// User 2 has f = 4 and two ready tasks. User 0 has f = -3, and -2 after his first stop, which is still below
// the -1 of user 1. His tasks started at 0, 10 and 20: the latest has run least.
TEST(Osep, TakesFromWhoHoldsMostBeyondHisShareTheTasksThatRanLeast) {
  HandMadePool pool({0, 1, 4}, 5);
  pool.now = 100;
  pool.run(0, 0, 0);
  pool.run(0, 1, 10);
  pool.run(0, 2, 20);
  pool.run(1, 3, 0);
  pool.run(1, 4, 30);
  pool.ready(2, 2);
  EXPECT_EQ(stops(pool), (Stops{{2, 2}, {1, 2}}));
}

// At 100 the task that started at 20 has run for 80 s and 25 s of earlier attempts, which is more than the
// 100 s of the one that started at 0.
TEST(Osep, CountsWhatImagesKeptAsExecuted) {
  HandMadePool pool({0, 2}, 2);
  pool.now = 100;
  pool.run(0, 0, 0);
  pool.run(0, 1, 20, 25);
  pool.ready(1, 1);
  EXPECT_EQ(stops(pool), (Stops{{0, 1}}));
}

// Three tasks of one age: those with the highest numbers were submitted last.
TEST(Osep, OfTasksOfOneAgeStopsThatWhichWasSubmittedLast) {
  HandMadePool pool({0, 3}, 3);
  pool.run(0, 2, 0); // task 0
  pool.run(0, 0, 0); // task 1
  pool.run(0, 1, 0); // task 2
  pool.ready(1, 2);
  EXPECT_EQ(stops(pool), (Stops{{1, 1}, {0, 1}}));
}

// Users 0 and 1 both have f = -1, and user 2 has 1.
TEST(Osep, OfUsersWithTheSameExcessTakesFromTheFirst) {
  HandMadePool pool({0, 0, 2}, 2);
  pool.run(1, 0, 50);
  pool.run(0, 1, 0);
  pool.ready(2, 1);
  EXPECT_EQ(stops(pool), (Stops{{1, 2}}));
}

// Users 1 and 2 both have f = 1. User 2 submitted first; of equal dates the first user would.
TEST(Osep, OfUsersToWhomAsMuchIsOwedServesWhoCameFirst) {
  HandMadePool pool({0, 1, 1}, 2);
  pool.run(0, 0, 0);
  pool.run(0, 1, 0);
  pool.ready(1, 1);
  pool.ready(2, 1);
  pool.users[1].first_submission = 20;
  pool.users[2].first_submission = 10;
  EXPECT_EQ(stops(pool), (Stops{{1, 2}, {0, 1}}));
  pool.users[1].first_submission = 10;
  EXPECT_EQ(stops(pool), (Stops{{1, 1}, {0, 2}}));
}

TEST(Osep, StopsNoMoreThanMaxtTasks) {
  HandMadePool pool({0, 3}, 3);
  for (int machine = 0; machine < 3; ++machine)
    pool.run(0, machine, machine);
  pool.ready(1, 3);
  EXPECT_EQ(stops(pool), (Stops{{2, 1}, {1, 1}, {0, 1}}));
  EXPECT_EQ(stops(pool, {{"maxt", "2"}}), (Stops{{2, 1}, {1, 1}}));
}

// User 1 has f = 4 and as many ready tasks as are given. User 0 has f = -3, and machine 3 is free.
HandMadePool pool_with_a_free_machine(int ready) {
  HandMadePool pool({0, 4}, 4);
  for (int machine = 0; machine < 3; ++machine)
    pool.run(0, machine, machine);
  pool.ready(1, ready);
  return pool;
}

// A debt of 1 is paid by the free machine. Of a debt of min(4, 3) one stops after another while the debt is
// above 1: from 3 and from 2.
TEST(Osep, LetsFreeMachinesPayFirst) {
  EXPECT_EQ(stops(pool_with_a_free_machine(1)), Stops{});
  EXPECT_EQ(stops(pool_with_a_free_machine(3)), (Stops{{2, 1}, {1, 1}}));
}

// A task stops for each ready one.
TEST(Osep, PassesOverFreeMachinesAsTheListingOfItsThesis) {
  const std::map<std::string, std::string> literal{{"free_first", "off"}};
  EXPECT_EQ(stops(pool_with_a_free_machine(1), literal), (Stops{{2, 1}}));
  EXPECT_EQ(stops(pool_with_a_free_machine(3), literal), (Stops{{2, 1}, {1, 1}, {0, 1}}));
}

// User 1 has f = 2 and wants nothing; user 2 has f = 1 and one ready task.
TEST(Osep, SeeksWhoIsOwedAmongThoseWithReadyTasksOrAmongAll) {
  HandMadePool pool({0, 2, 1}, 3);
  for (int machine = 0; machine < 3; ++machine)
    pool.run(0, machine, machine);
  pool.ready(2, 1);
  EXPECT_EQ(stops(pool), (Stops{{2, 2}}));
  EXPECT_EQ(stops(pool, {{"max_over", "all"}}), Stops{});
}

// Both ready tasks of user 1 have a machine that is kept for them, so that nothing more stops for him.
TEST(Osep, StopsNothingForTasksThatHaveAMachine) {
  HandMadePool pool({0, 5}, 5);
  for (int machine = 0; machine < 3; ++machine)
    pool.run(0, machine, machine);
  pool.ready(1, 2);
  pool.keep(3, 1);
  pool.keep(4, 1);
  EXPECT_EQ(stops(pool), Stops{});
}

// Nobody is owed anything: user 1 has f = 0.
TEST(Osep, StopsNothingForWhoHasHisShare) {
  HandMadePool pool({1, 1}, 3);
  pool.run(0, 0, 0);
  pool.run(0, 1, 0);
  pool.run(1, 2, 0);
  pool.ready(1, 5);
  EXPECT_EQ(stops(pool), Stops{});
}

// Shares in speed: user 0 holds 4 + 1 of his share of 3. Without the machine of 4 he would hold 1; without
// that of 1 he holds 4. So nothing stops while the task on the first machine has run least.
TEST(Osep, LeavesAnOwnerHisShareOnMachinesOfAnySpeed) {
  HandMadePool pool({3, 2}, 2);
  pool.machines[0].capacity = 4;
  pool.run(0, 0, 50);
  pool.run(0, 1, 0);
  pool.ready(1, 1);
  EXPECT_EQ(stops(pool), Stops{});
  pool.users[0].running.clear(); // the same tasks, with their ages exchanged
  pool.users[0].running = {{0, 0, 0}, {1, 1, 50}};
  EXPECT_EQ(stops(pool), (Stops{{1, 1}}));
}

TEST(Osep, RefusesToStopLessThanOneTask) {
  EXPECT_EQ(thrown<std::invalid_argument>([] {
              test::make<Preempt>("ownership/osep", {{"maxt", "0"}});
            }),
            "parameter 'maxt' cannot be '0'; valid: an integer, at least 1");
}

TEST(NoPreemption, StopsNothing) {
  const auto decision =
      test::make<Preempt>("ownership/no_preemption")->preempt(pool_with_a_free_machine(3).view());
  EXPECT_TRUE(decision.stops.empty());
  EXPECT_TRUE(decision.keeps.empty());
  EXPECT_FALSE(decision.ask_again);
}

// ownership/owner_share

// f is 0 for user 0, 2 for user 1 and -1 for user 2. The first two machines go to user 1, who then has 0 as
// user 0; user 0 submitted first. Then user 1 has 0 again, and user 0 -1.
TEST(OwnerShare, GivesToWhomMostIsOwed) {
  HandMadePool pool({1, 2, 0}, 6);
  pool.run(0, 0, 0); // tasks 0 and 1
  pool.run(2, 1, 0);
  pool.ready(0, 2); // tasks 2 and 3
  pool.ready(1, 3); // 4, 5 and 6
  pool.ready(2, 1); // 7
  pool.users[0].first_submission = 0;
  pool.users[1].first_submission = 5;
  pool.users[2].first_submission = 0;
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 4, 2}, {1, 5, 3}, {0, 2, 4}, {1, 6, 5}}));
}

// Machines 1 and 2 are kept for user 1, who gets his first two tasks there. They count as his, so that he has
// f = -1 and user 0 gets the free machine.
TEST(OwnerShare, StartsFirstWhatMachinesAreKeptFor) {
  HandMadePool pool({1, 1}, 3);
  pool.ready(0, 1); // task 0
  pool.ready(1, 3); // tasks 1, 2 and 3
  pool.keep(1, 1);
  pool.keep(2, 1);
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 1, 1}, {1, 2, 2}, {0, 0, 0}}));
}

TEST(OwnerShare, LeavesFreeWhatNobodyWants) {
  HandMadePool pool({1, 1}, 3);
  pool.ready(1, 1);
  EXPECT_EQ(starts("ownership/owner_share", pool), (Starts{{1, 0, 0}}));
}

// ownership/fair_share

// User 0 held one machine for 1 s, and user 1 holds three since 2 s ago, each with 86400 s until usage counts
// half: usages of 1 and 6 machine-seconds, but for some 1e-5 of them. Products are (1 + 1) * 1 = 2 and
// (6 + 1) * 4 = 28.
HandMadePool pool_with_usage() {
  HandMadePool pool({1, 1}, 5);
  pool.now = 10;
  for (int machine = 0; machine < 3; ++machine)
    pool.run(1, machine, 8); // tasks 0, 1 and 2
  pool.ready(0, 2);          // tasks 3 and 4
  pool.ready(1, 2);          // tasks 5 and 6
  pool.changes = {{0, 0, 1}, {1, 0, -1}, {8, 1, 3}};
  return pool;
}

// After one machine more user 0 has 2 * 2 = 4.
TEST(FairShare, GivesToWhoHasUsedAndRunsLeast) {
  EXPECT_EQ(starts("ownership/fair_share", pool_with_usage()), (Starts{{0, 3, 3}, {0, 4, 4}}));
}

// User 0 used 3 machine-seconds and runs nothing; user 1 used 2 and runs three: products 4 and 12, usages 3
// and 2. Each key gives both machines to one user, since usage does not grow in a negotiation and the product
// of user 0 becomes 8.
TEST(FairShare, LooksAtUsageAloneIfItIsToldTo) {
  HandMadePool pool({1, 1}, 5);
  pool.now = 10;
  for (int machine = 0; machine < 3; ++machine)
    pool.run(1, machine, 10);
  pool.ready(0, 2);
  pool.ready(1, 2);
  pool.changes = {{0, 0, 3}, {1, 0, -3}, {2, 1, 2}, {3, 1, -2}, {10, 1, 3}};
  EXPECT_EQ(starts("ownership/fair_share", pool), (Starts{{0, 3, 3}, {0, 4, 4}}));
  EXPECT_EQ(starts("ownership/fair_share", pool, {{"key", "usage"}}), (Starts{{1, 5, 3}, {1, 6, 4}}));
}

// Half-life and date are 100 s. User 0 held a machine all the time: his priority is 1 - 0.5 and 0.5 * 0.5 of
// the start: 0.75. User 1 holds one since now: 0.5 * 0.5, but at least 0.5. Keys are 0.75 * 1 and 0.5 * 2 =
// 1, then 0.75 * 2 = 1.5 and 1. The product is 73 for user 0, whose usage is 50 / ln 2 = 72, and 2 for
// user 1.
TEST(FairShare, TakesThePriorityOfCondorIfItIsToldTo) {
  HandMadePool pool({1, 1}, 3);
  pool.now = 100;
  pool.run(1, 0, 100);
  pool.ready(0, 2); // tasks 1 and 2
  pool.ready(1, 2); // tasks 3 and 4
  pool.changes = {{0, 0, 1}, {100, 0, -1}, {100, 1, 1}};
  const auto with_key = [&](const std::string& key) {
    return starts("ownership/fair_share", pool, {{"half_life", "100"}, {"key", key}});
  };
  EXPECT_EQ(with_key("condor"), (Starts{{0, 1, 1}, {1, 3, 2}}));
  EXPECT_EQ(with_key("product"), (Starts{{1, 3, 1}, {1, 4, 2}}));
}

TEST(FairShare, RefusesAHalfLifeOfNothing) {
  for (const auto* name : {"ownership/fair_share", "ownership/hybrid"})
    EXPECT_EQ(thrown<std::invalid_argument>([&] {
                test::make<Negotiate>(name, {{"half_life", "0"}});
              }),
              "parameter 'half_life' cannot be '0'; valid: a number, above 0");
}

// ownership/hybrid

// f is 0 for user 0, 2 for user 1 and 1 for user 2. User 1 comes first. Then users 1 and 2 have 1 and user 1
// submitted first; then user 2. Nobody is owed anything more, and user 0 has used least.
TEST(Hybrid, GivesFirstWhatIsOwedThenToWhoUsedLeast) {
  HandMadePool pool({1, 2, 1}, 6);
  pool.now = 50;
  pool.run(0, 0, 40); // task 0
  pool.ready(0, 2);   // tasks 1 and 2
  pool.ready(1, 3);   // tasks 3, 4 and 5
  pool.ready(2, 2);   // tasks 6 and 7
  pool.changes = {{0, 1, 4},
                  {30, 1, -4}, // 120 machine-seconds
                  {0, 2, 2},
                  {30, 2, -2}, // 60
                  {40, 0, 1}}; // 10
  pool.users[1].first_submission = 0;
  EXPECT_EQ(starts("ownership/hybrid", pool),
            (Starts{{1, 3, 1}, {1, 4, 2}, {2, 6, 3}, {0, 1, 4}, {0, 2, 5}}));
}

// What policies share

// A machine was held from 0 to 10, which is a half-life: (1 - 1/2) * 10 / ln 2 then, and half of it 10 s
// later. Two machines are held from 20 on: at 30 these count 2 * (1 - 1/2) * 10 / ln 2, and the first a
// fourth of what it was at 10. An average of the machines in use starts at 0.5, of which an eighth is left,
// too.
TEST(DecayedUsage, HalvesWhatWasUsedEachHalfLife) {
  HandMadePool pool({1, 1}, 3);
  DecayedUsage usage(10);
  pool.now = 10;
  pool.changes = {{0, 0, 1}, {10, 0, -1}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), 5 / std::log(2.0));
  pool.now = 20;
  pool.changes = {{20, 0, 2}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), 2.5 / std::log(2.0));
  pool.now = 30;
  pool.changes.clear();
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(0), (1.25 + 10) / std::log(2.0));
  EXPECT_DOUBLE_EQ(usage.condor_priority(0), 0.125 + 1 + 0.0625);
  EXPECT_EQ(usage.machine_seconds(1), 0);
  EXPECT_EQ(usage.condor_priority(1), 0.5);
}

TEST(DecayedUsage, KnowsUsersWhoComeLater) {
  DecayedUsage usage(10);
  usage.follow(HandMadePool({1}, 1).view());
  HandMadePool pool({1, 0}, 1);
  pool.now = 10;
  pool.changes = {{0, 1, 1}};
  usage.follow(pool.view());
  EXPECT_DOUBLE_EQ(usage.machine_seconds(1), 5 / std::log(2.0));
}

// User 0 has a share of 3, and machine 0 is kept for him: f = 2. Machine 1, which counts for 4, goes to him:
// f = -2. Then user 1 has f = 0, and -1 after machine 2, so that he gets machine 3, too.
TEST(NegotiationDraft, KnowsWhatWasGivenSoFar) {
  HandMadePool pool({3, 0}, 4);
  pool.machines[1].capacity = 4;
  pool.ready(0, 3); // tasks 0, 1 and 2
  pool.ready(1, 2); // tasks 3 and 4
  pool.keep(0, 0);
  const auto view = pool.view();
  NegotiationDraft draft(view);
  EXPECT_EQ(draft.running(0), 1); // the kept machine
  EXPECT_EQ(draft.owed(0), 2);
  EXPECT_EQ(draft.owed(1), 0);
  const auto starts = std::move(draft).give_free(
      [&draft](int user, int other) { return draft.owed(user) > draft.owed(other); });
  EXPECT_EQ(starts, (Starts{{0, 0, 0}, {0, 1, 1}, {1, 3, 2}, {1, 4, 3}}));
}

} // namespace policies_test
} // namespace malha::testing
