// SPDX-License-Identifier: MIT
#include "pool_asking.hpp"
#include "tests/support/thrown.hpp"

namespace malha::ownership {
namespace osep_test {

using test::HandMadePool;

using Stops = std::vector<Keep>;

Stops stops(const HandMadePool& pool, const std::map<std::string, std::string>& parameters = {}) {
  const auto decision = test::make<Preempt>("ownership/osep", parameters)->preempt(pool.view());
  EXPECT_TRUE(decision.keeps.empty());
  EXPECT_FALSE(decision.ask_again);
  return decision.stops;
}

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
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] {
              test::make<Preempt>("ownership/osep", {{"maxt", "0"}});
            }),
            "parameter 'maxt' cannot be '0'; valid: an integer, at least 1");
}

// User 1 owns machines 0 and 1. User 0 holds most beyond his share, but on machine 2; on those of user 1 the
// task of user 2 has run least, though user 2 holds no more than his share.
TEST(Osep, ReturnsTheMachinesThatAnOwnerGave) {
  HandMadePool pool({0, 2, 1}, 3);
  pool.machines[0].owner = pool.machines[1].owner = 1;
  pool.machines[2].owner = 2;
  pool.now = 100;
  pool.run(0, 0, 10);
  pool.run(2, 1, 20);
  pool.run(0, 2, 30);
  pool.ready(1, 1);
  EXPECT_EQ(stops(pool), (Stops{{2, 1}}));
  EXPECT_EQ(stops(pool, {{"returns", "own"}}), (Stops{{1, 1}}));
}

// User 0 is owed more than user 1, and owns machine 2, which is down. The only task of another user runs on
// machine 0, which is that of user 1.
TEST(Osep, PassesOverOwnersWhoseMachinesNobodyElseUses) {
  HandMadePool pool({3, 1, 0}, 3);
  pool.machines[0].owner = 1;
  pool.machines[2].owner = 0;
  pool.machines[2].is_up = false;
  pool.free.remove(IndexSet(2, 1));
  pool.run(2, 0, 0);
  pool.run(0, 1, 0);
  pool.ready(0, 3);
  pool.ready(1, 1);
  EXPECT_EQ(stops(pool, {{"returns", "own"}}), (Stops{{0, 1}}));
}

} // namespace osep_test
} // namespace malha::ownership
