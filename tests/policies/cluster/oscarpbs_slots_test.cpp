// SPDX-License-Identifier: MIT
#include "oscarpbs_cluster.hpp"
#include "policies/cluster/queue/oscarpbs/slot_search.hpp"

namespace malha::cluster::oscarpbs {
namespace oscarpbs_slots_test {

using test::on;
using test::OscarCluster;
using Dates = std::vector<Seconds>;

/// Machines of 8 CPUs whose jobs are in the totals as well.
class OscarSlots : public ::testing::Test {
protected:
  void of(int machines) {
    cluster_.emplace(std::vector<int>(static_cast<std::size_t>(machines), 8));
    totals_.reset(0, 8 * machines);
  }
  Job& hold(Class kind, State state, Seconds from, Seconds to, int machine, int cpus) {
    Job& job = cluster_->place(kind, state, from, to - from, {on(machine, cpus)}, {machine});
    totals_.add(job, -1);
    return job;
  }
  Job& qos(Seconds from, Seconds to, int machine, int cpus) {
    return hold(Class::qos, State::allocated, from, to, machine, cpus);
  }
  /// One fragment of 8 CPUs.
  Job& seeks(Seconds length, Seconds deadline = never) {
    Job& job = cluster_->candidate(-1, length, {{8}});
    job.deadline = deadline;
    return job;
  }
  SlotSearch search() { return {cluster_->tables, totals_, now, {}}; }

  /// The start that it finds.
  std::optional<Seconds> forward(Job& job, const Dates& ends) {
    return search().forward(job, ends) ? std::optional(job.start) : std::nullopt;
  }
  std::optional<Seconds> backward(Job& job, const Dates& starts, Power power = Power::none) {
    return search().backward(job, power, starts) ? std::optional(job.start) : std::nullopt;
  }

  Seconds now = 0;
  std::optional<OscarCluster> cluster_;
  Totals totals_;
};

TEST_F(OscarSlots, ForwardStartsNowOnAnEmptyCluster) {
  of(1);
  now = 10;
  EXPECT_EQ(forward(seeks(50), {}), 10);
}

// Busy until 100 and in [300, 400). Windows of 50 s from 10: 10 and 60 meet the first job, [110, 160) is
// free. It could start at 100, but windows lie side by side.
TEST_F(OscarSlots, ForwardGoesByWholeLengths) {
  of(1);
  qos(0, 100, 0, 1);
  qos(300, 400, 0, 1);
  now = 10;
  EXPECT_EQ(forward(seeks(50), {100, 400}), 110);
}

// The totals have 8 CPUs all the time from 0 on, but no machine has before 60: from there the second search
// starts. Windows from 0 are not tried on: [0, 50) passes the test of the totals at once.
TEST_F(OscarSlots, ForwardGoesOnFromTheNextEndWhenTheMachinesDoNotHoldIt) {
  of(2);
  qos(0, 100, 0, 4);
  qos(0, 60, 1, 4);
  Job& job = seeks(50);
  EXPECT_EQ(forward(job, {60, 100}), 60);
  EXPECT_EQ(job.fragments[0].machine, 1);
}

// Busy in [0, 100) but for 4 CPUs. Windows that end by 100 + 50: 30, and [80, 130); there is none from 130.
// The last end is tried although no window begins there.
TEST_F(OscarSlots, ForwardTriesTheLastEndAtLast) {
  of(1);
  qos(0, 100, 0, 4);
  now = 30;
  EXPECT_EQ(forward(seeks(50), {100}), 100);
}

TEST_F(OscarSlots, ForwardFindsNothingWhereNoMachineIsLargeEnough) {
  of(2);
  qos(0, 100, 0, 4);
  Job& job = cluster_->candidate(-1, 50, {{9}});
  const auto before = cluster_->state(500);
  EXPECT_EQ(forward(job, {100}), std::nullopt);
  EXPECT_EQ(job.start, -1);
  EXPECT_EQ(cluster_->state(500), before);
}

// Forward takes nothing from a starve job.
TEST_F(OscarSlots, ForwardRemovesNobody) {
  of(1);
  hold(Class::starve, State::allocated, 0, 100, 0, 8);
  EXPECT_EQ(forward(seeks(100), {100}), 100);
  EXPECT_EQ(cluster_->places(), "0: 0, 1: 0");
}

TEST_F(OscarSlots, BackwardEndsAtTheDeadline) {
  of(1);
  EXPECT_EQ(backward(seeks(50, 300), {}), 250);
}

// Busy in [240, 300). Windows back from 300: 250, [200, 250), [150, 200). It could start at 190.
TEST_F(OscarSlots, BackwardGoesByWholeLengths) {
  of(1);
  qos(240, 300, 0, 1);
  EXPECT_EQ(backward(seeks(50, 300), {240}), 150);
}

// At 250 8 CPUs are left, 4 on each machine. The next start before 300 is 220: [170, 220) is free on machine
// 1, which is taken from 220 on; machine 0 is from 200 on.
TEST_F(OscarSlots, BackwardGoesOnFromTheStartBeforeWhenTheMachinesDoNotHoldIt) {
  of(2);
  qos(200, 300, 0, 4);
  qos(220, 300, 1, 4);
  Job& job = seeks(50, 300);
  EXPECT_EQ(backward(job, {200, 220}), 170);
  EXPECT_EQ(job.fragments[0].machine, 1);
}

// A start at the end of the windows, 300, is not before it: the next is 200.
TEST_F(OscarSlots, BackwardGoesOnFromStartsThatAreReallyBefore) {
  of(2);
  qos(200, 300, 0, 4);
  qos(200, 300, 1, 4);
  qos(300, 400, 0, 4);
  EXPECT_EQ(backward(seeks(50, 300), {200, 200, 300}), 150);
}

// [40, 100) is the last window that ends at 100. None begins before now.
TEST_F(OscarSlots, BackwardDoesNotGoBeforeNow) {
  of(1);
  now = 40;
  EXPECT_EQ(backward(seeks(60, 100), {}), 40);
  of(1);
  now = 41;
  Job& job = seeks(60, 100);
  EXPECT_EQ(backward(job, {}), std::nullopt);
  EXPECT_EQ(job.start, -1);
  EXPECT_EQ(cluster_->places(), "0: -");
}

// Busy in [60, 100): the windows of 40 s back from 100 are 60 and 20, which is now, or over.
TEST_F(OscarSlots, BackwardTriesTheWindowThatBeginsNow) {
  of(1);
  qos(60, 100, 0, 1);
  now = 20;
  EXPECT_EQ(backward(seeks(40, 100), {60}), 20);
  of(1);
  totals_.reset(0, 8);
  qos(60, 100, 0, 1);
  now = 21;
  EXPECT_EQ(backward(seeks(40, 100), {60}), std::nullopt);
}

// The whole of [0, 200) is a starve job's. With the power over it the last window is had, without it, or
// when it is critical, none.
TEST_F(OscarSlots, BackwardCountsWhatItMayRemoveAsFree) {
  of(1);
  hold(Class::starve, State::allocated, 0, 200, 0, 8);
  EXPECT_EQ(backward(seeks(50, 200), {0}, Power::none), std::nullopt);
  EXPECT_EQ(backward(seeks(50, 200), {0}, Power::starves), 150);
  EXPECT_EQ(cluster_->places(), "0: -, 1: -, 2: 0");
  of(1);
  Job& critical = cluster_->place(Class::starve, State::allocated, 0, 200, {{8}}, {0});
  critical.critical = true;
  totals_.add(critical, -1);
  EXPECT_EQ(backward(seeks(50, 200), {0}, Power::starves), std::nullopt);
  EXPECT_EQ(cluster_->places(), "0: 0, 1: -");
}

// The totals hold nothing at 0, whoever may be killed: only the power over all looks at the machines.
TEST_F(OscarSlots, ThePowerOverAllIsNotBoundByTheTotals) {
  of(1);
  hold(Class::common, State::running, 0, 100, 0, 8);
  Job& job = seeks(50);
  job.powers.kills_common = true;
  EXPECT_FALSE(search().insert_at(job, 0, Power::starves));
  EXPECT_EQ(job.start, -1);
  EXPECT_TRUE(search().insert_at(job, 0, Power::all));
  EXPECT_EQ(job.start, 0);
  EXPECT_EQ(cluster_->places(), "0: -, 1: 0");
}

} // namespace oscarpbs_slots_test
} // namespace malha::cluster::oscarpbs
