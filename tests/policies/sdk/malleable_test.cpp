// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "policies/sdk/malleable.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing {
namespace malleable_test {

/// Evolving, on 2 to 8 nodes, in four parts.
Malleability example() {
  Malleability job;
  job.kind = JobKind::evolving;
  job.min = 2;
  job.pref = 4;
  job.max = 8;
  job.law = SpeedUp::read("table:2=60/4=40");
  job.parts = 4;
  job.cost = {3, 1};
  job.asks = read_asks("1:8 3:2");
  job.set_work(120);
  return job;
}

/// What is wrong with the example after that change.
template <class Change>
std::string refused(Change&& change) {
  auto job = example();
  change(job);
  return thrown<InputError>([&] { check(job); });
}

std::string refused_asks(const std::string& text) {
  return thrown<InputError>([&] { read_asks(text); });
}

std::string bounds(const std::string& law, int pref, int most) {
  const auto [min, same, max] = bounds_by_efficiency(SpeedUp::read(law), pref, most);
  EXPECT_EQ(same, pref);
  return std::to_string(min) + ' ' + std::to_string(max);
}

TEST(JobKind, HasANameInAnyLetters) {
  for (const auto kind :
       {JobKind::rigid, JobKind::moldable, JobKind::malleable, JobKind::evolving, JobKind::adaptive})
    EXPECT_EQ(job_kind_of(name_of(kind)), kind);
  EXPECT_EQ(job_kind_of("MALLEABLE"), JobKind::malleable);
  EXPECT_EQ(job_kind_of("Rigid"), JobKind::rigid);
  for (const char* const bad : {"", "rigid ", "mouldable", "elastic"})
    EXPECT_EQ(job_kind_of(bad), std::nullopt) << bad;
}

// Feitelson, Rudolph 1996; adaptive as in ElastiSim.
TEST(JobKind, SaysWhoAsksForAnotherSize) {
  const auto both = [](JobKind kind) { return std::pair(obeys(kind), may_ask(kind)); };
  EXPECT_EQ(both(JobKind::rigid), std::pair(false, false));
  EXPECT_EQ(both(JobKind::moldable), std::pair(false, false));
  EXPECT_EQ(both(JobKind::malleable), std::pair(true, false));
  EXPECT_EQ(both(JobKind::evolving), std::pair(false, true));
  EXPECT_EQ(both(JobKind::adaptive), std::pair(true, true));
}

// S(2) = 2 and S(4) = 2 x 60 / 40 = 3: 120 / 2 = 60 s on two nodes, 120 / 3 = 40 s on four and on eight.
TEST(Malleability, HasRunTimesByItsWork) {
  const auto job = example();
  EXPECT_EQ(job.run_at_pref, 40);
  EXPECT_EQ(job.run_time(2), 60);
  EXPECT_EQ(job.run_time(8), 40);
  EXPECT_EQ(job.run_time(1), never);
}

// 60 s on three nodes under Amdahl's law: work and back differ in the last digit.
TEST(Malleability, KeepsTheRunTimeOfItsTrace) {
  Malleability job;
  job.min = job.pref = job.max = 3;
  job.law = SpeedUp::amdahl(0.99);
  job.set_run_at_pref(60);
  EXPECT_NE(run_time_of(job.law, job.work, 3), 60);
  EXPECT_EQ(job.run_time(3), 60);
  EXPECT_DOUBLE_EQ(job.work, 60 / (0.01 + 0.99 / 3));
}

// ProjectWagomu, MalleableJobScheduling: "(min + max) / 2".
TEST(Malleability, PrefersTheMiddle) {
  EXPECT_EQ(usual_pref(1, 4), 2);
  EXPECT_EQ(usual_pref(2, 16), 9);
  EXPECT_EQ(usual_pref(7, 7), 7);
}

TEST(Malleability, PaysForMovingData) {
  const auto cost = cost_of_data(1e10, 2.5e9);
  EXPECT_EQ(cost.grow, 4);
  EXPECT_EQ(cost.shrink, 4);
}

TEST(Malleability, IsRightInOrder) {
  EXPECT_EQ(refused([](Malleability&) {}), "(nothing)");
  EXPECT_EQ(refused([](Malleability& job) {
              job.asks.clear();
              job.kind = JobKind::malleable;
              job.parts = Malleability::any_date;
            }),
            "(nothing)");
  EXPECT_EQ(refused([](Malleability& job) {
              job.kind = JobKind::rigid;
              job.min = job.pref = job.max = 2;
              job.asks.clear();
            }),
            "(nothing)");
}

TEST(RefusedMalleability, HasSizesThatDoNotAscend) {
  const std::string valid = "; valid: 1 <= min <= pref <= max";
  EXPECT_EQ(refused([](Malleability& job) { job.min = 0; }), "has min 0" + valid);
  EXPECT_EQ(refused([](Malleability& job) { job.min = 5; }), "has min 5 above pref 4" + valid);
  EXPECT_EQ(refused([](Malleability& job) { job.max = 3; }), "has pref 4 above max 3" + valid);
  EXPECT_EQ(refused([](Malleability& job) { job.kind = JobKind::rigid; }),
            "has type rigid, and min 2 below max 8; valid: the same min and max, or another type");
}

TEST(RefusedMalleability, CannotRun) {
  EXPECT_EQ(
      refused([](Malleability& job) { job.min = 1; }),
      "has speed-up law 'table:2=60/4=40', under which it cannot run on min 1; valid: a law that begins "
      "at min, or a larger min");
  for (const double bad : {0.0, -1.0, std::nan(""), never})
    EXPECT_EQ(refused([&](Malleability& job) { job.set_work(bad); }).substr(0, 8), "has work");
  EXPECT_EQ(refused([](Malleability& job) { job.set_run_at_pref(0); }),
            "has work 0 s; valid: work, or a run time, above 0 s");
}

TEST(RefusedMalleability, HasNoPartsOrACostBelow0) {
  EXPECT_EQ(refused([](Malleability& job) { job.parts = 0; }), "has 0 parts; valid: at least 1, or inf");
  EXPECT_EQ(refused([](Malleability& job) { job.cost.grow = -0.5; }),
            "has cost -0.5 s; valid: a time of at least 0 s");
  EXPECT_EQ(refused([](Malleability& job) { job.cost.shrink = never; }),
            "has cost inf s; valid: a time of at least 0 s");
}

TEST(RefusedMalleability, AsksWhereItCannot) {
  EXPECT_EQ(refused([](Malleability& job) { job.kind = JobKind::malleable; }),
            "has asks, and type malleable, which never asks; valid: type evolving or adaptive, or no asks");
  for (const int after : {0, 4, -1})
    EXPECT_EQ(refused([&](Malleability& job) {
                job.asks = {{after, 3}};
              }),
              "has asks '" + std::to_string(after) +
                  ":3' of a point that is not between two of its parts; valid: parts from 1 to 3");
  for (const int parts : {1, Malleability::any_date})
    EXPECT_EQ(
        refused([&](Malleability& job) { job.parts = parts; }),
        "has asks '1:8' of a point that is not between two of its parts; valid: no asks of a job of one "
        "part, or without parts");
  for (const int nodes : {1, 9})
    EXPECT_EQ(refused([&](Malleability& job) {
                job.asks = {{1, nodes}};
              }),
              "has asks '1:" + std::to_string(nodes) + "' beyond its sizes; valid: nodes from 2 to 8");
}

TEST(Asks, AreWrittenAsTheyAreRead) {
  EXPECT_EQ(text_of(read_asks("1:3 2:1 10:12")), "1:3 2:1 10:12");
  EXPECT_EQ(text_of(read_asks("")), "");
  const std::string valid =
      "; valid: part:nodes with spaces between them, by ascending parts, such as '1:3 2:1'";
  for (const std::string bad : {"1", "1:", ":1", "1:2:3", "x:1", "1:2.5", ""})
    EXPECT_EQ(refused_asks("1:3 " + bad), "asks '1:3 " + bad + "' has '" + bad + "'" + valid);
  EXPECT_EQ(refused_asks("2:1 2:3"), "asks '2:1 2:3' has part 2 behind part 2" + valid);
  EXPECT_EQ(refused_asks("2:1 1:3"), "asks '2:1 1:3' has part 1 behind part 2" + valid);
}

// ElastiSim, Job::calculateEvolvingRequest: at least num_nodes_min, at most num_nodes_max.
TEST(Asks, AreClippedIntoTheSizes) {
  auto job = example();
  job.asks = read_asks("1:1 2:5 3:20");
  EXPECT_EQ(clip_asks(job), 2);
  EXPECT_EQ(text_of(job.asks), "1:2 2:5 3:8");
  EXPECT_EQ(clip_asks(job), 0);
}

// The generator of ProjectWagomu, MalleableJobScheduling. Amdahl's efficiency is 1 / (f + (1 - f) n): above
// .95 up to n = 2.05, 6.3, 53.7 for f = .95, .99, .999, and above .5 up to just below 21, 101, 1001.
TEST(SizeBounds, AreThoseOfPosnersGenerator) {
  EXPECT_EQ(bounds("amdahl:.95", 4, 8), "2 8");
  EXPECT_EQ(bounds("amdahl:.95", 4, 64), "2 16");
  EXPECT_EQ(bounds("amdahl:.99", 16, 64), "4 64");
  EXPECT_EQ(bounds("amdahl:.999", 64, 1024), "32 512");
}

TEST(SizeBounds, HaveThePreferredSizeBetweenThem) {
  EXPECT_EQ(bounds("amdahl:.95", 1, 8), "1 8");
  EXPECT_EQ(bounds("amdahl:.5", 16, 64), "1 16"); // above .5 below three nodes: two
  EXPECT_EQ(bounds("linear", 5, 40), "5 32");
  EXPECT_EQ(bounds("linear", 40, 40), "32 40");
  EXPECT_EQ(bounds("amdahl:0", 3, 64), "1 3");
}

// Efficiencies on four nodes for shares .95 to .999: .87 to .997. On 16 nodes .8 needs a share above
// 1 - .25 / 15 = .9833. On one node all are 1, and the first one is taken: input_files/small of
// ProjectWagomu has .999 there. No share is above on 512 nodes: 1 / (.999 + .512) = .66.
TEST(ParallelShare, IsTheLeastEfficientAboveTheBound) {
  const std::vector<double> shares{0.999, 0.995, 0.99, 0.985, 0.98, 0.975, 0.97, 0.965, 0.96, 0.955, 0.95};
  EXPECT_EQ(parallel_share_for(4, shares), 0.95);
  EXPECT_EQ(parallel_share_for(2, shares), 0.95);
  EXPECT_EQ(parallel_share_for(1, shares), 0.999);
  EXPECT_EQ(parallel_share_for(16, shares), 0.985);
  EXPECT_EQ(parallel_share_for(512, shares), 0.999);
}

TEST(Parts, AreAboutAsLongAsWanted) {
  EXPECT_EQ(parts_of(600, 60), 10);
  EXPECT_EQ(parts_of(659, 60), 10);
  EXPECT_EQ(parts_of(59, 60), 1);
  EXPECT_EQ(parts_of(1e9, 60), 1000);
  EXPECT_EQ(parts_of(1e12, 1, 50), 50);
}

// Paired comparisons: who may change at 20 % may also do so at 40 %. Of 5000 jobs the shares are off by less
// than four standard deviations of a binomial, 4 sqrt(p (1 - p) / 5000) <= .0283.
TEST(DrawnShare, GrowsWithoutLosingAJob) {
  const std::vector<double> shares{0, 0.2, 0.4, 0.8, 1};
  std::vector<RandomEngine> engines(shares.size(), RandomEngine(7));
  std::vector<int> drawn(shares.size());
  for (int job = 0; job < 5000; ++job) {
    bool before = false;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const bool is_drawn = draw_share(engines[i], shares[i]);
      EXPECT_TRUE(is_drawn || !before) << job;
      drawn[i] += is_drawn ? 1 : 0;
      before = is_drawn;
    }
  }
  for (std::size_t i = 0; i < shares.size(); ++i)
    EXPECT_NEAR(drawn[i] / 5000.0, shares[i], 0.0283);
  EXPECT_EQ(drawn.front(), 0);
  EXPECT_EQ(drawn.back(), 5000);
}

} // namespace malleable_test
} // namespace malha::testing
