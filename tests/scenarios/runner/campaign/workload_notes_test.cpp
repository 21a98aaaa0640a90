// SPDX-License-Identifier: MIT
// What readers note of the jobs of a trace is said by every command that simulates them.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace workload_notes_test {

// The second job was cancelled at 0 s and had no processors.
const std::string trace = "1 0 -1 10 1 -1 -1 1 10 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                          "2 5 -1 0 0 -1 -1 1 10 -1 5 -1 -1 -1 -1 -1 -1 -1\n";
const std::string note = "workload: 1 job, skipped: cancelled before it started\n";

class WorkloadNotes : public ::testing::Test {
protected:
  WorkloadNotes() { write_text(folder_ / "w.swf", trace); }
  std::string said(const std::string& command) const {
    const auto said = run_shell("$MALHA " + command, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.err, "");
    return said.out;
  }
  const TemporaryFolder folder_;
};

TEST_F(WorkloadNotes, AreSaidOfOneRun) {
  EXPECT_NE(said("simulate -p star -d cluster.fcfs -w w.swf --set transport=instant").find(note),
            std::string::npos);
}

TEST_F(WorkloadNotes, AreSaidOnceByAComparison) {
  const std::string command =
      "compare -p star -d cluster.fcfs -d cluster.easy_backfill -w w.swf --set transport=instant -o out";
  for (const auto* which : {"the first time", "from the store"}) {
    const auto out = said(command);
    const auto place = out.find(note);
    EXPECT_NE(place, std::string::npos) << which << '\n' << out;
    EXPECT_EQ(out.find(note, place + 1), std::string::npos) << which << '\n' << out;
  }
}

TEST_F(WorkloadNotes, AreSaidOfAScenario) {
  write_text(folder_ / "s.xml",
             "<scenario><question>Which?</question><platform name='star'/>"
             "<workload name='w.swf'/><set key='transport' value='instant' reason='x'/>"
             "<run name='easy' deployment='cluster.easy_backfill'/><seeds vary='nothing'/></scenario>");
  EXPECT_NE(said("run ./s.xml -o out").find("  " + note), std::string::npos);
}

} // namespace workload_notes_test
} // namespace malha::testing
