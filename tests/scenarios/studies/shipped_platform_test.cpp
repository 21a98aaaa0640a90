// SPDX-License-Identifier: MIT
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace shipped_platform_test {

// cunha2013, section 6.1.1: machines uff2 to uff41 of 8 CPUs; uff0 serves.
TEST(Oscar, HasFortyMachinesOfEightCoresInOrder) {
  const TemporaryFolder folder;
  const auto said = run_shell("$MALHA simulate -p oscar -d cluster.fcfs -w rigid_jobs --set allocation=core "
                              "--set workload.max_resources=320 -o out && $MALHA validate out",
                              folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  int rows = 0;
  CsvReader reader(folder / "out" / "resources.csv");
  while (reader.next()) {
    EXPECT_EQ(reader.text("host"), "uff" + std::to_string(2 + rows / 8));
    EXPECT_EQ(reader.real("speed"), 2.66e9);
    ++rows;
  }
  EXPECT_EQ(rows, 40 * 8);
  // The submitter sits beside the scheduler, on uff0, and messages reach it.
  CsvReader messages(folder / "out" / "messages.csv");
  ASSERT_TRUE(messages.next());
  EXPECT_EQ(messages.text("layer"), "workload/submitter>cluster/scheduler");
}

TEST(Oscar, EveryMachineAndTheFrontEndReachEachOther) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("$MALHA simulate -p oscar -d cluster.nodes -w rigid_jobs -o out", folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  // The front end sends each node of a job its start, and each node sends the end back.
  double nodes = 0;
  for (CsvReader jobs(folder / "out/jobs.csv"); jobs.next();)
    nodes += jobs.real("requested_number_of_resources");
  std::map<std::string, double> messages;
  for (CsvReader rows(folder / "out/messages.csv"); rows.next();)
    messages[rows.text("kind")] = rows.real("number");
  EXPECT_GT(nodes, 100);
  EXPECT_EQ(messages["start"], nodes);
  EXPECT_EQ(messages["end"], nodes);
}

TEST(Oscar, IsListedAndDescribed) {
  const TemporaryFolder folder;
  EXPECT_NE(run_shell("$MALHA list platforms", folder.path()).out.find("\noscar "), std::string::npos);
  const auto said = run_shell("$MALHA describe oscar", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("40 workers, uff2 to uff41\n"), std::string::npos) << said.out;
}

} // namespace shipped_platform_test
} // namespace malha::testing
