// SPDX-License-Identifier: MIT
#include "actors/runtime/plan/workload.hpp"
#include "scenarios/workload/files/recorded_nodes.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha {
namespace recorded_nodes_test {

using malha::testing::run_shell;
using malha::testing::TemporaryFolder;
using malha::testing::text_of;
using malha::testing::write_text;

const std::string one_job = "1 0 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1\n";

std::optional<int> in_swf(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / "trace.swf", text);
  return nodes_recorded_in_swf(folder / "trace.swf");
}

std::optional<int> in_batsim(const std::string& text) {
  const TemporaryFolder folder;
  write_text(folder / "trace.json", text);
  return nodes_recorded_in_batsim(folder / "trace.json");
}

TEST(RecordedNodes, AreTheProcessorsOfAnSwfHeader) {
  EXPECT_EQ(in_swf("; MaxNodes: 16\n;  MaxProcs:  128\n" + one_job), 128);
  EXPECT_EQ(in_swf(";MaxNodes: 16\n" + one_job), 16);
  EXPECT_EQ(in_swf("; MaxProcs: -1\n; MaxNodes: 16\n" + one_job), 16);
}

TEST(RecordedNodes, AreWrittenInSeveralWays) {
  for (const auto* header :
       {"; MaxProcs : 2048", ";maxprocs:2048", "; MAXPROCS:\t2048", "; MaxProcs: 2,048", "; MaxProcs: 2.048",
        "; MaxProcs: 2'048", "; MaxProcs: 2048 (1024 nodes)", "; MaxProcs: 2048,16", "; MaxProcs: 2048\r"})
    EXPECT_EQ(in_swf(std::string(header) + "\n" + one_job), 2048) << header;
  EXPECT_EQ(in_swf("; MaxProcs: 1,234,567\n" + one_job), 1234567);
  EXPECT_EQ(in_swf("; MaxProcs: 16,32\n" + one_job), 16);
  for (const auto* header : {"; MaxProcs 16", "; MaxProcs: 3,000,000,000", "; MaxProcs: 0", "; MaxProcs:"})
    EXPECT_EQ(in_swf(std::string(header) + "\n" + one_job), std::nullopt) << header;
}

TEST(RecordedNodes, AreNotReadBelowTheFirstJob) {
  EXPECT_EQ(in_swf(one_job + "; MaxProcs: 128\n"), std::nullopt);
  EXPECT_EQ(in_swf("; MaxProcs: unknown\n; MaxProcsPerUser: 8\n" + one_job), std::nullopt);
}

TEST(RecordedNodes, AreTheOutermostNumberOfResourcesOfBatsim) {
  EXPECT_EQ(in_batsim(R"({"profiles": {"nb_res": 3}, "list": [{"nb_res": 5}], "nb_res": 7, "jobs": []})"), 7);
  EXPECT_EQ(in_batsim(R"({"jobs": []})"), std::nullopt);
  EXPECT_EQ(in_batsim(R"({"nb_res": -4})"), std::nullopt);
  EXPECT_EQ(in_batsim("no json"), std::nullopt);
}

int resources_in(const std::filesystem::path& run) {
  const auto text = text_of(run / "resources.csv");
  return static_cast<int>(std::count(text.begin(), text.end(), '\n')) - 1; // without the header
}

TEST(RecordedNodes, AreTheHostsOfAGeneratedPlatform) {
  const TemporaryFolder folder;
  write_text(folder / "trace.swf", "; MaxProcs: 7\n" + one_job);
  const auto said = run_shell("$MALHA simulate -p star -d cluster.fcfs -w trace.swf -o run", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(resources_in(folder / "run"), 7);
  EXPECT_NE(said.out.find("the platform has as many hosts as the machine of trace.swf (platform.hosts=7)\n"),
            std::string::npos)
      << said.out;
  EXPECT_EQ(said.out.find("recorded_nodes"), std::string::npos) << said.out;
}

TEST(RecordedNodes, AreSaidWhereThePlatformHasAnotherNumber) {
  const TemporaryFolder folder;
  write_text(folder / "trace.swf", "; MaxProcs: 7\n" + one_job);
  const auto said = run_shell(
      "$MALHA simulate -p star --set platform.hosts=5 -d cluster.fcfs -w trace.swf -o run", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(resources_in(folder / "run"), 5);
  EXPECT_NE(said.out.find("trace.swf was recorded on 7 nodes; this platform has another number\n"),
            std::string::npos)
      << said.out;
  const auto compared = run_shell("$MALHA compare -p star --set platform.hosts=5 -d cluster.fcfs -d "
                                  "cluster.easy_backfill -w trace.swf -o compared",
                                  folder.path());
  ASSERT_EQ(compared.status, 0) << compared.err;
  EXPECT_NE(compared.out.find("the workload was recorded on 7 nodes; this platform has another number\n"),
            std::string::npos)
      << compared.out;
}

TEST(RecordedNodes, ThatAPlatformCannotHaveAreRefused) {
  const TemporaryFolder folder;
  write_text(folder / "trace.swf", "; MaxProcs: 2000000\n" + one_job);
  const auto said = run_shell("$MALHA simulate -p star -d cluster.fcfs -w trace.swf -o run", folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("; without platform.hosts, a platform has as many hosts as the machine of trace.swf "
                    "(platform.hosts=2000000)\n"),
      std::string::npos)
      << said.err;
}

/// The rows of a run of 300 jobs of the model at load 0.9.
std::string lublin_on(const std::string& platform, const std::string& more, const TemporaryFolder& folder) {
  const auto said = run_shell("$MALHA simulate -p star " + platform +
                                  " -d cluster.fcfs -w lublin --set workload.jobs=300 --set "
                                  "workload.load=0.9 --set transport=instant " +
                                  more + " -o run && cat run/jobs.csv && rm -r run",
                              folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  return said.out.substr(said.out.find("job_id,"));
}

TEST(LublinsMachine, IsThePlatformUnlessSaidOtherwise) {
  const TemporaryFolder folder;
  const auto of_platform = lublin_on("--set platform.hosts=32", "", folder);
  EXPECT_EQ(of_platform, lublin_on("--set platform.hosts=32", "--set workload.nodes=32", folder));
  EXPECT_NE(of_platform, lublin_on("--set platform.hosts=32", "--set workload.nodes=128", folder));
}

TEST(LublinsMachine, IsAllCoresWhereJobsAskForCores) {
  const TemporaryFolder folder;
  const std::string cores = "--set platform.hosts=8 --set platform.cores=4 --set allocation=core";
  EXPECT_EQ(lublin_on(cores, "", folder), lublin_on(cores, "--set workload.nodes=32", folder));
}

TEST(Workload, IsNotReadBeforeItIsOpen) {
  Workload workload("test");
  EXPECT_THROW(workload.peek(), std::logic_error);
}

TEST(LublinsMachine, HasTwoNodesAtLeast) {
  const TemporaryFolder folder;
  const auto said = run_shell(
      "$MALHA simulate -p star --set platform.hosts=1 -d cluster.fcfs -w lublin -o run", folder.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: workload 'lublin': the platform has 1 node, and the model is one of parallel "
                      "machines; valid: a "
                      "platform of at least 2 nodes, or workload.nodes=N\n");
}

} // namespace recorded_nodes_test
} // namespace malha
