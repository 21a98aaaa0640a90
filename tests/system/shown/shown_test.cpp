// SPDX-License-Identifier: MIT
// What actors and policies declare of the schedules of a run, and what comes of it in a manifest and in
// `malha validate`.
#include "actors/runtime/plan/allowed_by.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace shown_test {

/// Of a shipped deployment under those settings, as manifests have it.
std::string shown(const std::string& deployment, const std::string& transport,
                  const Settings& settings = {}) {
  SimulationPlan plan;
  plan.run = Parameters(run_parameters(), {{"transport", transport}});
  plan.deployment =
      read_deployment(MALHA_SOURCE_FOLDER "/deployments/" + deployment + ".xml", settings, shipped_catalog());
  return json_of(allowed_by(plan)).dump();
}

TEST(Allowed, OfABrokerIsWhatItsPolicyDoes) {
  EXPECT_EQ(shown("broker.workqueue", "instant"),
            R"({"attempts_end":["cancelled","lost","recomputed"],"late_detection":0.0,"overrun":true})");
  EXPECT_EQ(shown("broker.wqr", "network", {{"policy.replicas", "3"}, {"detection_delay", "2.5"}}),
            R"({"attempts_end":["cancelled","lost","recomputed"],"copies":3.0,"late_cancellation":true,)"
            R"("late_detection":2.5,"overrun":true})");
}

// Each of its actors says a part of it.
TEST(Allowed, OfATupleSpaceIsWhatItsActorsSayTogether) {
  EXPECT_EQ(shown("tuple_space.ticket_classes", "instant"),
            R"({"attempts_end":["lost"],"late_detection":0.0,"overrun":true})");
  EXPECT_EQ(shown("tuple_space.ticket_classes", "network", {{"checkpoint", "on"}, {"detection_delay", "4"}}),
            R"({"attempts_end":["lost"],"late_detection":4.0,"overrun":true,"resumed_work":true})");
}

TEST(Allowed, OfABatchSchedulerDependsOnItsSettings) {
  const auto with = [](const std::string& traits) {
    return R"({"attempts_end":["node_lost","requeued"])" + traits + "}";
  };
  EXPECT_EQ(shown("cluster.easy_backfill", "network"), with(""));
  EXPECT_EQ(shown("cluster.easy_backfill", "network", {{"policy.order", "wfp3"}}),
            with(R"(,"changing_heads":true)"));
  EXPECT_EQ(shown("cluster.fcfs", "instant", {{"overrun", "extend"}, {"fragments", "ignore"}}),
            with(R"(,"overrun":true,"torn_fragments":true)"));
  EXPECT_EQ(shown("cluster.nodes", "instant"), with(""));
  for (const auto* execution : {"messages", "exec"})
    EXPECT_EQ(shown("cluster.nodes", "network", {{"execution", execution}}), with(R"(,"late_starts":true)"));
  EXPECT_EQ(shown("cluster.nodes", "network", {{"execution", "timeline"}}), with(""));
}

TEST(Allowed, OfEasyGridIsNothing) {
  EXPECT_EQ(shown("easygrid.one_site", "network"), R"({"attempts_end":[]})");
}

TEST(Allowed, AmountsAreTheLargestThatAreSaid) {
  Allowed shown;
  shown.add(Trait::copies, 2);
  shown.add(Trait::copies, 3);
  shown.add(Trait::copies, 1);
  EXPECT_EQ(shown.amount(Trait::copies, 1), 3);
  EXPECT_EQ(shown.amount(Trait::late_detection, 7), 7);
}

TEST(Allowed, IsWhatThePageOfFilesSays) {
  const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/files.md");
  for (const auto& word : trait_words)
    EXPECT_NE(page.find(std::string("\n| ") + word.word + " | " + word.unit +
                        (*word.unit == '\0' ? "" : " ") + "| " + word.meaning + " |\n"),
              std::string::npos)
        << word.word;
}

/// Runs of actors that did not come with Malha. Three tasks of 4 Gflop on a host of 1 Gflop/s.
class OfOthers : public ::testing::Test {
protected:
  /// What `malha validate` says.
  Said validated(const std::string& actor, const std::string& settings = "") {
    write_text(folder_ / "mine.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version='4.1'><actor host='host-1' function='" +
                   actor + "'/></platform>\n");
    const auto said = run("simulate -p star -d mine.xml -w bag_of_tasks --set workload.tasks=3 "
                          "--set workload.work=4e9 --set transport=instant -o out " +
                          settings);
    EXPECT_EQ(said.status, 0) << said.err;
    return run_shell("\"$MALHA\" validate out", folder_.path()); // the manifest says it all
  }
  Said run(const std::string& command) {
    return run_shell("\"$MALHA\" " + command + " --plugin-path '" MALHA_TEST_PLUGIN_FOLDER "/shown'",
                     folder_.path());
  }

  const TemporaryFolder folder_;
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// 2 s, and the last 2 s of 4 after the preemption.
TEST_F(OfOthers, AreHeldToWhatTheyDeclare) {
  const auto said = validated("owned/host");
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_TRUE(holds(said.out, "no job that resumed the work")) << said.out;
  EXPECT_TRUE(holds(text_of(folder_ / "out/manifest.json"), "\"preempted\""));
}

// Where they say that nothing is resumed, the last attempt does all of the work.
TEST_F(OfOthers, DeclareItUnderTheirSettings) {
  const auto said = validated("owned/host", "--set work=repeated");
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_FALSE(holds(said.out, "no job that resumed the work")) << said.out;
}

// A preemption is an outcome that it has not declared; and 4 s of work do not fit into 2 s.
TEST_F(OfOthers, AreHeldToAllRulesWhereTheyDeclareNothing) {
  const auto said = validated("owned/silent");
  EXPECT_EQ(said.status, 1);
  EXPECT_TRUE(holds(said.out,
                    "violation: attempts: job 0 (out/attempts.csv:2) is 'preempted'; valid: the final "
                    "state of its job\n"))
      << said.out;
  EXPECT_TRUE(holds(said.out, "violation: speed: job 0 ")) << said.out;
}

TEST_F(OfOthers, AreDescribedWithWhatTheyShow) {
  const auto said = run("describe owned/host").out;
  EXPECT_TRUE(holds(said, "\n  attempts may end preempted\n\n"
                          "  shows resumed_work without work=repeated\n"
                          "      an attempt may go on with what earlier ones have computed\n"))
      << said;
}

// What a run shows is no part of what makes it the same run.
TEST_F(OfOthers, AreTheSameRunsWhateverTheManifestSaysOfThem) {
  validated("owned/host");
  auto manifest = nlohmann::json::parse(text_of(folder_ / "out/manifest.json"));
  manifest.erase("shows");
  write_text(folder_ / "out/manifest.json", manifest.dump());
  EXPECT_EQ(validated("owned/host").status, 0);
}

} // namespace shown_test
} // namespace malha::testing
