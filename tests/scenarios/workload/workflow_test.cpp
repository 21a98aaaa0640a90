// SPDX-License-Identifier: MIT
// Workflows as jobs. How their files are read is in the tests of the formats.
#include "reading.hpp"

namespace malha::testing {
namespace workflow_test {

const std::string two_tasks = R"({"tasks": ["a", "b"], "hosts": ["h", "i"], "run_times": [[2, 4], [3, 5]],
  "latency": 0.5, "bandwidth": 8, "edges": [{"from": "a", "to": "b", "data": 16}]})";

class WorkflowFiles : public Reading {};

TEST_F(WorkflowFiles, AWorkflowIsOneJob) {
  const auto jobs = read("w.json", two_tasks).jobs;
  ASSERT_EQ(jobs.size(), 1u);
  const Job& job = jobs[0];
  EXPECT_EQ(shape_of(job), Shape::dag);
  EXPECT_EQ(job.precedences, (std::vector<std::pair<TaskId, TaskId>>{{0, 1}}));
  EXPECT_EQ(job.tasks[0].length, 3); // the mean of its row
  EXPECT_EQ(job.tasks[0].work, 3 * reference_speed);
  EXPECT_TRUE(job.tasks[0].is_delay);
  EXPECT_EQ(job.tasks[0].output, 16);
  EXPECT_EQ(job.tasks[1].input, 16);
  EXPECT_EQ(job.details->names[1].str(), "b");
  EXPECT_EQ(job.details->resources(), 2u);
  EXPECT_EQ(job.details->run_times, (std::vector<Seconds>{2, 4, 3, 5}));
}

TEST_F(WorkflowFiles, IsSubmittedAtEachDate) {
  const auto jobs = read("w.json", two_tasks, {{"dates", "10,0"}, {"data_scale", "0"}}).jobs;
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].submitted, 0);
  EXPECT_EQ(jobs[1].submitted, 10);
  EXPECT_EQ(jobs[1].id, 1);
  EXPECT_EQ(jobs[1].tasks[1].input, 0);
}

// A node of DOT has work, and no length.
TEST_F(WorkflowFiles, DotGivesWork) {
  const auto jobs = read("w.dot", "digraph { a [size=4096]; b [size=2048]; a -> b [size=8]; }").jobs;
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_EQ(jobs[0].tasks[0].work, 4096);
  EXPECT_EQ(jobs[0].tasks[0].reference_speed, 0);
  EXPECT_EQ(run_time(jobs[0].tasks[0], 1024), 4);
}

TEST_F(WorkflowFiles, JsonThatIsNoWorkflowIsBatsims) {
  EXPECT_NE(refusal("b.json", R"({"jobs": [], "profiles": {}})").find("holds no job"), std::string::npos);
  EXPECT_NE(refusal("b.json", "{").find("Batsim"), std::string::npos);
}

TEST_F(WorkflowFiles, RefusesNumbersBetweenNoneAndZero) {
  EXPECT_EQ(refusal("w.json", two_tasks, {{"run_time", "-0.5"}}),
            "workload 'workflow': run_time cannot be -0.5; valid: at least 0 s, or -1");
}

} // namespace workflow_test
} // namespace malha::testing
