// SPDX-License-Identifier: MIT
// The reference against dates that were published or derived, and against its own invariants.
#include "reference_invariants.hpp"
#include "reference_jobs.hpp"
#include "reference_strategies.hpp"

#include "policies/sdk/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha::testing::malleable {
namespace reference_test {

using Rows = std::vector<std::string>;

Rows rows_of_four(Strategy strategy) { return texts(reference(four(), 4, strategy)); }

// Job 0 computes 24 s of work on two nodes, job 1 8 s on two; then jobs 2 and 3 start on one each.
TEST(Reference, RunsRigidJobsInOrder) {
  EXPECT_EQ(rows_of_four(Strategy::rigid), (Rows{"0:2; 12", "1:2; 5", "5:1; 11", "5:1; 11"}));
}

// Job 3: two nodes from 9 on, and 2 s of work a part. At 10 job 1 ends, and the request for three is granted:
// a pause of 1 s, then 2/3 s. Then it asks for one: 1 s of pause, and 2 s.
TEST(Reference, IsGreedy) {
  EXPECT_EQ(rows_of_four(Strategy::greedy),
            (Rows{"0:4; 6", "6:2; 10", "6:2; 9", "9:2 10:3 11.6666667:1; 14.6666667"}));
}

// Job 0: parts of 4 s of work, so points at 1 (four nodes), 3 (two), 7 (one), 9 (two) and 10.33 (three). At 7
// job 3 asks for three nodes, of which one is free at most.
TEST(Reference, SharesEqually) {
  EXPECT_EQ(rows_of_four(Strategy::equi),
            (Rows{"0:4 1:2 3:1 7:2 9:3; 11.6666667", "1:2; 5", "3:1; 9", "5:1; 11"}));
}

TEST(Reference, ShrinksJobsToTheirMinimum) {
  EXPECT_EQ(rows_of_four(Strategy::min),
            (Rows{"0:4 1:2 3:1 7:2 9:3; 11.6666667", "1:2; 5", "3:1; 9", "5:1; 11"}));
}

// At 1 job 0 gives back the two nodes above those that it prefers, and nothing after that.
TEST(Reference, ShrinksJobsToTheirPreferredSize) {
  EXPECT_EQ(rows_of_four(Strategy::pref), (Rows{"0:4 1:2; 11", "1:2; 5", "5:1; 11", "5:1; 11"}));
}

TEST(Reference, KeepsPreferredSizes) {
  EXPECT_EQ(rows_of_four(Strategy::keep_pref), (Rows{"0:2; 12", "1:2; 5", "5:1; 11", "5:1; 11"}));
}

// EPCC, mira-cirrus-elastisim 938f4d0, cirrus-cpu-simple-moldable-short: output of ElastiSim. Linear, greedy.
TEST(Reference, EndsMoldableJobsWhenElastiSimDoes) {
  std::vector<Seconds> ends;
  for (const auto& run : reference(cirrus_short(), 13249, Strategy::greedy))
    ends.push_back(run.end);
  const std::vector<Seconds> published{711.5, 939, 951, 925, 2437, 3719, 3661.5, 3665.5, 3639};
  ASSERT_EQ(ends.size(), published.size());
  for (std::size_t i = 0; i < ends.size(); ++i)
    EXPECT_NEAR(ends[i], published[i], 1e-9) << i;
}

// ProjectWagomu, MalleableJobScheduling, input_files/small: 8 rigid jobs on 16 nodes of 1e12 flop/s. Ends by
// Amdahl's law: the last one waits for nobody, 59167 + ….
TEST(Reference, EndsRigidJobsByAmdahlsLaw) {
  struct Small {
    Seconds submitted;
    int nodes;
    double work, parallel;
    Seconds end;
  };
  const std::vector<Small> small{{0, 4, 174634.39623331802, 0.95, 50207.38891707894},
                                 {4140, 1, 5, 0.999, 4145},
                                 {14219, 4, 177408.6434649175, 0.95, 65223.98499616379},
                                 {31088, 4, 171924.92389302514, 0.95, 80516.41561924474},
                                 {38278, 4, 174207.94094705468, 0.95, 88362.78302227822},
                                 {50659, 4, 178383.80816162642, 0.95, 101944.3448464676},
                                 {53888, 2, 58126.30820390868, 0.95, 95740.29680321584},
                                 {59167, 4, 177856.83359712016, 0.95, 131650.2552784168}};
  std::vector<ReferenceJob> jobs;
  for (const auto& one : small) {
    jobs.push_back(job(static_cast<std::int64_t>(jobs.size()), one.submitted, JobKind::rigid, one.nodes,
                       one.nodes, one.nodes, 0));
    jobs.back().size.law = SpeedUp::amdahl(one.parallel);
    jobs.back().size.set_work(one.work);
  }
  const auto runs = reference(jobs, 16, Strategy::rigid);
  for (std::size_t i = 0; i < small.size(); ++i)
    EXPECT_NEAR(runs[i].end, small[i].end, 1e-9) << i;
}

// Works 4, 8, 12 on 12 nodes that are shared at any date: four nodes each, then six, then twelve. Ends at 1,
// 1 + 4 / 6 and that + 4 / 12.
TEST(Reference, SharesAtAnyDateInPartsWithoutPoints) {
  std::vector<ReferenceJob> jobs;
  for (const double work : {4, 8, 12}) {
    jobs.push_back(job(static_cast<std::int64_t>(jobs.size()), 0, JobKind::malleable, 1, 6, 12, work));
    jobs.back().size.parts = Malleability::any_date;
  }
  EXPECT_EQ(texts(reference(jobs, 12, Strategy::equi)),
            (Rows{"0:4; 1", "0:4 1:6; 1.6666667", "0:4 1:6 1.6666667:12; 2"}));
}

const std::vector<Strategy> strategies{Strategy::rigid, Strategy::greedy, Strategy::equi,
                                       Strategy::min,   Strategy::pref,   Strategy::keep_pref};

TEST(ReferenceInvariants, ConserveWorkWithinSizesAndCapacity) {
  constexpr int nodes = 12;
  std::mt19937 random(1);
  std::size_t changes = 0;
  int granted = 0;
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs(random, false);
    for (const auto strategy : strategies) {
      SCOPED_TRACE(std::to_string(instance) + " " + std::to_string(static_cast<int>(strategy)));
      const auto runs = reference(jobs, nodes, strategy);
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        expect_in_bounds(jobs[i], runs[i]);
        changes += runs[i].sizes.size() - 1;
        granted += runs[i].granted;
      }
      EXPECT_LE(most_held(runs), nodes);
    }
  }
  EXPECT_GT(changes, 1000U);
  EXPECT_GT(granted, 1000);
}

TEST(ReferenceInvariants, AreRigidWhereEachJobHasOneSize) {
  std::mt19937 random(2);
  for (int instance = 0; instance < 1000; ++instance) {
    const auto jobs = random_jobs(random, true);
    const auto rigid = texts(reference(jobs, 12, Strategy::rigid));
    for (const auto strategy : strategies)
      EXPECT_EQ(texts(reference(jobs, 12, strategy)), rigid) << instance;
  }
}

// No cost, one part: nothing can change after the start.
TEST(ReferenceInvariants, AreTheSameForMalleableAndMoldableJobsOfOnePart) {
  std::mt19937 random(3);
  for (int instance = 0; instance < 300; ++instance) {
    auto jobs = random_jobs(random, false);
    for (auto& one : jobs) {
      one.size.parts = 1;
      one.size.asks.clear();
      one.size.kind = one.size.kind == JobKind::rigid ? JobKind::rigid : JobKind::malleable;
    }
    auto moldable = jobs;
    for (auto& one : moldable)
      one.size.kind = one.size.kind == JobKind::rigid ? JobKind::rigid : JobKind::moldable;
    EXPECT_EQ(texts(reference(jobs, 12, Strategy::greedy)), texts(reference(moldable, 12, Strategy::greedy)))
        << instance;
  }
}

} // namespace reference_test
} // namespace malha::testing::malleable
