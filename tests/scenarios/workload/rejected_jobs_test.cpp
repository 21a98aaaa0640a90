// SPDX-License-Identifier: MIT
// Jobs that no cluster can run, before and behind those that run.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::testing {
namespace rejected_jobs_test {

class RejectedJobs : public ::testing::Test {
protected:
  /// Metrics of three nodes; the run must be valid, and say no more than that on the standard error.
  std::map<std::string, double> metrics(const std::string& swf, const std::string& complaint = "") {
    write_text(folder_ / "a.swf", swf);
    const auto said =
        run_shell("rm -rf out; \"$MALHA\" simulate -p star --set platform.hosts=3 -d cluster.fcfs "
                  "--set transport=instant -w a.swf -o out && \"$MALHA\" validate out",
                  folder_.path());
    EXPECT_EQ(said.err, complaint);
    EXPECT_EQ(said.status, 0) << said.out;
    CsvReader row(folder_ / "out/schedule.csv");
    row.next();
    std::map<std::string, double> all;
    for (const std::string name : {"makespan", "utilisation", "mean_queue_length", "jobs_rejected"})
      if (row.has(name))
        all[name] = row.real(name);
    return all;
  }
  /// Of 10 s.
  static std::string job(int number, int date, int nodes) {
    return std::to_string(number) + " " + std::to_string(date) + " -1 10 1 -1 -1 " + std::to_string(nodes) +
           " 20 -1 -1 -1 -1 -1 -1 -1 -1 -1\n";
  }

  TemporaryFolder folder_;
};

// Two jobs of two nodes come at 100 and run one after the other up to 120: the second waits 10 s, and 40 node
// seconds are used. From the first submission, at 0, that is 120 s of three nodes; from 100 on, 20 s.
TEST_F(RejectedJobs, CountFromTheFirstSubmissionToTheLastEnd) {
  const std::string run = job(2, 100, 2) + job(3, 100, 2);
  auto found = metrics(run);
  EXPECT_EQ(found["makespan"], 20);
  EXPECT_DOUBLE_EQ(found["utilisation"], 40.0 / (3 * 20));
  EXPECT_DOUBLE_EQ(found["mean_queue_length"], 10.0 / 20);

  found = metrics(job(1, 0, 9) + run);
  EXPECT_EQ(found["makespan"], 120);
  EXPECT_DOUBLE_EQ(found["utilisation"], 40.0 / (3 * 120));
  EXPECT_DOUBLE_EQ(found["mean_queue_length"], 10.0 / 120);

  found = metrics(run + job(4, 500, 9)); // when all have ended
  EXPECT_EQ(found["makespan"], 20);
  EXPECT_DOUBLE_EQ(found["utilisation"], 40.0 / (3 * 20));
  EXPECT_DOUBLE_EQ(found["mean_queue_length"], 10.0 / 20);
}

TEST_F(RejectedJobs, AloneHaveNoMakespan) {
  EXPECT_EQ(
      metrics(job(1, 5, 9) + job(2, 8, 9),
              "malha: ALL 2 jobs were REJECTED: nothing ran, and the numbers say nothing\n"),
      (std::map<std::string, double>{{"jobs_rejected", 2}, {"mean_queue_length", 0}, {"utilisation", 0}}));
}

} // namespace rejected_jobs_test
} // namespace malha::testing
