// SPDX-License-Identifier: MIT
// A scheduler that speaks Batsim's protocol: the same schedules as in C++, and what it is told.
#include "external.hpp"
#include "schedules.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"
#include "tests/support/thrown.hpp"

#include <sstream>

namespace malha::testing {
namespace batsim_test {

using cluster::QueuedJob;

struct Pair {
  std::string how, cpp;
};
std::ostream& operator<<(std::ostream& out, const Pair& pair) { return out << pair.how; }

const std::vector<Pair> pairs{{"fcfs", "cluster/fcfs"}, {"easy", "cluster/easy_backfill"}};

std::unique_ptr<cluster::Queue> batsim_policy(const std::string& how, const std::string& word = "",
                                              const std::map<std::string, std::string>& given = {}) {
  return external_policy<cluster::Queue>("external:batsim:python3 " + batsim_scheduler + " " + how +
                                             " {socket} " + word,
                                         cluster::Queue::question, given);
}

class BatsimDifferential : public ::testing::TestWithParam<Pair> {};

// Each instance has a scheduler of its own, since one serves one simulation.
TEST_P(BatsimDifferential, HasTheSchedulesOfCpp) {
  const int instances = scaled(100);
  const auto in_batsim = [] { return batsim_policy(GetParam().how); };
  EXPECT_GT(compare_schedules(GetParam().cpp, in_batsim, instances), instances / 2);
}
INSTANTIATE_TEST_SUITE_P(Of, BatsimDifferential, ::testing::ValuesIn(pairs), ByValue());

class BatsimRun : public ::testing::TestWithParam<Pair> {};

// A whole run in the simulation, and every row of its jobs.
TEST_P(BatsimRun, HasTheRowsOfCpp) {
  const auto mark = "run" + std::to_string(getpid());
  expect_same_rows("external:batsim:python3 " + batsim_scheduler + " " + GetParam().how + " {socket} " + mark,
                   GetParam().cpp);
  EXPECT_EQ(processes_with(std::string(1, 0) + mark), 0);
}
INSTANTIATE_TEST_SUITE_P(Of, BatsimRun, ::testing::ValuesIn(pairs), ByValue());

/// What a cluster shows, by hand.
struct Cluster {
  IndexSet free, down;
  std::vector<cluster::Machine> machines;
  std::list<QueuedJob> queue;
  std::vector<cluster::Release> running;
  cluster::Changes changes;

  cluster::QueueView view(Seconds now, int nodes) const {
    return {now, nodes, free, down, machines, queue, running, changes, false};
  }
};

QueuedJob queued(cluster::JobHandle handle, TaskId id, Seconds submitted, Seconds walltime, int size) {
  QueuedJob job;
  job.handle = handle;
  job.id = id;
  job.submitted = submitted;
  job.walltime = walltime;
  job.size = size;
  return job;
}

/// The messages that the scheduler got.
std::vector<std::string> messages_in(const std::filesystem::path& log) {
  std::istringstream in(text_of(log));
  std::vector<std::string> messages;
  for (std::string line; std::getline(in, line);)
    messages.push_back(line);
  return messages;
}

// Two nodes. Job 0 runs on both, and then has lost one of them, so that it is back in the queue; job 1 comes
// at the same date, and runs on the node that is left until its walltime.
TEST(BatsimMessages, SayWhatHappens) {
  const TemporaryFolder folder;
  Cluster cluster;
  Credentials who;
  who.user = SharedText("ana");
  {
    const auto policy = batsim_policy("log", (folder / "log").string(), {{"arguments", "depth=2"}});
    auto first = queued(7, 0, 0.5, 9, 2);
    first.credentials = &who;
    cluster.changes.arrived = {first};
    const auto begun = policy->decide(cluster.view(0.5, 2));
    ASSERT_EQ(begun.start.size(), 1U);
    EXPECT_EQ(begun.start[0].job, 7U);
    EXPECT_EQ(begun.start[0].nodes, IndexSet(0, 2));
    EXPECT_EQ(begun.wake, never);
    cluster.down = IndexSet(1, 1);
    cluster.changes = {};
    cluster.changes.ended = {{9.5, 0, 7, 2}};
    cluster.changes.arrived = {queued(7, 0, 0.5, 9, 2), queued(8, 1, 3, never, 1)};
    EXPECT_TRUE(policy->decide(cluster.view(3, 1)).start.empty()); // FCFS: job 0 is first, and too large
    cluster.changes = {};
    EXPECT_TRUE(policy->decide(cluster.view(4, 1)).start.empty()); // nothing has happened: it is not asked
    cluster.down = {};
    EXPECT_EQ(policy->decide(cluster.view(5, 2)).start.size(), 1U);
    cluster.changes.ended = {{14, 0, 7, 2}};
    EXPECT_EQ(policy->decide(cluster.view(14, 2)).start.size(), 1U);
    cluster.changes.ended = {{never, 1, 8, 1}};
    EXPECT_TRUE(policy->decide(cluster.view(20, 2)).start.empty());
  }
  EXPECT_EQ(
      messages_in(folder / "log"),
      (std::vector<std::string>{
          R"({"now":0.5,"events":[{"timestamp":0.5,"type":"SIMULATION_BEGINS","data":{"nb_resources":2,)"
          R"("nb_compute_resources":2,"nb_storage_resources":0,"allow_compute_sharing":false,)"
          R"("allow_storage_sharing":false,"config":{"redis-enabled":false,"redis-hostname":"",)"
          R"("redis-port":0,"redis-prefix":"","profiles-forwarded-on-submission":false,)"
          R"("dynamic-jobs-enabled":false,"dynamic-jobs-acknowledged":false,"profile-reuse-enabled":false,)"
          R"("forward-unknown-events":false,"sched-config":"depth=2"},"compute_resources":[{"id":0,)"
          R"("name":"node0","state":"idle","properties":{},"zone_properties":{}},{"id":1,"name":"node1",)"
          R"("state":"idle","properties":{},"zone_properties":{}}],"storage_resources":[],)"
          R"("workloads":{"w0":""},"profiles":{"w0":{"job":{}}}}}]})",
          R"({"now":0.5,"events":[{"timestamp":0.5,"type":"JOB_SUBMITTED","data":{"job_id":"w0!0",)"
          R"("job":{"id":"w0!0","res":2,"walltime":9.0,"subtime":0.5,"profile":"job","user":"ana"}}}]})",
          R"({"now":3.0,"events":[{"timestamp":3.0,"type":"NOTIFY","data":{)"
          R"("type":"event_machine_unavailable","resources":"1"}},{"timestamp":3.0,)"
          R"("type":"JOB_COMPLETED","data":{"job_id":"w0!0","job_state":"COMPLETED_FAILED",)"
          R"("return_code":1,"alloc":"0-1"}},{"timestamp":3.0,"type":"JOB_SUBMITTED","data":{)"
          R"("job_id":"w0!0#1","job":{"id":"w0!0#1","res":2,"walltime":9.0,"subtime":0.5,)"
          R"("profile":"job"}}},{"timestamp":3.0,"type":"JOB_SUBMITTED","data":{"job_id":"w0!1",)"
          R"("job":{"id":"w0!1","res":1,"subtime":3.0,"profile":"job"}}}]})",
          R"({"now":5.0,"events":[{"timestamp":5.0,"type":"NOTIFY","data":{)"
          R"("type":"event_machine_available","resources":"1"}}]})",
          R"({"now":14.0,"events":[{"timestamp":14.0,"type":"JOB_COMPLETED","data":{"job_id":"w0!0#1",)"
          R"("job_state":"COMPLETED_WALLTIME_REACHED","return_code":1,"alloc":"0-1"}}]})",
          R"({"now":20.0,"events":[{"timestamp":20.0,"type":"JOB_COMPLETED","data":{"job_id":"w0!1",)"
          R"("job_state":"COMPLETED_SUCCESSFULLY","return_code":0,"alloc":"0"}}]})",
          R"({"now":20.0,"events":[{"timestamp":20.0,"type":"SIMULATION_ENDS","data":{}}]})"}));
}

// It takes 0.5 s for each answer; what happens meanwhile is told afterwards. Job 0 starts at 1, since the
// first message, of date 0, takes 0.5 s, and the next one as long; job 1, which comes at 0.75, is told at 1
// and starts at 1.5.
TEST(BatsimDates, OfAnswersAreLater) {
  const auto policy = batsim_policy("slow");
  const std::vector<Job> jobs{conformance::rigid_job(0, 0, 1, 10), conformance::rigid_job(1, 0.75, 1, 10)};
  const auto rows = conformance::QueueRun(2, *policy).run(jobs);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].start, 1);
  EXPECT_EQ(rows[1].start, 1.5);
}

// It rejects job 0, asks to be called at 4, and kills job 1 then, so that job 2 starts at that date.
TEST(BatsimDemands, AreCarriedOut) {
  const TemporaryFolder folder;
  const auto policy = batsim_policy("demanding", (folder / "log").string());
  const std::vector<Job> jobs{conformance::rigid_job(0, 0, 1, 10), conformance::rigid_job(1, 0, 2, 10, 16),
                              conformance::rigid_job(2, 1, 2, 10)};
  const auto rows = conformance::QueueRun(2, *policy).run(jobs);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(rows[0].dropped);
  EXPECT_EQ(rows[1].start, 0);
  EXPECT_EQ(rows[1].finish, 4);
  EXPECT_TRUE(rows[1].killed);
  EXPECT_EQ(rows[2].start, 4);
  EXPECT_FALSE(rows[2].killed);
  // 4 s of its walltime of 16 s have passed; job 2 has not ended, and a second demand to kill job 1 says
  // nothing.
  const auto messages = messages_in(folder / "log");
  ASSERT_GT(messages.size(), 4U);
  EXPECT_EQ(messages[3], R"({"now":4.0,"events":[{"timestamp":4.0,"type":"REQUESTED_CALL","data":{}}]})");
  EXPECT_EQ(messages[4],
            R"({"now":4.0,"events":[{"timestamp":4.0,"type":"JOB_COMPLETED","data":{"job_id":"w0!1",)"
            R"("job_state":"COMPLETED_KILLED","return_code":1,"alloc":"0-1"}},{"timestamp":4.0,)"
            R"("type":"JOB_KILLED","data":{"job_ids":["w0!1"],"job_progress":{"w0!1":{"profile":"job",)"
            R"("profile_name":"job","progress":0.25}}}}]})");
}

TEST(BatsimPolicies, AreRefusedWhereTheyCannotAnswer) {
  const auto refused = [](const std::string& name, const std::string& question) {
    return thrown<std::invalid_argument>([&] { external_policy(name, question); });
  };
  EXPECT_EQ(refused("external:batsim:python3 x {socket}", "broker/assignment"),
            "policy 'external:batsim:python3 x {socket}' speaks Batsim's protocol, which asks for jobs to be "
            "executed on nodes; valid: where cluster/queue is asked, and broker/assignment is asked here");
  EXPECT_EQ(refused("external:batsim:python3 x", "cluster/queue"),
            "policy 'external:batsim:python3 x': its command does not say where its socket is; valid: "
            "{socket} among its words, such as external:batsim:batsched -s {socket}");
  EXPECT_EQ(refused("external:batsim:nothing {socket}", "cluster/queue"),
            "policy 'external:batsim:nothing {socket}': 'nothing' is no program; valid: "
            "external:batsim:COMMAND, such as external:batsim:./prog, or a program on the PATH, with its "
            "arguments");
}

} // namespace batsim_test
} // namespace malha::testing
