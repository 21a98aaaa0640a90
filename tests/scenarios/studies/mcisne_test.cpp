// SPDX-License-Identifier: MIT
// The study of M-CISNE, through the program.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace malha::testing {
namespace mcisne_test {

// All 18 times of table D.1, each of a job alone on dedicated nodes.
TEST(McisneStudy, GivesTheTimesOfTheApplications) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" run mcisne-c1-nas-characterisation -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("agrees 18, deviates 0, missed 0, unchecked 0"), std::string::npos) << said.out;
}

// All of table D.2: what is left to a job, and which jobs it leaves no memory.
TEST(McisneStudy, GivesWhatTheProfilesOfLocalUsersLeave) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" run mcisne-c2-local-profiles -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("agrees 9, deviates 0, missed 0, unchecked 0"), std::string::npos) << said.out;
}

// Equation 4.19, in every run and not only on average.
TEST(McisneStudy, SaturatesNoChannelWhereItSaysSo) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" run mcisne-e17-coalloc-slowdown -o out", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  int runs = 0;
  double most_of_optimal = 0;
  for (CsvReader rows(folder / "out/runs.csv"); rows.next();) {
    if (rows.text("metric") != "communication_slowdown")
      continue;
    const double slowdown = rows.real("value");
    if (rows.text("run") == "optimal") {
      most_of_optimal = std::max(most_of_optimal, slowdown);
      continue;
    }
    EXPECT_GT(slowdown, 0);
    EXPECT_LE(slowdown, 1) << rows.text("parameters") << ", seed " << rows.text("seed");
    ++runs;
  }
  EXPECT_EQ(runs, 160); // 4 bandwidths, 4 shares, 10 seeds
  EXPECT_GT(most_of_optimal, 1);
}

// Each scenario is read, and its first run obeys the rules.
TEST(McisneStudy, HasScenariosWhoseFirstRunIsValid) {
  namespace fs = std::filesystem;
  int scenarios = 0;
  for (const auto& file : fs::directory_iterator(MALHA_SOURCE_FOLDER "/scenarios/mcisne")) {
    const auto name = file.path().stem().string();
    if (name.rfind("mcisne-", 0) != 0)
      continue;
    ++scenarios;
    const TemporaryFolder folder;
    const auto said = run_shell(
        "\"$MALHA\" run " + name + " --seeds 1 --shard 1/100000 --records jobs -o out", folder.path());
    ASSERT_EQ(said.status, 0) << name << said.err;
    int runs = 0;
    for (const auto& found : fs::recursive_directory_iterator(folder / "out"))
      if (found.path().filename() == "manifest.json") {
        const auto run = found.path().parent_path().string();
        const auto validated = run_shell("\"$MALHA\" validate \"" + run + "\"", folder.path());
        EXPECT_EQ(validated.status, 0) << run << validated.out;
        ++runs;
      }
    EXPECT_EQ(runs, 1) << name;
  }
  EXPECT_GE(scenarios, 31);
}

/// The history.csv of 700 jobs under a seed.
std::string history(const TemporaryFolder& folder, const std::string& seed, const std::string& environment) {
  const auto said =
      run_shell("rm -rf out && \"$MALHA\" simulate -p clusters --set platform.sizes=16 -w nas_jobs --set "
                "workload.jobs=700 "
                "--set workload.gap=4 --set transport=instant -d multicluster.mcisne "
                "--set policy.selection=multicluster/rr --set memory=1 --set keep_history=on --seed " +
                    seed + " -o out " + environment,
                folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  return text_of(folder / "out/history.csv");
}

// As docs/studies/mcisne.md says it is made.
TEST(McisneStudy, HasTheHistoryThatItsCommandsGive) {
  const TemporaryFolder folder;
  std::string joined;
  for (const std::string environment :
       {"--set mpl=1 --set queue=BASIC", "--set mpl=4 --set queue=FCFS",
        "--set mpl=4 --set queue=FCFS --environment local_users --set local_users.local_share=50 "
        "--set local_users.placement=random --set local_users.penalty=0.63"})
    for (const std::string seed : {"1001", "1002"}) {
      const auto text = history(folder, seed, environment);
      joined += joined.empty() ? text : text.substr(text.find('\n') + 1);
    }
  EXPECT_EQ(joined, text_of(MALHA_SOURCE_FOLDER "/scenarios/mcisne/history.csv"));
}

} // namespace mcisne_test
} // namespace malha::testing
