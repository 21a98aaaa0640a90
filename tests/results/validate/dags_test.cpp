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

} // namespace validator_dags_test
} // namespace malha::testing
