// SPDX-License-Identifier: MIT
#include "actors/model/ready_tasks.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace held_jobs_test {

/// A job whose tasks have the ids 10 * job, 10 * job + 1, …
Job job_of(JobId id, Seconds submitted, int followers = 0, int tasks = 1) {
  Job job;
  job.id = id;
  job.submitted = submitted;
  job.followers = followers;
  for (int task = 0; task < tasks; ++task) {
    job.tasks.emplace_back();
    job.tasks.back().id = 10 * id + task;
    job.tasks.back().job = id;
    job.tasks.back().submitted = submitted;
  }
  return job;
}

Job behind(const std::vector<JobId>& preceding, Job job, Seconds think_time = 0, bool must_end_well = true) {
  PrecedingJobs waits{{}, think_time};
  for (const JobId one : preceding)
    waits.jobs.push_back({one, must_end_well ? Dependency::after_ok : Dependency::after_any});
  job.preceding = std::make_shared<const PrecedingJobs>(std::move(waits));
  return job;
}

void begin(HeldJobs& jobs, Job job) { jobs.begin(job); }

/// "id date", and "id date never" of a job that will never run.
std::vector<std::string> taken(HeldJobs& jobs) {
  std::vector<std::string> all;
  while (jobs.next() < never) {
    const auto date = static_cast<int>(jobs.next());
    const Job job = jobs.take();
    EXPECT_EQ(job.submitted, date);
    EXPECT_EQ(job.preceding, nullptr);
    all.push_back(std::to_string(job.id) + " " + std::to_string(date) + (job.never_ready ? " never" : ""));
  }
  return all;
}

using Texts = std::vector<std::string>;

// Job 1 ends at 7 s, and job 2 is submitted 3 s later, with its task. Its deadline counts from its
// submission, since it is a QoS job, and moves by 10 - 5 s; that of a common job is a date.
TEST(HeldJobs, AreSubmittedTheirThinkTimeAfterTheEnd) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  Job second = behind({1}, job_of(2, 5), 3);
  second.deadline = 100;
  second.service = ServiceClass::qos;
  jobs.hold(second);
  EXPECT_EQ(jobs.next(), never);
  EXPECT_FALSE(jobs.empty());
  jobs.ended(10, 7, true);
  EXPECT_EQ(jobs.next(), 10);
  const Job released = jobs.take();
  EXPECT_EQ(released.id, 2);
  EXPECT_EQ(released.submitted, 10);
  EXPECT_EQ(released.tasks.front().submitted, 10);
  EXPECT_EQ(released.deadline, 105);
  EXPECT_FALSE(released.never_ready);
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(jobs.awaited(), 0u);
}

TEST(HeldJobs, KeepTheDeadlinesOfCommonJobs) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  Job second = behind({1}, job_of(2, 5), 3);
  second.deadline = 100;
  jobs.hold(second);
  jobs.ended(10, 7, true);
  EXPECT_EQ(jobs.take().deadline, 100);
}

TEST(HeldJobs, AreNotSubmittedBeforeTheirOwnDate) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  jobs.hold(behind({1}, job_of(2, 50), 3));
  jobs.ended(10, 7, true);
  EXPECT_EQ(taken(jobs), Texts{"2 50"});
}

// The last of three ends, at 9 s, counts; 30 has ended before job 4 came.
TEST(HeldJobs, WaitForAllPrecedingJobs) {
  HeldJobs jobs;
  for (const JobId id : {1, 2, 3})
    begin(jobs, job_of(id, 0, 1));
  jobs.ended(30, 2, true);
  jobs.hold(behind({1, 2, 3}, job_of(4, 0)));
  jobs.ended(20, 9, true);
  EXPECT_EQ(jobs.next(), never);
  jobs.ended(10, 8, true); // reported late
  EXPECT_EQ(taken(jobs), Texts{"4 9"});
}

TEST(HeldJobs, WaitForAllTasksOfAJob) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1, 3));
  jobs.hold(behind({1}, job_of(2, 0)));
  jobs.ended(12, 1, true);
  jobs.ended(10, 2, true);
  EXPECT_EQ(jobs.next(), never);
  jobs.ended(13, 3, true); // of no job that others wait for
  EXPECT_EQ(jobs.next(), never);
  jobs.ended(11, 4, true);
  EXPECT_EQ(taken(jobs), Texts{"2 4"});
}

// By date, and of one date by task.
TEST(HeldJobs, ComeInTheOrderOfTheirDates) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 3));
  jobs.hold(behind({1}, job_of(4, 0), 5));
  jobs.hold(behind({1}, job_of(3, 0), 5));
  jobs.hold(behind({1}, job_of(5, 0), 1));
  jobs.ended(10, 2, true);
  EXPECT_EQ(taken(jobs), (Texts{"5 3", "3 7", "4 7"}));
}

// Messages may come in any order: job 2 before job 1, for which it waits.
TEST(HeldJobs, MayComeBeforeTheirPrecedingJobs) {
  HeldJobs jobs;
  jobs.hold(behind({1}, job_of(2, 0)));
  begin(jobs, job_of(1, 0, 1));
  jobs.ended(10, 6, true);
  EXPECT_EQ(taken(jobs), Texts{"2 6"});
  EXPECT_EQ(jobs.awaited(), 0u);
}

// The end of job 1 is known until both jobs that wait for it have come. Then nothing is left of it.
TEST(HeldJobs, AreAllThatIsKeptOfJobsThatHaveEnded) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 2));
  begin(jobs, job_of(9, 0)); // nobody waits for it
  jobs.ended(10, 7, true);
  EXPECT_EQ(jobs.awaited(), 1u);
  jobs.hold(behind({1}, job_of(2, 3)));
  EXPECT_EQ(jobs.awaited(), 1u);
  jobs.hold(behind({1}, job_of(3, 30)));
  EXPECT_EQ(jobs.awaited(), 0u);
  EXPECT_EQ(taken(jobs), (Texts{"2 7", "3 30"}));
}

// A chain in which each job comes when the one before runs, and waits for it: no more than one is awaited.
TEST(HeldJobs, TakeNoMoreMemoryInALongChain) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  for (JobId id = 2; id < 1000; ++id) {
    jobs.hold(behind({id - 1}, job_of(id, 0, 1)));
    jobs.ended(10 * (id - 1), static_cast<double>(id), true);
    ASSERT_EQ(jobs.take().id, id);
    ASSERT_EQ(jobs.awaited(), 1u);
    ASSERT_TRUE(jobs.empty());
  }
}

// Job 1 fails at 7 s: 2 never runs, and with it 3, whose own date is later, and 4, which comes afterwards.
// Nobody thinks about it. 5 waits for job 1 in whatever way it ends.
TEST(HeldJobs, NeverRunBelowOneThatHasFailed) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 2));
  jobs.hold(behind({1}, job_of(2, 1, 2), 100));
  jobs.hold(behind({2}, job_of(3, 20)));
  jobs.hold(behind({1}, job_of(5, 1), 100, false));
  jobs.ended(10, 7, false);
  EXPECT_EQ(taken(jobs), (Texts{"2 7 never", "3 20 never", "5 107"}));
  jobs.hold(behind({2}, job_of(4, 8)));
  EXPECT_EQ(taken(jobs), Texts{"4 8 never"});
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(jobs.awaited(), 0u);
}

// Job 3 is lost with job 1. It does not wait for the end of job 2, which changes nothing more.
TEST(HeldJobs, DoNotWaitForOthersOnceTheyAreLost) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  begin(jobs, job_of(2, 0, 1));
  jobs.hold(behind({1, 2}, job_of(3, 0)));
  jobs.ended(10, 7, false);
  EXPECT_EQ(taken(jobs), Texts{"3 7 never"});
  jobs.ended(20, 9, true);
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(jobs.awaited(), 0u);
}

// A long chain is lost at once, without a call inside of a call for each job.
TEST(HeldJobs, AreLostInALongChain) {
  HeldJobs jobs;
  begin(jobs, job_of(1, 0, 1));
  for (JobId id = 2; id <= 100'000; ++id)
    jobs.hold(behind({id - 1}, job_of(id, 0, id < 100'000)));
  jobs.ended(10, 7, false);
  EXPECT_EQ(taken(jobs).size(), 99'999u);
  EXPECT_EQ(jobs.awaited(), 0u);
}

// Task 10 precedes 11; 12 precedes none. When 10 fails, 11 is lost. Job 2 is lost when 12 has ended, with
// which job 1 is over.
TEST(ReadyTasks, AJobThatWaitsForADagWaitsForAllOfIt) {
  ReadyTasks tasks;
  Job dag = job_of(1, 0, 1, 3);
  dag.precedences = {{10, 11}};
  EXPECT_EQ(tasks.come(dag)->tasks.size(), 2u);
  EXPECT_FALSE(tasks.come(behind({1}, job_of(2, 0))));
  EXPECT_EQ(tasks.failed(10, 5)->tasks.size(), 1u);
  EXPECT_EQ(tasks.next(), never);
  EXPECT_FALSE(tasks.empty());
  tasks.ended(12, 6);
  EXPECT_EQ(tasks.next(), 6);
  EXPECT_TRUE(tasks.take().never_ready);
  EXPECT_TRUE(tasks.empty());
}

// The DAG comes when job 1 has ended, at 5 s, with its tasks without parents.
TEST(ReadyTasks, ADagMayWaitForAJob) {
  ReadyTasks tasks;
  tasks.come(job_of(1, 0, 1));
  Job dag = behind({1}, job_of(2, 0, 0, 2));
  dag.precedences = {{20, 21}};
  EXPECT_FALSE(tasks.come(dag));
  tasks.ended(10, 5);
  const Job first = tasks.take();
  ASSERT_EQ(first.tasks.size(), 1u);
  EXPECT_EQ(first.tasks[0].id, 20);
  EXPECT_EQ(first.tasks[0].submitted, 5);
  tasks.ended(20, 8);
  EXPECT_EQ(tasks.take().tasks[0].id, 21);
  EXPECT_TRUE(tasks.empty());
}

} // namespace held_jobs_test
} // namespace malha
