// SPDX-License-Identifier: MIT
// Pools of owned machines and other architectures under the same users, as the program shows them.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <set>

namespace malha::testing {
namespace pools_test {

namespace fs = std::filesystem;

/// Two users with two machines each, who come with four tasks and three.
const std::string load = " -p owned_pool --set platform.machines=2,2 -w user_bags --set workload.tasks=4,3 "
                         "--set workload.lengths=100 --set workload.dates=0,35 ";
const std::vector<std::string> deployments{"ownership.osep", "ownership.fair_share", "broker.workqueue",
                                           "tuple_space.ticket_classes", "cluster.easy_backfill"};

class Pools : public ::testing::Test {
protected:
  std::string compare(const std::string& options, const std::string& out) const {
    std::string command = "$MALHA compare" + options + " --metrics user_satisfaction -o " + out;
    for (const auto& deployment : deployments)
      command += " -d " + deployment;
    const auto said = run_shell(command, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    return said.out;
  }

  void expect_schedules(const std::string& out, int expected) const {
    int schedules = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / out))
      if (entry.path().filename() == "jobs.csv") {
        ++schedules;
        const auto run = entry.path().parent_path().string();
        const auto checked = run_shell("$MALHA validate '" + run + "'", folder_.path());
        EXPECT_EQ(checked.status, 0) << run << checked.out << checked.err;
      }
    EXPECT_EQ(schedules, expected);
  }

  /// Of a metric, by deployment.
  std::map<std::string, double> values(const std::string& out, const std::string& metric) const {
    std::map<std::string, double> found;
    for (CsvReader runs(folder_ / out / "runs.csv"); runs.next();)
      if (runs.text("metric") == metric)
        found[runs.text("run")] = runs.real("value");
    return found;
  }

  TemporaryFolder folder_;
};

// Without messages. Under the others the four tasks of user-1 run from 0 to 100 and those of user-2 from 100
// to 200: 100 % and 100 * 100 / 165.
// Under OSEP user-1 starts at 10 and two of his tasks stop at 60, the first decision that sees user-2 (45),
// for two that run from 70 to 170. His first two tasks end at 110, when the stopped ones and the third of
// user-2 are ready, and both users hold or are owed: user-1 is owed 2, so that his run from 110 to 210. The
// third of user-2 starts at 170 and ends at 270: turnarounds of 110 and 210 twice each, and of 135 twice and
// 235. Under Fair-Share nothing stops: user-1 runs from 10 to 110, user-2 from 110
// to 210, which is 175 s after 35.
TEST_F(Pools, CompareWithOtherArchitecturesByUser) {
  const auto printed = compare(load + "--set transport=instant", "out");
  for (const auto* user : {"user-1", "user-2"})
    EXPECT_NE(printed.find(std::string("\nuser_satisfaction.") + user + ", %\n"), std::string::npos);
  expect_schedules("out", 5);
  const auto first = values("out", "user_satisfaction.user-1"),
             second = values("out", "user_satisfaction.user-2");
  ASSERT_EQ(first.size(), 5u);
  ASSERT_EQ(second.size(), 5u);
  for (const auto* other : {"broker.workqueue", "tuple_space.ticket_classes", "cluster.easy_backfill"}) {
    EXPECT_DOUBLE_EQ(first.at(other), 100) << other;
    EXPECT_DOUBLE_EQ(second.at(other), 100 * 100. / 165) << other;
  }
  EXPECT_DOUBLE_EQ(first.at("ownership.fair_share"), 100 * 100. / 110);
  EXPECT_DOUBLE_EQ(second.at("ownership.fair_share"), 100 * 100. / 175);
  EXPECT_DOUBLE_EQ(first.at("ownership.osep"), 100 * (2 * 100. / 110 + 2 * 100. / 210) / 4);
  EXPECT_DOUBLE_EQ(second.at("ownership.osep"), 100 * (2 * 100. / 135 + 100. / 235) / 3);
}

TEST_F(Pools, AreComparedTheSameHoweverTheyAreRun) {
  const std::string drawn =
      " -p owned_pool --set platform.machines=2,3 -w user_bags --set workload.until=2000 "
      "--set workload.interarrival=400,300 --set workload.tasks=4,6 --set workload.lengths=100,150 --seeds "
      "2 ";
  compare(drawn + "-j 1", "one");
  compare(drawn + "-j 2", "two");
  expect_schedules("one", 10);
  EXPECT_EQ(results_below(folder_ / "one"), results_below(folder_ / "two"));
}

// The three owners of seed 3 gave the same under both policies, and those of seed 4 something else.
TEST_F(Pools, HaveTheOwnersWhomTheSeedDraws) {
  const auto owners = [this](const std::string& deployment, const std::string& seed) {
    const auto said = run_shell("rm -rf out; $MALHA simulate -p owned_pool --set platform.machines=20 "
                                "--set platform.owners=3 -w user_bags --set workload.tasks=5,5,5 -o out -d " +
                                    deployment + " --seed " + seed,
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    expect_schedules("out", 1);
    std::vector<std::string> found;
    for (CsvReader rows(folder_ / "out/resources.csv"); rows.next();)
      found.push_back(rows.text("owner"));
    return found;
  };
  const auto drawn = owners("ownership.osep", "3");
  EXPECT_EQ(drawn.size(), 20u);
  EXPECT_EQ(std::set<std::string>(drawn.begin(), drawn.end()),
            (std::set<std::string>{"user-1", "user-2", "user-3"}));
  EXPECT_EQ(owners("ownership.fair_share", "3"), drawn);
  EXPECT_NE(owners("ownership.osep", "4"), drawn);
}

// A name with a comma is in quotes wherever a file has it, and is read again.
TEST_F(Pools, KnowUsersOfAnyName) {
  write_text(folder_ / "x.json", R"({"nb_res": 1, "jobs": [
{"id": 0, "profile": "p", "subtime": 0, "res": 1, "walltime": -1, "extra_data": {"user": "a,b"}},
{"id": 1, "profile": "p", "subtime": 1, "res": 1, "walltime": -1, "extra_data": {"user": "c;d=e f.g"}}],
"profiles": {"p": {"type": "delay", "delay": 30}}})");
  compare(" -p owned_pool -w x.json", "out");
  expect_schedules("out", 5);
  for (const std::string metric : {"user_satisfaction.a,b", "first_start.a,b", "user_satisfaction.c;d=e f.g"})
    EXPECT_EQ(values("out", metric).size(), 5u) << metric;
  int differences = 0;
  for (CsvReader rows(folder_ / "out/differences.csv"); rows.next();)
    differences += rows.text("metric") == "user_satisfaction.a,b";
  EXPECT_EQ(differences, 5);
  CsvReader schedule(folder_ / "out/compare/ownership.osep/all/seed=0/schedule.csv");
  ASSERT_TRUE(schedule.next());
  EXPECT_EQ(schedule.real("user_satisfaction.a,b"),
            values("out", "user_satisfaction.a,b").at("ownership.osep"));
  CsvReader users(folder_ / "out/compare/ownership.osep/all/seed=0/users.csv");
  ASSERT_TRUE(users.next());
  EXPECT_EQ(users.text("user"), "a,b");
  EXPECT_EQ(users.real("user_satisfaction"), schedule.real("user_satisfaction.a,b"));
}

// Hosts of nobody, and tasks of nobody: no share is owed, and nothing stops.
TEST_F(Pools, RunAnyGridAndAnyBag) {
  for (const std::string input : {"-p star -w bag_of_tasks", "-p uniform_speeds -w bags"})
    for (const std::string deployment : {"ownership.osep", "ownership.fair_share", "ownership.hybrid"}) {
      const auto said =
          run_shell("rm -rf out; $MALHA simulate -o out -d " + deployment + " " + input, folder_.path());
      EXPECT_EQ(said.status, 0) << said.err;
      expect_schedules("out", 1);
      CsvReader schedule(folder_ / "out/schedule.csv");
      ASSERT_TRUE(schedule.next());
      EXPECT_EQ(schedule.real("preemptions"), 0);
      EXPECT_FALSE(schedule.has("mean_user_satisfaction"));
      EXPECT_FALSE(fs::exists(folder_ / "out/users.csv"));
    }
}

} // namespace pools_test
} // namespace malha::testing
