// SPDX-License-Identifier: MIT
#include "size_asking.hpp"

namespace malha::cluster {
namespace shrink_to_start_test {

using test::SizeAsking;
using test::sizes;
using Texts = std::vector<std::string>;

SizeAsking asking(const std::string& rule, const std::map<std::string, std::string>& more = {}) {
  auto parameters = more;
  parameters["rule"] = rule;
  return SizeAsking("cluster/shrink_to_start", parameters);
}

/// Jobs of one to eight nodes, which prefer three.
JobSizes usual() { return sizes(JobKind::malleable, 1, 3, 8); }

// Of 8 nodes: min starts all three jobs on one, and then the five that are left go to the one with the
// fewest: 3 + 3 + 2. pref starts 3 + 3 + 2.
TEST(ShrinkToStart, StartsJobsOnTheSizeOfItsRule) {
  for (const char* rule : {"min", "pref", "average", "keep_pref"}) {
    auto shrink = asking(rule);
    for (const JobHandle job : {0U, 1U, 2U})
      shrink.waits(job, usual(), 10);
    EXPECT_EQ(shrink.answer(8), "0:3 1:3 2:2") << rule;
  }
}

// With job 1, which has one size, there are four nodes left: min gives all to job 0, up to its maximum of 8,
// keep_pref two, up to 3.
TEST(ShrinkToStart, GivesIdleNodesUpToTheBoundOfItsRule) {
  for (const auto& [rule, expected] : std::map<std::string, std::string>{
           {"min", "0:7"}, {"average", "0:7"}, {"pref", "0:7"}, {"keep_pref", "0:3"}}) {
    auto shrink = asking(rule);
    shrink.runs(1, sizes(JobKind::rigid, 1, 1, 1), 1);
    shrink.waits(0, usual(), 10);
    EXPECT_EQ(shrink.answer(8), expected) << rule;
  }
}

// Jobs 0 and 1 have five and three of 8 nodes. Job 2 needs two. By min, those above one: job 0 gives both,
// which leaves three. By pref only job 0 has any above three, and these are two. At its point job 2 starts.
TEST(ShrinkToStart, LetsJobsWithTheMostNodesShrink) {
  for (const char* rule : {"min", "pref", "keep_pref"}) {
    auto shrink = asking(rule);
    auto& large = shrink.runs(0, usual(), 5);
    shrink.runs(1, usual(), 3);
    shrink.waits(2, sizes(JobKind::rigid, 2, 2, 2), 10);
    EXPECT_EQ(shrink.answer(8), "0>3") << rule;
    EXPECT_EQ(shrink.reasons, Texts{"2 nodes_promised"});
    large.target = 3;
    EXPECT_EQ(shrink.answer(8), "") << rule;
    large.at_point = true;
    EXPECT_EQ(shrink.answer(8), "2:0 0>3") << rule;
  }
}

// Job 0 has 7 of up to 8 nodes, job 1 has 4 of up to 4. Job 1 is the largest relative to its sizes: 3 / 3,
// then 2 / 3 against 6 / 7; so that each gives one. By min job 0 would give both.
TEST(ShrinkToStart, EvensOutRelativeSizes) {
  for (const auto& [rule, expected] :
       std::map<std::string, std::string>{{"average", "0>6 1>3"}, {"min", "0>5"}}) {
    auto shrink = asking(rule);
    shrink.runs(0, usual(), 7);
    shrink.runs(1, sizes(JobKind::malleable, 1, 2, 4), 4);
    shrink.waits(2, sizes(JobKind::rigid, 2, 2, 2), 10);
    EXPECT_EQ(shrink.answer(11), expected) << rule;
  }
}

// Nobody has more than it prefers, so that pref helps nobody. deep=on takes two of job 0 and one of job 1,
// for the three that job 2 prefers. When only two nodes are above the minima, job 2 is promised its minimum.
TEST(ShrinkToStart, GoesBelowPreferredSizesIfItIsDeep) {
  for (const auto& [deep, expected] : std::map<std::string, std::string>{{"off", ""}, {"on", "0>1 1>2"}}) {
    auto shrink = asking("pref", {{"deep", deep}});
    shrink.runs(0, usual(), 3);
    shrink.runs(1, usual(), 3);
    shrink.waits(2, usual(), 10);
    EXPECT_EQ(shrink.answer(6), expected);
  }
  auto shrink = asking("pref", {{"deep", "on"}});
  shrink.runs(0, usual(), 2);
  shrink.runs(1, usual(), 2);
  shrink.waits(2, usual(), 10);
  EXPECT_EQ(shrink.answer(4), "0>1");
  EXPECT_THROW(asking("min", {{"deep", "on"}}), std::exception);
}

// Job 0 has six of 8 nodes, and is to give five for job 2. Job 3 comes, and needs one: it starts on one of
// the two that are free. Then job 0 is at its point: its five nodes are kept for job 2, and not for job 4,
// which comes then; it gets the one that is left.
TEST(ShrinkToStart, KeepsWhatWasGivenForThosePromised) {
  auto shrink = asking("min");
  auto& running = shrink.runs(0, usual(), 6);
  shrink.waits(2, sizes(JobKind::rigid, 5, 5, 5), 10);
  EXPECT_EQ(shrink.answer(8), "0>1");
  running.target = 1;
  shrink.waits(3, sizes(JobKind::rigid, 1, 1, 1), 10);
  EXPECT_EQ(shrink.answer(8), "3:0");
  shrink.runs(3, sizes(JobKind::rigid, 1, 1, 1), 1);
  running.at_point = true;
  shrink.waits(4, usual(), 10);
  EXPECT_EQ(shrink.answer(8), "2:0 4:1 0>1");
}

// Job 1 ends before job 0 is at its point, so that job 2 starts. Nobody waits: job 0 keeps its four nodes.
TEST(ShrinkToStart, LetsJobsKeepTheirNodesIfNobodyWaits) {
  auto shrink = asking("min");
  auto& running = shrink.runs(0, usual(), 4);
  shrink.runs(1, sizes(JobKind::rigid, 2, 2, 2), 2);
  shrink.waits(2, sizes(JobKind::rigid, 2, 2, 2), 10);
  EXPECT_EQ(shrink.answer(6), "0>2");
  running.target = 2;
  shrink.ends(1);
  EXPECT_EQ(shrink.answer(6), "2:0 0>4");
}

// Two of 8 nodes are free, five more from 100 on, and the last from 200 on. Job 0 needs six, and nobody can
// shrink; at 100 it leaves one. Jobs start on one node: job 1 ends by 100; job 2 would not, and takes the one
// that is left; job 3 finds nothing.
TEST(ShrinkToStart, FillsGapsAsEasyDoes) {
  for (const auto& [backfill, expected] :
       std::map<std::string, std::string>{{"none", ""}, {"easy", "1:1 2:1"}}) {
    auto shrink = asking("min", {{"backfill", backfill}});
    shrink.runs(7, sizes(JobKind::rigid, 5, 5, 5), 5, 100);
    shrink.runs(8, sizes(JobKind::rigid, 1, 1, 1), 1, 200);
    shrink.waits(0, sizes(JobKind::rigid, 6, 6, 6), 10);
    shrink.waits(1, sizes(JobKind::malleable, 1, 2, 2), 50); // 100 s on one node
    shrink.waits(2, sizes(JobKind::malleable, 1, 2, 2), 51); // 102 s on one node, beside job 0
    shrink.waits(3, sizes(JobKind::rigid, 1, 1, 1), 1);
    EXPECT_EQ(shrink.answer(8), expected);
  }
}

} // namespace shrink_to_start_test
} // namespace malha::cluster
