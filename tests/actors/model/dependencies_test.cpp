// SPDX-License-Identifier: MIT
// What becomes of jobs that wait for others, as measured on Slurm 22.05.8: job 1 ends well, and job 2 does
// not.
#include "actors/model/held_jobs.hpp"
#include "scenarios/workload/files/dependency_text.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace dependencies_test {

Job job_of(JobId id, int followers) {
  Job job;
  job.id = id;
  job.followers = followers;
  job.tasks.emplace_back();
  job.tasks.back().id = 10 * id;
  return job;
}

/// A job 3 that waits as a text says, behind job 1, which runs from 2 to 10 s and ends well, and job 2, which
/// runs from 4 to 20 s and does not.
class Waiting {
public:
  explicit Waiting(const std::string& text) {
    const auto link = dependency_of(text);
    for (const JobId id : {1, 2}) {
      Job job = job_of(id, static_cast<int>(std::count_if(link.preceding.begin(), link.preceding.end(),
                                                          [id](const auto& one) { return one.job == id; })));
      jobs_.begin(job);
    }
    Job job = job_of(3, 0);
    job.preceding =
        std::make_shared<const PrecedingJobs>(PrecedingJobs{link.preceding, 0, link.one_suffices});
    jobs_.hold(job);
  }

  void both_start() {
    jobs_.started(10, 2);
    jobs_.started(20, 4);
  }
  void both_end() {
    jobs_.ended(10, 10, true);
    jobs_.ended(20, 20, false);
  }

  /// In Slurm's words: "PENDING/Dependency", "COMPLETED/None" with the date at which it was let go, or
  /// "PENDING/DependencyNeverSatisfied".
  std::string state() {
    if (jobs_.next() == never)
      return "PENDING/Dependency";
    const auto date = static_cast<int>(jobs_.next());
    return jobs_.take().never_ready ? "PENDING/DependencyNeverSatisfied"
                                    : "COMPLETED/None at " + std::to_string(date);
  }

private:
  HeldJobs jobs_;
};

// 18 of the 22 rows of `dependency` that were measured: those of singleton are a test of the trace reader.
// The dates are those of the last end that counts. Our jobs are let go at the start for `after`, where those
// of the measurement were looked at when both had ended.
TEST(Dependencies, BecomeWhatSlurmSays) {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"afterok:1", "COMPLETED/None at 10"},
      {"afternotok:1", "PENDING/DependencyNeverSatisfied"},
      {"afterok:2", "PENDING/DependencyNeverSatisfied"},
      {"afternotok:2", "COMPLETED/None at 20"},
      {"afterany:1:2", "COMPLETED/None at 20"},
      {"afterok:1?afterok:2", "COMPLETED/None at 10"},
      {"afterok:1,afterok:2", "PENDING/DependencyNeverSatisfied"},
      {"afternotok:1?afterok:2", "PENDING/DependencyNeverSatisfied"}};
  for (const auto& [text, ends] : rows) {
    Waiting job(text);
    job.both_start();
    EXPECT_EQ(job.state(), "PENDING/Dependency") << text;
    job.both_end();
    EXPECT_EQ(job.state(), ends) << text;
  }
}

TEST(Dependencies, OnAStartAreMetAtTheStart) {
  Waiting job("after:1");
  EXPECT_EQ(job.state(), "PENDING/Dependency");
  job.both_start();
  EXPECT_EQ(job.state(), "COMPLETED/None at 2");
}

// Five minutes after the start at 2 s, and not at its end, at 10 s.
TEST(Dependencies, OnAStartMayBeMinutesLater) {
  Waiting job("after:1+5");
  job.both_start();
  job.both_end();
  EXPECT_EQ(job.state(), "COMPLETED/None at 302");
}

TEST(Dependencies, OnAStartNeedToBeToldOfIt) {
  Waiting job("after:1");
  try {
    job.both_end();
    FAIL() << "job 1 has ended well, and nobody told its start";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "job 3 waits for the start of job 1, and this architecture does not tell when jobs start; "
                 "valid: afterany, or a batch scheduler");
  }
}

TEST(Dependencies, AreRefusedUnlessTheyAreWrittenAsSlurmWritesThem) {
  const std::string valid =
      "; valid: such as afterok:12:13, after:12+5, afterany:12?afternotok:14 or singleton";
  const std::vector<std::pair<std::string, std::string>> texts{
      {"afterok", "'afterok' is no dependency"},
      {"behind:3", "'behind:3' is no dependency"},
      {"afterok:x", "'x' is no number of a job"},
      {"afterok:1+5", "'1+5' has minutes, which go with 'after' alone"},
      {"afterok:1,afterany:2?afterany:3", "'afterok:1,afterany:2?afterany:3' has both ',' and '?'"}};
  for (const auto& [text, error] : texts)
    try {
      dependency_of(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& thrown) {
      EXPECT_EQ(thrown.what(), error + valid);
    }
}

} // namespace dependencies_test
} // namespace malha
