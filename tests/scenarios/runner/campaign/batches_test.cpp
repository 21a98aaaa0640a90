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

/// A line of SWF.
std::string line(int number, int submitted, int run_time, int nodes) {
  const auto size = std::to_string(nodes), length = std::to_string(run_time);
  return std::to_string(number) + " " + std::to_string(submitted) + " -1 " + length + " " + size + " -1 -1 " +
         size + " " + length + " -1 1 1 -1 -1 -1 -1 -1 -1\n";
}

// Five nodes. Two jobs come at each of four dates, and are a batch. The first job of the batch p takes all
// nodes that are free, 6 - p, for 2 p s. The second one waits for it, and then keeps a node for 1000 s: it
// ends after the first jobs of all batches, so that jobs do not end in order of submission. The mean waiting
// time of batch p is p s. The mean of 1, 2, 3 and 4 is 2.5, and their standard deviation sqrt(5 / 3)
// = 1.29099. Student's t of 3 degrees of freedom is 3.18245, so half the interval is 3.18245 * 1.29099 /
// sqrt(4) = 2.05426.
TEST_F(Batches, AreInOrderOfSubmission) {
  std::string jobs;
  for (int batch = 1; batch <= 4; ++batch)
    jobs += line(2 * batch - 1, 100 * batch, 2 * batch, 6 - batch) + line(2 * batch, 100 * batch, 1000, 1);
  write_text(folder_ / "pairs.swf", jobs);
  const auto said = malha("simulate -p star --set platform.hosts=5 --set transport=instant -w pairs.swf "
                          "-d cluster.fcfs --batches 4 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  const auto text = in_one_line(said.out);
  EXPECT_NE(
      text.find(" batch means mean 95 % interval correlation mean_waiting_time, s 2.5 [0.44574, 4.5543] "),
      std::string::npos)
      << said.out;
  EXPECT_NE(text.find(" mean_waiting_time 2.5 s "), std::string::npos) << said.out;
  EXPECT_NE(text.find(" 4 batches of 2 jobs, in order of submission; correlation: of a batch with the next "
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
