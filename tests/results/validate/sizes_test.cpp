// SPDX-License-Identifier: MIT
// Runs by hand of jobs that change their nodes: sizes.csv, and what other rules make of it.
#include "tests/results/support/hand_made_grid.hpp"

namespace malha::testing {
namespace validate_sizes_test {

/// Job 0 is malleable, on 2 to 4 nodes of 1 Gflop/s, and takes 40 s on 2 of them: W = 80 s, in 4 parts. At 10
/// a part is done and it grows to 4 nodes, pauses for 5 s, and does the next part in 20 / 4 = 5 s. At 20 it
/// shrinks to 2 nodes, pauses for 2 s, and does 40 s of work in 20 s. Job 1 gets the other nodes at 20.
class Sizes : public Grid {
protected:
  Sizes() {
    rows_ = {row(1, 3, 20, 40, "2-3"), row(0, 0, 0, 42, "0-1")};
    rows_[1].task.work = 40 * gigaflops;
    rows_[1].metadata = about("malleable");
    sizes(lines_of_sizes_);
  }

  static std::string about(const std::string& type, const std::string& more = ";law=linear;parts=4;work=80") {
    return "type=" + type + ";min_nodes=2;max_nodes=4" + more;
  }
  void sizes(const std::string& lines) {
    write_text(folder_ / "sizes.csv", header_of("sizes.csv") + "\n" + lines);
  }
  /// What is said with these lines of sizes.csv instead of others.
  Texts changed(const std::string& from, const std::string& to) {
    const auto found = lines_of_sizes_.find(from);
    EXPECT_NE(found, std::string::npos) << from;
    sizes(std::string(lines_of_sizes_).replace(found, from.size(), to));
    return violations();
  }
  /// "job 0 (…/sizes.csv:3)".
  std::string in_sizes(std::size_t number) const { return "job 0 (" + line("sizes.csv", number) + ")"; }
  std::string done(const std::string& share, const std::string& how = "completed") const {
    return "sizes: " + who(1) + " has " + how + ", and by its rows in sizes.csv it has done " + share +
           " of its work";
  }
  std::string no_point(std::size_t number, const std::string& share) const {
    return "sizes: " + in_sizes(number) + " is a change when " + share +
           " of the work is done; valid: after some of the 4 parts";
  }

  const std::string lines_of_sizes_ = "0,0,2,0-1,0\n0,10,4,0-3,5\n0,20,2,0-1,2\n";
};

TEST_F(Sizes, AreValid) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  const auto says = [&](const std::string& what) {
    return std::count(found.checks.begin(), found.checks.end(), what);
  };
  EXPECT_EQ(says("3 rows of sizes.csv: jobs have nodes within their bounds, and change them at their points"),
            1);
  EXPECT_EQ(says("jobs that change their size do all of their work, and no more"), 1);
}

// Without the file, job 0 was on nodes 0 and 1 all the time, which take 40 s for it; nothing is said of
// sizes.
TEST_F(Sizes, AreNotAskedForInARunWithoutThem) {
  std::filesystem::remove(folder_ / "sizes.csv");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  for (const auto& check : found.checks)
    EXPECT_EQ(check.find("size"), std::string::npos) << check;
}

// Metrics of jobs that may change their size are written only where sizes.csv has rows.
TEST_F(Sizes, AreMissingWhereMetricsCountThem) {
  const auto with_metric = [this](const std::string& name, const std::string& value) {
    write_text(folder_ / "schedule.csv", "simulated_time" + name + "\n42" + value + "\n");
    return violations();
  };
  EXPECT_EQ(with_metric(",resizes", ",2"), Texts{});
  const Texts missing{"sizes: schedule.csv has resizes, and sizes.csv has no row"};
  sizes("");
  EXPECT_EQ(with_metric(",resizes", ",2"), missing);
  std::filesystem::remove(folder_ / "sizes.csv");
  EXPECT_EQ(with_metric(",resizes", ",2"), missing);
  EXPECT_EQ(with_metric(",resizes", ",0"), missing); // they could have been resized
  EXPECT_EQ(with_metric(",resizes", ","), Texts{});
  EXPECT_EQ(with_metric("", ""), Texts{});
}

// A delay whose metadata do not say its work.
TEST_F(Sizes, OfWhichNoWorkIsKnown) {
  rows_[1].task.work = 0;
  rows_[1].metadata = about("malleable", ";law=linear;parts=4");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  const auto says = [](const Texts& all, const std::string& what) {
    return std::count(all.begin(), all.end(), what);
  };
  EXPECT_EQ(
      says(found.unchecked, "the work of jobs that change their size: none of them says how much it has"), 1);
  EXPECT_EQ(says(found.checks, "jobs that change their size do all of their work, and no more"), 0);
}

// Each column of each row, changed.
TEST_F(Sizes, OfAnotherJob) {
  EXPECT_EQ(
      changed("0,10,4", "1,10,4"),
      (Texts{"sizes: " + who(0) +
                 " has rows in sizes.csv, and its metadata do not say its kind and its "
                 "least and greatest number of nodes",
             "sizes: " + in_sizes(4) + " changes nodes 0-1 to 0-1; valid: some more, or some of them"}));
}
TEST_F(Sizes, OfAnUnknownJob) {
  EXPECT_EQ(
      changed("0,0,2,0-1,0\n0,10", "7,0,2,0-1,0\n0,10"),
      (Texts{"sizes: " + who(1) + " has no row in sizes.csv at 0, when it starts",
             "sizes: job 7 (" + line("sizes.csv", 2) + ") has no row in jobs.csv that says that it ran"}));
}

// By 11 s on 2 nodes 22 of 80 s of work are done. With 4 nodes a second less, in all 78 s.
TEST_F(Sizes, AtAnotherDate) {
  EXPECT_EQ(changed("0,0,2", "0,0.5,2")[0],
            "sizes: " + who(1) + " has no row in sizes.csv at 0, when it starts");
  const auto found = changed("0,10,4", "0,11,4");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], no_point(3, "0.275"));
  EXPECT_EQ(changed("0,20,2", "0,19,2")[0], no_point(4, "0.45"));
  EXPECT_EQ(changed("0,10,4", "0,10.00001,4").size(), 2u); // ten microseconds are found
}

// At 21 job 1 is on nodes 2 and 3 already.
TEST_F(Sizes, ThatEndTooLate) {
  const auto found = changed("0,20,2", "0,21,2");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], no_point(4, "0.55"));
  EXPECT_EQ(found[1], "capacity: n2 runs 2 tasks at 20 (job 1 the last) and has 1 slot");
  EXPECT_EQ(found[2], "capacity: n3 runs 2 tasks at 20 (job 1 the last) and has 1 slot");
}

TEST_F(Sizes, CountedWrongly) {
  EXPECT_EQ(changed("0,10,4", "0,10,3"),
            Texts{"sizes: " + in_sizes(3) + " has 3 nodes, and its resources are 4"});
}

// Job 0 does on 3 nodes 15 of 80 s of work between 15 and 20.
TEST_F(Sizes, OnOtherNodes) {
  EXPECT_EQ(changed("0,10,4,0-3", "0,10,3,0-2"), Texts{no_point(4, "0.4375")});
  EXPECT_EQ(
      changed("0,0,2,0-1", "0,0,2,0 4"),
      (Texts{"sizes: " + in_sizes(2) + " is on resource 4, which is not in resources.csv",
             "sizes: " + in_sizes(3) + " changes nodes 0 4 to 0-3; valid: some more, or some of them"}));
  EXPECT_EQ(changed("0,20,2,0-1", "0,20,2,1-2"),
            (Texts{"sizes: " + in_sizes(4) + " has the last nodes of its job, 1-2, and the job ends on 0-1",
                   "capacity: n2 runs 2 tasks at 20 (job 0 the last) and has 1 slot"}));
}
// Only the first one of the unknown resources is named.
TEST_F(Sizes, OnSeveralUnknownNodes) {
  EXPECT_EQ(
      changed("0,0,2,0-1", "0,0,2,4-5"),
      (Texts{"sizes: " + in_sizes(2) + " is on resource 4, which is not in resources.csv",
             "sizes: " + in_sizes(3) + " changes nodes 4-5 to 0-3; valid: some more, or some of them"}));
}
TEST_F(Sizes, BeyondTheBounds) {
  EXPECT_EQ(changed("0,0,2,0-1", "0,0,1,0"),
            Texts{"sizes: " + in_sizes(2) + " has 1 resource, and its job may have 2 to 4"});
}

// A pause of 4 s: on 4 nodes it does 24 s of work. One of 3 s before the end: 19 s on 2 nodes.
TEST_F(Sizes, WithAnotherPause) {
  EXPECT_EQ(changed("0-3,5", "0-3,4"), Texts{no_point(4, "0.55")});
  EXPECT_EQ(changed("0,20,2,0-1,2", "0,20,2,0-1,3"), Texts{done("0.975")});
  EXPECT_EQ(changed("0,20,2,0-1,2", "0,20,2,0-1,1"), Texts{done("1.025")});
  EXPECT_EQ(changed("0,0,2,0-1,0", "0,0,2,0-1,1"),
            Texts{"sizes: " + in_sizes(2) + " has a pause of 1 s; valid: 0 at a start"});
  EXPECT_EQ(changed("0-3,5", "0-3,-5"),
            Texts{"sizes: " + in_sizes(3) + " has a pause of -5 s; valid: from 0 on"});
}

TEST_F(Sizes, MissingOrTwice) {
  EXPECT_EQ(changed("0,10,4,0-3,5\n", ""),
            Texts{"sizes: " + in_sizes(3) + " changes nodes 0-1 to 0-1; valid: some more, or some of them"});
  EXPECT_EQ(changed("0,20,2,0-1,2\n", "")[0],
            "sizes: " + in_sizes(3) + " has the last nodes of its job, 0-3, and the job ends on 0-1");
  EXPECT_EQ(changed("0,20,2,0-1,2\n", "0,20,2,0-1,2\n0,20,2,0-1,2\n"),
            Texts{"sizes: " + in_sizes(5) + " changes nodes 0-1 to 0-1; valid: some more, or some of them"});
}

TEST_F(Sizes, OutOfOrder) {
  EXPECT_EQ(changed("0,10,4,0-3,5\n0,20,2,0-1,2\n", "0,20,2,0-1,2\n0,10,4,0-3,5\n"),
            Texts{"sizes: " + in_sizes(3) +
                  " is at 20, and the row of its job in line 4 at 10; valid: rows by "
                  "their dates"});
}

// Two pauses for growth: 5 s, and 4 s at 20, where it grows from 3 nodes to 4.
TEST_F(Sizes, WithPausesOfTwoLengths) {
  rows_ = {row(0, 0, 0, 42, "0-3")};
  rows_[0].task.resources = 2;
  rows_[0].metadata = about("malleable");
  sizes("0,0,2,0-1,0\n0,10,3,0-2,5\n0,20,4,0-3,4\n");
  EXPECT_EQ(violations(),
            Texts{"sizes: " + in_sizes(4) + " has a pause of 4 s, and 5 s when it grew before"});
}

// A job of one size, 40 Gflop on each of 2 nodes, takes 20 s on 4.
TEST_F(Sizes, OfJobsThatKeepTheirs) {
  rows_ = {row(0, 0, 0, 20, "0-3")};
  rows_[0].task = {};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("moldable");
  sizes("0,0,4,0-3,0\n");
  EXPECT_EQ(violations(), Texts{});
  rows_[0].finish = 19;
  EXPECT_EQ(violations(), Texts{"sizes: " + who(0) +
                                " has completed, and by its rows in sizes.csv it has done "
                                "0.95 of its work"});
  rows_[0].finish = 20;
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n");
  EXPECT_EQ(violations(), Texts{"sizes: " + in_sizes(3) + " is a change, and its job is moldable"});
  sizes("9,0,2,0-1,0\n");
  EXPECT_EQ(violations()[2], "sizes: " + who(0) + " is moldable, and has no row in sizes.csv");
}

// Amdahl's law with f = .5: S(2) = 4/3 and S(4) = 8/5. On 4 nodes it takes 40 x 5/6 s.
TEST_F(Sizes, FollowTheLaw) {
  rows_ = {row(0, 0, 0, 40 * 5.0 / 6, "0-3")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable", ";law=amdahl:.5;parts=inf;work=53.333333333333336");
  sizes("0,0,4,0-3,0\n");
  EXPECT_EQ(violations(), Texts{});
  rows_[0].metadata = about("malleable", ";law=amdahl:.6;parts=inf;work=53.333333333333336");
  EXPECT_EQ(violations().size(), 1u);
}

// parts=inf: by 11 on 2 nodes 22 s of work, from 16 to 20 on 4 nodes 16; 42 s are left, which take 21.
TEST_F(Sizes, MayChangeAtAnyDateWithInfiniteParts) {
  rows_[1].metadata = about("malleable", ";law=linear;parts=inf;work=80");
  rows_[1].finish = 43;
  sizes("0,0,2,0-1,0\n0,11,4,0-3,5\n0,20,2,0-1,2\n");
  EXPECT_EQ(violations(), Texts{});
}

// Tables may be too long for metadata. By 11 s no part is done, whatever the law is; nobody can say so.
TEST_F(Sizes, OfAJobWhoseLawIsNotSaidAreNotCheckedForItsWork) {
  EXPECT_NE(changed("0,10,4", "0,11,4"), Texts{});
  rows_[1].metadata = about("malleable", ";parts=4;work=80");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  const auto says = [](const Texts& all, const std::string& what) {
    return std::count(all.begin(), all.end(), what);
  };
  EXPECT_EQ(says(found.unchecked, "the work of 1 job of several sizes, whose law is not in the metadata"), 1);
  EXPECT_EQ(says(found.checks, "jobs that change their size do all of their work, and no more"), 0);
}

// A delay has no work in jobs.csv, but in its metadata.
TEST_F(Sizes, OfDelays) {
  rows_[1].task.is_delay = true;
  rows_[1].task.length = 40;
  EXPECT_EQ(violations(), Texts{});
  rows_[1].metadata = about("malleable", ";law=linear;parts=4;work=60");
  EXPECT_NE(violations(), Texts{});
}

// Node 3 fails at 17, when the second part of job 0 is not done: it goes on at 17 with 3 nodes from its first
// point, pauses for 2 s, and does the other 60 s of work in 20 s.
TEST_F(Sizes, FallBackWhereANodeIsLost) {
  rows_ = {row(0, 0, 0, 39, "0-2")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable");
  outages("3,17,60\n");
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,17,3,0-2,2\n");
  EXPECT_EQ(violations(), Texts{});
  outages("3,18,60\n");
  EXPECT_EQ(violations(),
            Texts{"sizes: " + in_sizes(4) +
                  " is a change when 0.35 of the work is done; valid: after some of the 4 parts"});
}

// Node 3 fails when all but 5e-12 of the second part is done, which is within the rounding error of dates.
// From the first point on, 60 s of work take 2 s and 20 s on 3 nodes, up to 42 s; from the second one, 40 s
// take 2 s and 13.3 s, up to 35.3 s.
TEST_F(Sizes, FallBackToEitherPointWhereANodeIsLostAtTheSecond) {
  rows_ = {row(0, 0, 0, 42, "0-2")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable");
  outages("3,19.9999999999,60\n");
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,19.9999999999,3,0-2,2\n");
  EXPECT_EQ(violations(), Texts{});
  rows_[0].finish = 22 + 40. / 3;
  EXPECT_EQ(violations(), Texts{});
  rows_[0].finish = 34; // 36 of 40 s of work
  EXPECT_EQ(violations().size(), 1U);
  rows_[0].finish = 43; // 63 of 60 s
  EXPECT_EQ(violations().size(), 1U);
}

// It grows at 10 and is lost at 16 with node 3. Its second attempt has 4 nodes from 20 on, for 20 s.
TEST_F(Sizes, OfEachAttempt) {
  shows_ = R"("attempts_end": ["node_lost"])";
  rows_ = {row(0, 0, 20, 40, "0-3")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable");
  others(0, 1, 16);
  outages("3,16,18\n");
  lines_ = "0,0,1,0-3,0,16,node_lost,4e+10\n0,0,2,0-3,20,40,COMPLETED_SUCCESSFULLY,4e+10\n";
  attempts(lines_);
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,20,4,0-3,0\n");
  EXPECT_EQ(violations(), Texts{});
  // The last attempt needs 20 s whatever the first did.
  sizes("0,0,2,0-1,0\n0,20,4,0-3,0\n");
  EXPECT_EQ(violations(),
            Texts{"sizes: " + in_sizes(2) + " has the last nodes of its job, 0-1, and the job ends on 0-3"});
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,20,3,0-2,0\n");
  EXPECT_EQ(violations()[0],
            "sizes: " + in_sizes(4) + " has the last nodes of its job, 0-2, and the job ends on 0-3");
}

// A job that was stopped has done less, and not more.
TEST_F(Sizes, OfJobsThatWereStopped) {
  rows_[1].state = FinalState::killed;
  rows_[1].finish = 41;
  EXPECT_EQ(violations(), Texts{});
  rows_[1].finish = 43;
  EXPECT_EQ(violations(), Texts{done("1.025", "ended")});
}

// Its walltime is 30 s on 2 nodes. If limits follow sizes, it has used 10 s of that by 10; a pause counts
// nothing; on 4 nodes each second counts as 2: 10 s from 15 to 20, and the last 10 s from 22 to 32.
TEST_F(Sizes, LetLimitsFollow) {
  const std::string follow = R"("run": {}, "deployment": {"actors": [{"function": "cluster/scheduler",
                                "parameters": {"scale_limits": "on"}}]})";
  manifest_ = follow;
  rows_[1].walltime = 30;
  rows_[1].finish = 32;
  rows_[1].state = FinalState::walltime_reached;
  EXPECT_EQ(violations(), Texts{});
  rows_[1].finish = 33;
  EXPECT_EQ(violations(), (Texts{"walltime: " + who(1) + " ran for 31 s, its walltime is 30",
                                 "walltime: " + who(1) +
                                     " is 'COMPLETED_WALLTIME_REACHED' after 31 s, its walltime is 30"}));
  manifest_ = R"("run": {})";
  EXPECT_EQ(violations()[0], "walltime: " + who(1) + " ran for 33 s, its walltime is 30");
  rows_[1].finish = 30;
  EXPECT_EQ(violations(), Texts{});
}

// Nodes 2 and 3 fail at once at 17: two rows at one date.
TEST_F(Sizes, FallBackWhereTwoNodesAreLost) {
  rows_ = {row(0, 0, 0, 49, "0-1")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable");
  outages("2,17,60\n3,17,60\n");
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,17,3,0-2,2\n0,17,2,0-1,2\n");
  EXPECT_EQ(violations(), Texts{});
}

// Nodes 0, 2 and 3 fail at 16: it loses two of them, and ends with the third one. It starts again at once on
// nodes 1, 4 and 5, with 40 x 2/3 s to go.
TEST_F(Sizes, EndWhereTooManyNodesAreLost) {
  hosts_ = {"n0", "n1", "n2", "n3", "n4", "n5"};
  shows_ = R"("attempts_end": ["node_lost"])";
  rows_ = {row(0, 0, 16, 16 + 80.0 / 3, "1 4-5")};
  rows_[0].task.resources = 2;
  rows_[0].task.work = 40 * gigaflops;
  rows_[0].metadata = about("malleable");
  others(0, 1, 16);
  outages("0,16,60\n2,16,60\n3,16,60\n");
  attempts("0,0,1,0-1,0,16,node_lost,4e+10\n0,0,2,1 4-5,16," + shortest(16 + 80.0 / 3) +
           ",COMPLETED_SUCCESSFULLY,4e+10\n");
  sizes("0,0,2,0-1,0\n0,10,4,0-3,5\n0,16,3,0-2,2\n0,16,2,0-1,2\n0,16,3,1 4-5,0\n");
  EXPECT_EQ(violations(), Texts{});
}

TEST_F(Sizes, RefuseWhatNobodyWrites) {
  for (const auto* more : {";parts=0", ";law=square", ";work=-1", ";min_nodes=0", ";max_nodes=x"}) {
    rows_[1].metadata = about("malleable", more);
    EXPECT_NE(refusal().find(line("jobs.csv", 3)), std::string::npos) << more;
  }
}

} // namespace validate_sizes_test
} // namespace malha::testing
