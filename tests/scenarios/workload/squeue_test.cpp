// SPDX-License-Identifier: MIT
// What runs and waits at a site with Slurm, from the output of squeue --json.
#include "policies/sdk/recorded_state.hpp"
#include "reading.hpp"
#include "scenarios/workload/files/array_tasks.hpp"

namespace malha::testing {
namespace squeue_test {

/// Written by Slurm 22.05.8 on a cluster of four nodes with two CPUs each. Names of users were changed, and
/// fields left out.
const std::filesystem::path of_22_05 = MALHA_SOURCE_FOLDER "/tests/system/whatif/squeue-22.05.json";

const RunsAlready* held_by(const Job& job) { return job.extensions.find<RunsAlready>(); }

const Job& job_with(const std::vector<Job>& jobs, JobId number) {
  for (const auto& job : jobs)
    if (job.id == number)
      return job;
  throw std::out_of_range("no job " + std::to_string(number));
}

/// "n1:1 n2:1" of a job that runs.
std::string places_of(const Job& job) {
  std::string text;
  for (const auto& [host, resources] : held_by(job)->on)
    text += (text.empty() ? "" : " ") + host + ":" + std::to_string(resources);
  return text;
}

// The last scheduling pass was at 1795895415, the latest date in the file. Job 1 was submitted 45 s before,
// and started 44 s before; it ends at its limit of 30 min, 1800 - 44 s later. Job 3 waits, and has 20 min.
TEST(Squeue, OfARealSlurmIsRead) {
  const auto jobs = read_file(of_22_05).jobs;
  const auto& runs = job_with(jobs, 1);
  EXPECT_EQ(runs.submitted, -45);
  EXPECT_EQ(runs.user, "ann");
  EXPECT_EQ(runs.account, "phys");
  EXPECT_EQ(runs.group, "staff");
  EXPECT_EQ(runs.partition, "all");
  EXPECT_EQ(runs.name, "ocean");
  EXPECT_EQ(runs.walltime, 1800);
  ASSERT_NE(held_by(runs), nullptr);
  EXPECT_EQ(held_by(runs)->started, -44);
  EXPECT_EQ(places_of(runs), "n1:1 n2:1");
  EXPECT_EQ(runs.tasks.front().length, 1800);
  EXPECT_TRUE(runs.tasks.front().is_delay);
  const auto& waits = job_with(jobs, 3);
  EXPECT_EQ(held_by(waits), nullptr);
  EXPECT_EQ(waits.tasks.front().resources, 3);
  EXPECT_EQ(waits.tasks.front().length, 1200);
  EXPECT_EQ(waits.extensions.find<RecordedPriority>()->priority, 4294901757);
}

// Job 8 is held, job 9 depends on job 1. The array 7 has the tasks 1 to 3, whose numbers are behind those of
// the file. Job 10 begins at 1795898971.
TEST(Squeue, OfARealSlurmHasArraysAndJobsThatComeLater) {
  const auto read = read_file(of_22_05);
  ASSERT_EQ(read.jobs.size(), 10u);
  for (JobId number = 11; number <= 13; ++number)
    EXPECT_EQ(job_with(read.jobs, number).metadata, "id=7_" + std::to_string(number - 10));
  EXPECT_EQ(job_with(read.jobs, 11).array.name.str(), "7");
  EXPECT_EQ(job_with(read.jobs, 11).array.most_at_once, 2); // array_max_tasks
  EXPECT_EQ(job_with(read.jobs, 10).submitted, 1795895371 - 1795895415);
  EXPECT_EQ(job_with(read.jobs, 10).dates.begin, 1795898971 - 1795895415);
  EXPECT_EQ(texts(read.notes), (std::vector<std::string>{
                                   "dates count from 2026-11-28T19:50:15Z, the date of the file: 10",
                                   "left out: they are held: 1", "left out: they wait for other jobs: 1"}));
}

// By CPUs a job has those of its cores: each node has two.
TEST(Squeue, CountsCpusIfAsked) {
  const auto jobs = read_file(of_22_05, {{"resources", "cpus"}}).jobs;
  EXPECT_EQ(job_with(jobs, 1).tasks.front().resources, 4);
  EXPECT_EQ(places_of(job_with(jobs, 1)), "n1:2 n2:2");
  EXPECT_EQ(job_with(jobs, 3).tasks.front().resources, 3);
}

// Job 1 has 1756 s left, and runs half of them; job 3 runs half of its 20 min.
TEST(Squeue, LetsJobsRunAShareOfWhatIsLeft) {
  const auto jobs = read_file(of_22_05, {{"runs", "0.5"}}).jobs;
  EXPECT_EQ(job_with(jobs, 1).tasks.front().length, 44 + 878);
  EXPECT_EQ(job_with(jobs, 1).walltime, 1800);
  EXPECT_EQ(job_with(jobs, 3).tasks.front().length, 600);
}

/// Fields of a job, as Slurm 23.11 and 24 write them.
std::string number(double value) {
  return R"({"set": true, "infinite": false, "number": )" + std::to_string(static_cast<long>(value)) + "}";
}
std::string job_of_24(int id, const std::string& state, const std::string& more) {
  return R"({"job_id": )" + std::to_string(id) + R"(, "job_state": [")" + state +
         R"("], "user_name": "ann", "submit_time": )" + number(1000) + R"(, "node_count": )" + number(2) +
         R"(, "time_limit": )" + number(30) + R"(, "priority": )" + number(7) + more + "}";
}
std::string file_of(const std::string& jobs, const std::string& more = "") {
  return R"({"jobs": [)" + jobs + "]" + more + "}";
}

class SqueueFile : public Reading {
protected:
  std::vector<Job> jobs_in(const std::string& jobs,
                           const std::map<std::string, std::string>& settings = {}) const {
    return read("a.json", file_of(jobs, R"(, "last_update": )" + number(2000)), settings).jobs;
  }
  std::string refused(const std::string& jobs,
                      const std::map<std::string, std::string>& settings = {}) const {
    return refusal("a.json", file_of(jobs, R"(, "last_update": )" + number(2000)), settings);
  }
};

const std::string runs_on_two = R"(, "start_time": )" + number(1500) + R"(, "nodes": "n[01-02]")";

// The date of the file is its last update.
TEST_F(SqueueFile, MayHaveTheFormOfLaterVersions) {
  const auto jobs = jobs_in(
      job_of_24(4, "RUNNING", runs_on_two) + "," +
      job_of_24(5, "PENDING", R"(, "array_job_id": )" + number(3) + R"(, "array_task_id": )" + number(9)));
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].submitted, -1000);
  EXPECT_EQ(held_by(jobs[0])->started, -500);
  EXPECT_EQ(places_of(jobs[0]), "n01:1 n02:1");
  EXPECT_EQ(jobs[0].walltime, 1800);
  EXPECT_EQ(jobs[1].metadata, "id=3_9");
}

// Version 0.0.36 of Slurm's REST API wrote some numbers as texts.
TEST_F(SqueueFile, MayHaveNumbersAsTexts) {
  const auto jobs =
      jobs_in(R"({"job_id": "4", "job_state": "PENDING", "submit_time": "1900", "node_count": "3",
    "time_limit": "10", "user_id": 77})");
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].submitted, -100);
  EXPECT_EQ(jobs[0].tasks.front().resources, 3);
  EXPECT_EQ(jobs[0].user, "77");
}

TEST_F(SqueueFile, MayHaveAnotherDate) {
  EXPECT_EQ(jobs_in(job_of_24(5, "PENDING", ""), {{"now", "1100"}}).front().submitted, -100);
  EXPECT_EQ(refused(job_of_24(4, "RUNNING", runs_on_two), {{"now", "1400"}}),
            ": job 4 runs since 1500, after the date of the file, 1400; valid: a later date, --set "
            "workload.now=DATE");
}

TEST_F(SqueueFile, LeavesOutWhatDoesNotWaitForNodes) {
  const auto read_all =
      read("a.json", file_of(job_of_24(1, "PENDING", "") + "," + job_of_24(2, "SUSPENDED", "") + "," +
                             job_of_24(3, "COMPLETING", "") + "," + job_of_24(4, "COMPLETED", "") + "," +
                             job_of_24(5, "PENDING", R"(, "hold": true)") + "," +
                             job_of_24(6, "PENDING", R"(, "state_reason": "DependencyNeverSatisfied")") +
                             "," + job_of_24(7, "PENDING", R"(, "state_reason": "QOSMaxJobsPerUserLimit")") +
                             "," + job_of_24(8, "PENDING", R"(, "features": "gpu")")));
  ASSERT_EQ(read_all.jobs.size(), 3u);
  EXPECT_EQ(texts(read_all.notes),
            (std::vector<std::string>{
                "dates count from 1970-01-01T00:16:40Z, the date of the file: 3",
                "ask for certain nodes, which is not modelled: 1", "left out: they are held: 1",
                "left out: they are over: 1", "left out: they are suspended, or end: 2",
                "left out: they wait for other jobs: 1",
                "wait for more than nodes, which is not modelled: QOSMaxJobsPerUserLimit: 1"}));
}

// Slurm lets it run on for a while; here it ends a second later.
TEST_F(SqueueFile, MayHaveAJobBeyondItsLimit) {
  const auto jobs =
      jobs_in(job_of_24(4, "RUNNING", R"(, "start_time": )" + number(100) + R"(, "nodes": "n[1-2]")"));
  EXPECT_EQ(jobs.front().tasks.front().length, 1901);
  EXPECT_EQ(jobs.front().walltime, 1901);
}

const std::string without_limit =
    R"({"job_id": 9, "job_state": "PENDING", "submit_time": 1000, "node_count": 1, "time_limit": )";

// Slurm 22.05 writes null for a job without a limit, later ones say that it is infinite.
TEST_F(SqueueFile, NeedsALimitOfEachJob) {
  const std::string refused_as = ": job 9 has no time limit, so that nobody knows how long it runs; valid: "
                                 "--set workload.limit=TIME, the limit of such jobs";
  for (const std::string none : {"null", R"({"set": false, "infinite": true, "number": 0})", "0"}) {
    EXPECT_EQ(refused(without_limit + none + "}"), refused_as) << none;
    EXPECT_EQ(jobs_in(without_limit + none + "}", {{"limit", "3600"}}).front().walltime, 3600) << none;
  }
}

TEST_F(SqueueFile, IsRefusedWithTheJobThatIsWrong) {
  const auto without = [](const std::string& field) {
    auto text = job_of_24(17, "RUNNING", runs_on_two);
    return text.replace(text.find('"' + field + '"'), field.size() + 2, "\"other\"");
  };
  const std::vector<std::pair<std::string, std::string>> refusals{
      {"3", ": job at position 0 is 3; valid: an object"},
      {without("job_id"), ": job at position 0 has no 'job_id'; valid: the number of the job"},
      {without("job_state"),
       ": job 17 has no 'job_state'; valid: a state such as PENDING or RUNNING, or a list of states"},
      {without("submit_time"), ": job 17 has no 'submit_time'; valid: a date in s since 1970"},
      {without("node_count"), ": job 17 has no 'node_count'; valid: a whole number, at least 1"},
      {without("time_limit"), ": job 17 has no 'time_limit'; valid: minutes, or null if there is no limit"},
      {without("start_time"), ": job 17 has no 'start_time'; valid: a date in s since 1970"},
      {without("nodes"), ": job 17 has no 'nodes'; valid: the nodes of the job, such as n[1-4]"},
      {job_of_24(17, "RUNNING", R"(, "start_time": 1500, "nodes": "n[1-")"),
       ": job 17: 'nodes' is \"n[1-\"; valid: the nodes of the job, such as n[1-4]"},
      {job_of_24(17, "RUNNING", R"(, "start_time": 1500, "nodes": "n[1-3]")"),
       ": job 17 runs on 3 nodes (n[1-3]), and its node_count is 2; valid: the same number"},
      {job_of_24(17, "PENDING", R"(, "eligible_time": "soon", "state_reason": "BeginTime")"),
       ": job 17: 'eligible_time' is \"soon\"; valid: a number, or {\"set\": …, \"infinite\": …, \"number\": "
       "…}"},
      {job_of_24(17, "PENDING", R"(, "array_task_string": "1-")"),
       ": job 17: 'array_task_string' is \"1-\"; valid: tasks such as 1-5,8%2"},
      {job_of_24(17, "PENDING", "") + "," + job_of_24(17, "PENDING", ""),
       ": job 17 is listed twice; valid: a number of its own for each job"}};
  for (const auto& [jobs, said] : refusals)
    EXPECT_EQ(refused(jobs), said) << jobs;
}

TEST_F(SqueueFile, IsRefusedIfItHasNoJobs) {
  EXPECT_EQ(refusal("a.json", R"({"meta": {}, "jobs": []})"),
            ": holds no job that runs or waits; valid: at least one");
  EXPECT_EQ(refusal("a.json", R"({"meta": {}, "errors": []})"),
            " has no 'jobs'; valid: the output of squeue --json");
  EXPECT_EQ(refusal("a.json", R"({"meta": {}, "jobs": 3})"), ": 'jobs' is 3; valid: a list of jobs");
}

TEST_F(SqueueFile, IsToldFromThoseOfBatsim) {
  EXPECT_EQ(refusal("a.json", R"({"jobs": [{"id": 0}]})").rfind(" has no 'profiles'", 0), 0u);
  EXPECT_EQ(read("a.json", file_of(job_of_24(5, "PENDING", ""))).jobs.size(), 1u);
}

using Numbers = std::vector<std::int64_t>;

TEST(ArrayTasks, AreRangesWithSteps) {
  EXPECT_EQ(array_tasks_in("3"), (Numbers{3}));
  EXPECT_EQ(array_tasks_in("1-3,8,10-15:2%4"), (Numbers{1, 2, 3, 8, 10, 12, 14}));
}

TEST(ArrayTasks, AreRefusedIfTheyAreNone) {
  for (const auto* text : {"", "1-", "x", "1-5:0", "5-1", "1,,2", "0-2000000"})
    EXPECT_EQ(array_tasks_in(text), std::nullopt) << text;
}

} // namespace squeue_test
} // namespace malha::testing
