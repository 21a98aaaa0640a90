// SPDX-License-Identifier: MIT
// Batch means of one simulation, by the program.
#include "campaign.hpp"

namespace malha::testing {
namespace batches_test {

class Batches : public Campaign {
protected:
  Batches() : Campaign(batch_scenario(1, 5)) {}

  Said simulate(const std::string& arguments) const {
    return malha("simulate -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs --set "
                 "workload.jobs=400 -d cluster.fcfs -o out " +
                 arguments);
  }
};

// The mean of all is that of the batches, since each has 100 of the 400 jobs.
TEST_F(Batches, AreInOrderOfSubmission) {
  const auto said = simulate("--batches 4");
  EXPECT_EQ(said.status, 0) << said.err;
  const auto text = in_one_line(said.out);
  EXPECT_NE(
      text.find(" batch means mean 95 % interval correlation mean_waiting_time, s 545.95 [91.004, 1000.9] "),
      std::string::npos)
      << said.out;
  EXPECT_NE(text.find(" mean_waiting_time 545.9499963770473 s "), std::string::npos) << said.out;
  EXPECT_NE(text.find(" 4 batches of 100 jobs, in order of submission; correlation: of a batch with the next "
                      "one; see docs/confidence.md"),
            std::string::npos)
      << said.out;
}

TEST_F(Batches, LeaveOutTheLastJobs) {
  const auto said = simulate("--batches 7"); // 400 = 7 * 57 + 1
  EXPECT_NE(
      in_one_line(said.out).find(" 7 batches of 57 jobs, in order of submission; left out at the end: 1; "),
      std::string::npos)
      << said.out;
}

TEST_F(Batches, NeedAJobEach) {
  EXPECT_NE(simulate("--batches 500")
                .out.find("\nno batch means: 400 jobs count, which are less than 500 batches\n"),
            std::string::npos);
}

TEST_F(Batches, AreANumber) {
  for (const std::string number : {"1", "0", "-3", "two", "1001"}) {
    const auto said = simulate("--batches=" + number);
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err,
              "malha: simulate: --batches cannot be " + number + "; valid: from 2 to 1000, such as 20\n");
  }
}

} // namespace batches_test
} // namespace malha::testing
