// SPDX-License-Identifier: MIT
// Environment actors were in the folder workload/ in the version before. Their former names are still read.
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {
namespace former_names_test {

std::string note_of(const std::string& actor) {
  return "malha: note: environment actor 'workload/" + actor + "' is now called 'environment/" + actor +
         "'; the next version no longer reads the old name\n";
}

class FormerNames : public Campaign {
protected:
  FormerNames() : Campaign(batch_scenario(2, 1, "metrics")) {}

  /// Replaces each `from` in a file of the folder by `to`. Returns how many there were.
  int replace(const std::string& file, const std::string& from, const std::string& to) const {
    auto text = text_of(folder_ / file);
    int count = 0;
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++count)
      text.replace(at, from.size(), to);
    write_text(folder_ / file, text);
    return count;
  }
  Said simulate(const std::string& environment, const std::string& folder) const {
    return malha(
        "simulate -p star -w rigid_jobs -d cluster.fcfs --set platform.hosts=4 --set transport=instant "
        "--set workload.jobs=5 --set failures.mtbf=1e6 --set failures.mttr=10 --set crashes.share=0 "
        "--set crashes.hosts=host-4 --set failures.hosts=host-[1-3] " +
        environment + " -o " + folder);
  }
  void add_failures(const std::string& name) const {
    ASSERT_EQ(replace("scenario.xml", "  <workload ",
                      "  <environment name=\"" + name +
                          "\"/>\n  <set key=\"transport\" value=\"instant\"/>\n"
                          "  <set key=\"failures.mtbf\" value=\"1e6\"/>\n"
                          "  <set key=\"failures.mttr\" value=\"10\"/>\n  <workload "),
              1);
  }
};

TEST_F(FormerNames, OfAnOptionAreReadAndNoted) {
  const auto former = simulate("--environment workload/crashes --environment workload/failures", "former");
  EXPECT_EQ(former.status, 0) << former.err;
  EXPECT_EQ(former.err, note_of("crashes") + note_of("failures"));
  const auto current = simulate("--environment crashes --environment environment/failures", "current");
  EXPECT_EQ(current.status, 0) << current.err;
  EXPECT_EQ(current.err, "");
  EXPECT_EQ(results_below(folder_ / "former"), results_below(folder_ / "current"));
}

// Each of two runs of two seeds has the environment; the command notes its name once.
TEST_F(FormerNames, OfAScenarioAreReadAndNotedOnce) {
  add_failures("workload/failures");
  const auto said = malha("run ./scenario.xml -j 2 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, note_of("failures"));
}

TEST_F(FormerNames, OfAScenarioGiveTheSameRuns) {
  add_failures("failures");
  const auto current = malha("run ./scenario.xml -o out");
  ASSERT_EQ(current.status, 0) << current.err;
  EXPECT_EQ(current.err, "");
  ASSERT_EQ(replace("scenario.xml", "name=\"failures\"", "name=\"workload/failures\""), 1);
  const auto former = malha("run ./scenario.xml -o out");
  EXPECT_EQ(former.status, 0) << former.err;
  EXPECT_EQ(former.err, note_of("failures"));
  EXPECT_NE(former.out.find(" runs were there already"), std::string::npos) << former.out;
}

// A manifest of the version before names the actor by its former name, whatever its user wrote.
TEST_F(FormerNames, OfAManifestAreTheSameRun) {
  ASSERT_EQ(simulate("--environment crashes --environment failures", "run").status, 0);
  ASSERT_EQ(replace("run/manifest.json", "environment/", "workload/"), 2);
  const auto said = malha("rerun run");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, "the same: jobs.csv, resources.csv, messages.csv, schedule.csv, manifest.json\n");
}

// machine.json keeps what the user wrote.
TEST_F(FormerNames, OfARequestAreReadAndNoted) {
  ASSERT_EQ(simulate("--environment environment/crashes --environment failures", "run").status, 0);
  ASSERT_EQ(replace("run/manifest.json", "environment/", "workload/"), 2);
  ASSERT_GE(replace("run/machine.json", "\"environment/crashes\"", "\"workload/crashes\""), 1);
  const auto said = malha("rerun run");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, note_of("crashes"));
  EXPECT_EQ(said.out.substr(0, 9), "the same:") << said.out;
}

TEST_F(FormerNames, AreDescribed) {
  const auto said = malha("describe workload/reclaim");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, note_of("reclaim"));
  EXPECT_EQ(said.out, malha("describe environment/reclaim").out);
}

TEST_F(FormerNames, OfAllEnvironmentActorsAreKnown) {
  for (const std::string actor :
       {"crashes", "external_load", "failures", "late_messages", "local_users", "lost_messages", "reclaim"}) {
    const auto said = malha("describe workload/" + actor);
    EXPECT_EQ(said.status, 0) << actor;
    EXPECT_EQ(said.err, note_of(actor));
  }
}

TEST_F(FormerNames, OfNoOtherActorAreMadeUp) {
  const auto said = simulate("--environment workload/storms", "out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err.find("note:"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("unknown environment 'workload/storms'"), std::string::npos) << said.err;
}

} // namespace former_names_test
} // namespace malha::testing
