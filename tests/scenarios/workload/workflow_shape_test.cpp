// SPDX-License-Identifier: MIT
#include "generating.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/workflow/graph.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace workflow_shape_test {

Job shape(const std::string& name, Settings settings = {}) {
  settings["shape"] = name;
  return jobs_of("workflow_shape", settings).at(0);
}

workflow::Graph graph(const Job& job) {
  std::vector<workflow::Edge> edges;
  for (const auto& [before, after] : job.precedences)
    edges.push_back({static_cast<int>(before), static_cast<int>(after), 0});
  return {static_cast<int>(job.tasks.size()), edges};
}

int levels(const Job& job) {
  const auto of = graph(job);
  int highest = 0;
  for (int task = 0; task < of.tasks(); ++task)
    highest = std::max(highest, of.level(task));
  return highest + 1;
}

// 5 images: 5 projections, 4 + 3 pairs, 5 corrections, and six single steps. In levels: project, compare,
// concatenate, model, correct, table, add, shrink, JPEG.
TEST(WorkflowShape, MontageOfFiveImages) {
  const Job job = shape("montage", {{"size", "5"}});
  EXPECT_EQ(job.tasks.size(), 5u + 7 + 5 + 6);
  EXPECT_EQ(levels(job), 9);
  // 7 pairs read two images each; mConcatFit 7; mBgModel 1; a correction an image and the model; mImgTbl 5;
  // mAdd those and the table; mShrink and mJPEG one.
  EXPECT_EQ(job.precedences.size(), 14u + 7 + 1 + 10 + 5 + 6 + 1 + 1);
  EXPECT_EQ(job.details->names[0].str(), "mProjectPP-1");
  EXPECT_EQ(job.tasks[0].length, 13.59);
  EXPECT_EQ(job.tasks[0].reference_speed, generated_at);
  EXPECT_EQ(job.tasks[0].input, 4.2e6); // the image, which is there before
  EXPECT_EQ(job.tasks[0].output, 8.33e6);
}

// A split, 3 chunks of four steps, and a merge, in each of 2 lanes; then a merge, an index and a pileup.
TEST(WorkflowShape, EpigenomicsOfTwoLanes) {
  const Job job = shape("epigenomics", {{"size", "2"}, {"width", "3"}});
  EXPECT_EQ(job.tasks.size(), 2u * (1 + 12 + 1) + 3);
  EXPECT_EQ(levels(job), 1 + 4 + 1 + 3);
}

// 2 tensors, 24 seismograms and peaks of each, and two archives: the 100 tasks of bharathi2008.
TEST(WorkflowShape, CybershakeOfTwoSites) {
  const Job job = shape("cybershake", {{"size", "2"}, {"width", "24"}});
  EXPECT_EQ(job.tasks.size(), 100u);
  EXPECT_EQ(levels(job), 4);
}

// (5² + 5 - 2) / 2 and (20² + 20 - 2) / 2 tasks; a pivot and an update for each column but the last.
TEST(WorkflowShape, GaussianElimination) {
  EXPECT_EQ(shape("gauss", {{"size", "5"}}).tasks.size(), 14u);
  EXPECT_EQ(shape("gauss", {{"size", "20"}}).tasks.size(), 209u);
  EXPECT_EQ(levels(shape("gauss", {{"size", "5"}})), 8);
}

// 2·4 - 1 calls and 4·2 butterflies; 2·32 - 1 calls and 32·5 butterflies.
TEST(WorkflowShape, FourierTransform) {
  EXPECT_EQ(shape("fft", {{"size", "4"}}).tasks.size(), 15u);
  EXPECT_EQ(shape("fft", {{"size", "32"}}).tasks.size(), 223u);
  EXPECT_EQ(levels(shape("fft", {{"size", "4"}})), 5);
}

TEST(WorkflowShape, ForkJoinAndChain) {
  const Job fork_join = shape("fork_join", {{"size", "2"}, {"width", "3"}});
  EXPECT_EQ(fork_join.tasks.size(), 10u);
  EXPECT_EQ(fork_join.precedences.size(), 13u); // 3 and 3 a stage, and one between them
  const Job chain = shape("chain", {{"size", "3"}});
  EXPECT_EQ(chain.precedences, (std::vector<std::pair<TaskId, TaskId>>{{0, 1}, {1, 2}}));
}

TEST(WorkflowShape, SizesOfFilesAreScaled) {
  const Job job = shape("chain", {{"size", "2"}, {"data", "100"}, {"data_scale", "0.5"}});
  EXPECT_EQ(job.tasks[0].output, 50);
  EXPECT_EQ(job.tasks[1].input, 50);
}

// The seed decides run times; they are at least a tenth of the mean.
TEST(WorkflowShape, TheSeedVariesRunTimes) {
  const Settings settings{{"shape", "chain"}, {"size", "1000"}, {"mean", "10"}, {"variation", "50"}};
  const auto one = jobs_of("workflow_shape", settings, 1)[0],
             same = jobs_of("workflow_shape", settings, 1)[0],
             other = jobs_of("workflow_shape", settings, 2)[0];
  Seconds sum = 0;
  for (std::size_t task = 0; task < one.tasks.size(); ++task) {
    EXPECT_EQ(one.tasks[task].length, same.tasks[task].length);
    EXPECT_GE(one.tasks[task].length, 1);
    sum += one.tasks[task].length;
  }
  EXPECT_NE(one.tasks[0].length, other.tasks[0].length);
  // Five standard errors of the mean: 5 · 5 / √1000 = 0.79; the cut at 1 s adds 0.07.
  EXPECT_NEAR(sum / 1000, 10.07, 0.79);
}

TEST(WorkflowShape, RefusesWhatIsNoShape) {
  EXPECT_EQ(thrown<InputError>([] {
              shape("fft", {{"size", "6"}});
            }),
            "workload 'workflow_shape': parameter 'size' cannot be '6' with shape fft; valid: a power of 2");
  EXPECT_EQ(thrown<InputError>([] {
              shape("gauss", {{"size", "1"}});
            }),
            "workload 'workflow_shape': parameter 'size' cannot be '1' with shape gauss; valid: at least 2");
  EXPECT_EQ(thrown<InputError>([] {
              shape("fork_join", {{"size", "10000"}, {"width", "10000"}});
            }),
            "workload 'workflow_shape': shape fork_join with size 10000 and width 10000 has more than 1e+07 "
            "tasks; valid: fewer");
}

} // namespace workflow_shape_test
} // namespace malha::testing
