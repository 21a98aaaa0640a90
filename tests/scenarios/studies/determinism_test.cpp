// SPDX-License-Identifier: MIT
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace determinism_test {

std::map<std::string, std::string> files_of(const std::string& options) {
  const TemporaryFolder folder;
  const auto said = run_shell(
      "$MALHA run easygrid-overhead-dynamic easygrid-benefit-static -o out " + options, folder.path());
  EXPECT_LE(said.status, 1) << said.err;
  return results_below(folder / "out");
}

class Determinism : public ::testing::TestWithParam<const char*> {};

TEST_P(Determinism, FilesAreTheSameToTheByte) {
  const auto expected = files_of("-j 1");
  // Two scenarios of 4 runs, each with jobs, resources, messages, schedule and manifest; runs.csv,
  // summary.csv and verdicts.csv.
  EXPECT_EQ(expected.size(), 2u * 4 * 5 + 3);
  EXPECT_EQ(files_of(GetParam()), expected);
}

#ifdef __SANITIZE_ADDRESS__ // it does not follow the switches of the other factories
INSTANTIATE_TEST_SUITE_P(Whatever, Determinism, ::testing::Values("-j 1", "-j 2"), ByValue());
#else
INSTANTIATE_TEST_SUITE_P(Whatever, Determinism,
                         ::testing::Values("-j 1", "-j 2", "-j 2 --sg-cfg contexts/factory:boost",
                                           "-j 2 --sg-cfg contexts/factory:thread"),
                         ByValue());
#endif

TEST(Seeds, AnotherSeedGivesAnotherLoadAndTheSameSeedTheSame) {
  const TemporaryFolder folder;
  const auto jobs_of = [&](const std::string& seed, const std::string& name) {
    const auto said =
        run_shell("$MALHA simulate -p star -d cluster.fcfs -w rigid_jobs --seed " + seed + " -o " + name,
                  folder.path());
    EXPECT_EQ(said.status, 0) << said.err;
    return text_of(folder / name / "jobs.csv");
  };
  const auto first = jobs_of("1", "first");
  EXPECT_EQ(jobs_of("1", "again"), first);
  EXPECT_NE(jobs_of("2", "other"), first);
}

TEST(Platforms, AGeneratedPlatformWrittenAsXmlIsTheSamePlatform) {
  const TemporaryFolder folder;
  for (const std::string name : {"full_mesh", "star"}) {
    const std::string settings =
        " --set platform.hosts=12 --set platform.speeds=1e9,5e8 --set platform.cores=2";
    const std::string load = "--environment external_load --set external_load.hosts=@speed_class=2 ";
    const auto said =
        run_shell("$MALHA platform " + name + settings + " > " + name + ".xml && " + "$MALHA simulate -p " +
                      name + settings + " -d easygrid.one_site -w bag_of_tasks " + load + "-o generated_" +
                      name + " && $MALHA simulate -p ./" + name +
                      ".xml -d easygrid.one_site -w bag_of_tasks " + load + "-o read_" + name,
                  folder.path());
    ASSERT_EQ(said.status, 0) << said.err;
    for (const std::string file : {"jobs.csv", "resources.csv", "messages.csv", "schedule.csv"})
      EXPECT_EQ(text_of(folder / ("generated_" + name) / file), text_of(folder / ("read_" + name) / file))
          << file;
  }
}

} // namespace determinism_test
} // namespace malha::testing
