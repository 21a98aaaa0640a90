// SPDX-License-Identifier: MIT
// The study of M-CISNE, through the program.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace mcisne_test {

// All 18 times of table D.1, each of a job alone on dedicated nodes.
TEST(McisneStudy, GivesTheTimesOfTheApplications) {
  const TemporaryFolder folder;
  const auto said = run_shell("\"$MALHA\" run mcisne-c1-nas-characterisation -o out", folder.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("agrees 18, deviates 0, missed 0, unchecked 0"), std::string::npos) << said.out;
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
