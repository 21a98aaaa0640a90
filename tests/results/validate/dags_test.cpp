// SPDX-License-Identifier: MIT
// A workflow by hand: task 0 runs from 0 to 10, 1 from 10 to 30 and 2 from 12 to 29, which wait for it, and 3
// from 35 to 40, which waits for both. Its realised critical path is 0, 1, 3: 10 + 20 + 5 = 35 s.
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_dags_test {

class DagsByHand : public HandMade {
protected:
  DagsByHand() {
    rows_ = {row(0, 0, 0, 10, "0"), row(2, 0, 12, 29, "1"), row(1, 0, 10, 30, "0"), row(3, 0, 35, 40, "0")};
    for (auto& row : rows_) {
      row.profile = "dag";
      row.task.job = 0;
    }
    write_text(folder_ / "dag_tasks.csv", header_of("dag_tasks.csv") +
                                              "\n0,0,split,,0,2\n1,0,left,0,2,2\n2,0,right,0,2,2\n"
                                              "3,0,join,1-2,4,0\n");
  }
  void schedule(const std::string& names, const std::string& values) {
    write_text(folder_ / "schedule.csv", "simulated_time" + names + "\n40" + values + "\n");
  }
  static bool has(const Texts& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  }
};

TEST_F(DagsByHand, HaveTheLengthOfTheirCriticalPath) {
  schedule(",mean_critical_path", ",35");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_TRUE(has(found.checks, "mean_critical_path follows from the precedences and dates of 1 workflow"));
}

TEST_F(DagsByHand, MayNotHaveAnother) {
  schedule(",mean_critical_path", ",36");
  EXPECT_EQ(violations(), Texts{"metrics: mean_critical_path is 36 in schedule.csv, the rows say 35"});
}

TEST_F(DagsByHand, HaveNoneIfTheyHaveNotCompleted) {
  schedule(",mean_critical_path", ",35");
  rows_[3].state = FinalState::walltime_reached;
  rows_[3].walltime = 5;
  EXPECT_EQ(violations(),
            Texts{"metrics: mean_critical_path is 35 in schedule.csv, and no workflow has completed"});
}

TEST_F(DagsByHand, HaveParentsThatCanBeRead) {
  schedule(",mean_critical_path", ",35");
  write_text(folder_ / "dag_tasks.csv", header_of("dag_tasks.csv") + "\n0,0,,zero,0,0\n");
  EXPECT_EQ(refusal(), line("dag_tasks.csv", 2) + ": 'zero' is not a set of intervals such as '0-3 5'");
}

/// Lines behind the header, of the resources on which the tasks ran.
class DagStartsByHand : public DagsByHand {
protected:
  void starts(const std::string& lines) {
    write_text(folder_ / "dag_starts.csv", header_of("dag_starts.csv") + "\n" + lines);
  }
};

// 2 reads the file of 0 on another resource, and 3 that of 2: 4 B. A copy of 3 on resource 1 changes nothing.
TEST_F(DagStartsByHand, LieBetweenParentsAndStarts) {
  schedule(",transferred_bytes", ",4");
  starts("0,0,0,,0\n1,0,10,,0\n2,1,10,12,2\n3,0,30,35,2\n3,1,50,,0\n");
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_TRUE(has(found.checks, "transferred_bytes is the sum over the starts of tasks of workflows"));
}

TEST_F(DagStartsByHand, AreNotAfterTheStart) {
  starts("3,0,36,35,2\n");
  EXPECT_EQ(violations(),
            Texts{"dag_starts: " + who(3) + " starts at 35, and dag_starts.csv has 36 in column 'assigned'"});
}

TEST_F(DagStartsByHand, AreNotBeforeTheEndOfAParent) {
  starts("3,0,,29.5,\n");
  EXPECT_EQ(violations(), Texts{"dag_starts: the data of " + who(3) + " are there at 29.5, before " + who(2) +
                                ", which makes some, ends at 30"});
}

// Where EasyGrid does not know bytes by start, none is compared.
TEST_F(DagStartsByHand, AddUp) {
  schedule(",transferred_bytes", ",5");
  starts("2,1,10,12,2\n3,0,30,35,2\n");
  EXPECT_EQ(violations(), Texts{"metrics: transferred_bytes is 5 in schedule.csv, the rows say 4"});
  starts("2,1,,12,\n3,0,,35,\n");
  EXPECT_EQ(violations(), Texts{});
}

// Two events of waiting tasks, of which one moved a task; one of ready tasks moved two; one task left the
// site.
TEST_F(DagsByHand, MoveAsOftenAsTheScheduleSays) {
  write_text(folder_ / "dag_moves.csv", header_of("dag_moves.csv") + R"(
5,m,pending,1,1,n0,n1,asked
6,m,pending,1,1,n0,n1,moved
7,m,pending,2,3,n0,n1,asked
8,m,pending,2,3,n0,n1,stayed
9,m,ready,1,2,n0,n1,moved
9,m,ready,1,1,n0,n1,moved
9,m,site,,3,n0,,given
)");
  const std::string names =
      ",pending_events_total,pending_events_accepted,events_accepted,relocated,moved_between_sites";
  schedule(names, ",2,1,1,3,1");
  EXPECT_EQ(violations(), Texts{});
  schedule(names, ",2,2,1,3,1");
  EXPECT_EQ(violations(), Texts{"metrics: pending_events_accepted is 2 in schedule.csv, the rows say 1"});
  schedule(names, ",2,1,1,4,0");
  EXPECT_EQ(violations(), (Texts{"metrics: relocated is 4 in schedule.csv, the rows say 3",
                                 "metrics: moved_between_sites is 0 in schedule.csv, the rows say 1"}));
}

} // namespace validator_dags_test
} // namespace malha::testing
