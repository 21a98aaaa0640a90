// SPDX-License-Identifier: MIT
// Runs in which actors look ahead, against the same runs in which SimGrid wakes them for each date.
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace lookahead_test {

/// The files of a run, without the manifest, which has the setting itself.
std::map<std::string, std::string> files_of(const std::string& options, const std::string& lookahead) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("$MALHA simulate " + options + " --set lookahead=" + lookahead + " -o out", folder.path());
  EXPECT_TRUE(said.status == 0 || said.status == 4) << said.err; // 4: cut at max_time
  auto files = results_below(folder / "out");
  EXPECT_EQ(files.erase("manifest.json"), 1u);
  EXPECT_GT(files.at("jobs.csv").size(), 100u);
  return files;
}

class LookAheadDifferential : public ::testing::TestWithParam<std::string> {};

TEST_P(LookAheadDifferential, GivesTheSameFiles) {
  for (const std::string seed : {"1", "2"})
    for (const std::string more :
         {"", "--set max_time=900", "--environment crashes --set crashes.share=20"}) {
      const auto options = GetParam() + " -p star --set platform.hosts=16 --set platform.speeds=1e9,7e8 " +
                           "--set transport=instant --seed " + seed + " " + more;
      SCOPED_TRACE(options);
      EXPECT_EQ(files_of(options, "on"), files_of(options, "off"));
    }
}

INSTANTIATE_TEST_SUITE_P(Of, LookAheadDifferential,
                         ::testing::Values("-d cluster.easy_backfill -w lublin --set workload.jobs=300 "
                                           "--set explain=on --set series=on",
                                           "-d cluster.conservative_backfill -w rigid_jobs",
                                           "-d cluster.oscarpbs -w oscar_batch --set platform.cores=8",
                                           "-d broker.workqueue -w bag_of_tasks",
                                           "-d broker.wqr -w bag_of_tasks --set execution=planned",
                                           "-d ownership.osep -w user_bags --set execution=planned",
                                           "-d tuple_space.ticket_classes -w bag_of_tasks"),
                         ByValue());

} // namespace lookahead_test
} // namespace malha::testing
