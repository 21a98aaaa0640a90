// SPDX-License-Identifier: MIT
// Claims about runs that ignore a varied setting.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace ignored_settings_test {

// FCFS has no parameter `depth`, so that it has one cell for both of its values. The claim names that cell
// without a depth; a run that has the parameter needs one.
TEST(IgnoredSettings, AreNotLeftOpenByAClaim) {
  const TemporaryFolder folder;
  const auto claimed = [&folder](const std::string& easy) {
    write_text(folder / "depths.xml",
               "<scenario records=\"metrics\"><question>Who waits?</question><platform name=\"star\"/>"
               "<workload name=\"lublin\"/><seeds vary=\"the workload\" number=\"2\"/>"
               "<set key=\"transport\" value=\"instant\"/><set key=\"workload.jobs\" value=\"20\"/>"
               "<vary key=\"policy.depth\" values=\"1 2\"/>"
               "<run name=\"fcfs\" deployment=\"cluster.fcfs\" ignores=\"policy.depth\"/>"
               "<run name=\"easy\" deployment=\"cluster.easy_backfill\"/>\n"
               "<claim text=\"both run all jobs\" metric=\"jobs_finished\" near=\"run=fcfs\" to=\"" +
                   easy + "\" source=\"malha\" where=\"by construction\"/></scenario>");
    return run_shell("$MALHA run ./depths.xml -o out --overwrite", folder.path());
  };
  const auto said = claimed("run=easy policy.depth=2");
  EXPECT_EQ(said.status, 0) << said.err;
  CsvReader verdicts(folder / "out/verdicts.csv");
  ASSERT_TRUE(verdicts.next());
  EXPECT_EQ(verdicts.text("verdict"), "agrees");
  const auto refused = claimed("run=easy");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("depths.xml:2: means 2 cells; also fix policy.depth"), std::string::npos)
      << refused.err;
}

} // namespace ignored_settings_test
} // namespace malha::testing
