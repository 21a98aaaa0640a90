// SPDX-License-Identifier: MIT
// EasyGrid on several sites, and the platforms that have them, through the program.
#include "results/files/csv_reader.hpp"
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace malha::testing {
namespace sites_test {

const std::vector<std::string> result_files{"jobs.csv", "resources.csv", "messages.csv", "schedule.csv"};

class Sites : public ::testing::Test {
protected:
  void simulate(const std::string& out, const std::string& options) {
    const auto said = run_shell("$MALHA simulate -w bag_of_tasks -o " + out + " " + options, folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
    const auto validated = run_shell("$MALHA validate " + out, folder_.path());
    EXPECT_EQ(validated.status, 0) << validated.out;
  }
  double metric(const std::string& out, const std::string& name) const {
    CsvReader schedule(folder_ / out / "schedule.csv");
    schedule.next();
    return schedule.real(name);
  }
  void expect_same(const std::string& one, const std::string& other) const {
    for (const auto& file : result_files)
      EXPECT_EQ(text_of(folder_ / one / file), text_of(folder_ / other / file)) << file;
  }
  /// Tasks that ran in a site.
  std::map<std::string, int> tasks_of_sites(const std::string& out) const {
    std::map<std::string, int> tasks;
    CsvReader jobs(folder_ / out / "jobs.csv");
    while (jobs.next())
      ++tasks[jobs.text("site")];
    return tasks;
  }

  TemporaryFolder folder_;
};

class Transport : public Sites, public ::testing::WithParamInterface<const char*> {};

// 12 hosts of one speed in 3 sites: each has a third of 60 tasks of the same work, and all shares are even.
TEST_P(Transport, EveryTaskRunsOnceInItsSiteAndTheSameTwice) {
  const std::string options =
      "-p star --set platform.hosts=12 --set platform.sites=3 -d easygrid.sites --set "
      "workload.tasks=60 --set workload.input=1e4 --set transport=" +
      std::string(GetParam());
  simulate("first", options);
  simulate("second", options);
  expect_same("first", "second");
  EXPECT_EQ(metric("first", "jobs_finished"), 60);
  EXPECT_EQ(metric("first", "messages_unread"), 0);
  EXPECT_EQ(metric("first", "cut"), 0);
  std::map<std::string, std::set<std::string>> hosts;
  CsvReader resources(folder_ / "first/resources.csv");
  while (resources.next())
    hosts[resources.text("site")].insert(resources.text("host"));
  EXPECT_EQ(hosts, (std::map<std::string, std::set<std::string>>{
                       {"site-1", {"host-0", "host-1", "host-2", "host-3"}},
                       {"site-2", {"host-4", "host-5", "host-6", "host-7"}},
                       {"site-3", {"host-8", "host-9", "host-10", "host-11"}}}));
  EXPECT_EQ(tasks_of_sites("first"),
            (std::map<std::string, int>{{"site-1", 20}, {"site-2", 20}, {"site-3", 20}}));
}

INSTANTIATE_TEST_SUITE_P(Of, Transport, ::testing::Values("network", "instant"), ByValue());

TEST_F(Sites, CanBeOne) {
  simulate("out", "-p full_mesh --set platform.hosts=5 -d easygrid.sites");
  EXPECT_EQ(tasks_of_sites("out"), (std::map<std::string, int>{{"site-1", 100}}));
}

// Three CPU-bound processes of others on each host of one site of two: it is left with less than half its
// power, and half of the tasks. The global manager moves some, and the run is over sooner.
TEST_F(Sites, ThatAreLoadedGiveTasksToOthers) {
  const std::string options =
      "-p star --set platform.hosts=8 --set platform.sites=2 -d easygrid.sites "
      "--environment external_load --set external_load.hosts=@site=site-2 --set external_load.processes=3 "
      "--set workload.tasks=200 --set transport=instant";
  simulate("balanced", options);
  simulate("left", options + " --set policy.balance=easygrid/no_balance");
  EXPECT_GE(metric("balanced", "global_events_accepted"), 1);
  EXPECT_LE(metric("balanced", "global_events_accepted"), metric("balanced", "global_events_total"));
  EXPECT_EQ(metric("left", "global_events_total"), 0);
  EXPECT_EQ(tasks_of_sites("left"), (std::map<std::string, int>{{"site-1", 100}, {"site-2", 100}}));
  EXPECT_GT(tasks_of_sites("balanced").at("site-1"), 100);
  EXPECT_LT(metric("balanced", "makespan"), metric("left", "makespan"));
}

// The parts of a platform are in its XML: sites, what transfers share, and the way of a host to itself.
TEST_F(Sites, AreWrittenAndReadBack) {
  for (const std::string sharing : {"shared", "fatpipe"}) {
    const std::string settings =
        " --set platform.hosts=9 --set platform.sites=2 --set platform.sharing=" + sharing;
    const auto said = run_shell("$MALHA platform star" + settings + " > " + sharing + ".xml", folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
    const std::string rest = " -d easygrid.sites --set workload.input=1e6";
    simulate("generated_" + sharing, "-p star" + settings + rest);
    simulate("read_" + sharing, "-p ./" + sharing + ".xml" + rest);
    expect_same("generated_" + sharing, "read_" + sharing);
  }
  EXPECT_NE(metric("read_shared", "makespan"), metric("read_fatpipe", "makespan"));
}

/// What the EasyGrid study takes from SimGrid 3.3.4. Its window caps a transfer at 0.92 * 21739 B / (2 * 1
/// ms) = 10 MB/s, below what a link of 12.5 MB/s can carry beside the acknowledgements of the same transfer
/// (0.92 * 12.5 / 1.05 = 10.95): there transfers do not meet unless two go between one pair of hosts.
const std::string of_the_study =
    " --sg-cfg network/latency-factor:10.4 --sg-cfg network/bandwidth-factor:0.92 --sg-cfg "
    "network/TCP-gamma:21739.13 --set workload.input=1e6 --set workload.tasks=500 -d easygrid.one_site";

class FatPipes : public Sites, public ::testing::WithParamInterface<const char*> {};

// Two links of half the latency, on which nobody has to share, are a link of one's own.
TEST_P(FatPipes, OfHalfTheLatencyInAStarAreAFullMesh) {
  const std::string hosts = " --set platform.hosts=" + std::string(GetParam()) + of_the_study;
  simulate("mesh", "-p full_mesh --set platform.latency=0.001" + hosts);
  simulate("star", "-p star --set platform.sharing=fatpipe --set platform.latency=0.0005" + hosts);
  expect_same("mesh", "star");
}

INSTANTIATE_TEST_SUITE_P(Hosts, FatPipes, ::testing::Values("20", "50"), ByValue());

} // namespace sites_test
} // namespace malha::testing
