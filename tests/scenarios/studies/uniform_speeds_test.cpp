// SPDX-License-Identifier: MIT
// The load of GridTS: grids whose speeds the seed draws, and bags on them, also through the program.
#include "policies/sdk/errors.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace malha::testing {
namespace uniform_speeds_test {

using Speeds = std::vector<FlopsPerSecond>;

PlatformPlan plan_of(const std::map<std::string, std::string>& settings, std::uint64_t seed = 1) {
  const auto& generator = *shipped_catalog().platforms().at("uniform_speeds");
  RandomStreams random(seed);
  return generator.plan(Parameters(generator.parameters, settings), random);
}

/// Of the workers, which come after the master.
Speeds speeds_of(const PlatformPlan& plan) {
  Speeds speeds;
  for (auto host = plan.hosts.begin() + 1; host != plan.hosts.end(); ++host)
    speeds.push_back(host->speed);
  return speeds;
}

double sum_of(const Speeds& speeds) { return std::accumulate(speeds.begin(), speeds.end(), 0.0); }

TEST(UniformSpeeds, AreEqualWithoutHeterogeneity) { EXPECT_EQ(speeds_of(plan_of({})), Speeds(100, 10)); }

// 25 / 10: two whole workers, and what is left.
TEST(UniformSpeeds, TheLastWorkerIsWhatIsLeft) {
  const auto plan = plan_of({{"total_speed", "25"}, {"bandwidth", "5"}, {"latency", "2"}});
  EXPECT_EQ(speeds_of(plan), (Speeds{10, 10, 5}));
  EXPECT_TRUE(plan.star);
  ASSERT_EQ(plan.hosts.size(), 4u);
  EXPECT_EQ(plan.hosts[0].name, "master");
  EXPECT_EQ(plan.hosts[0].speed, 10);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(plan.hosts[i].name, i == 0 ? "master" : "host-" + std::to_string(i - 1));
    EXPECT_EQ(plan.hosts[i].cores, 1);
    EXPECT_EQ(plan.hosts[i].properties.at("role"), i == 0 ? "master" : "worker");
    EXPECT_EQ(plan.links.at(i).bandwidth, 5);
    EXPECT_EQ(plan.links.at(i).latency, 2);
  }
  EXPECT_EQ(plan.links.size(), 5u); // the last is the loopback
  EXPECT_EQ(plan.routes.size(), 4u);
}

// 30 is drawn for 25: each is 25 / 30 of 10.
TEST(UniformSpeeds, AreScaledToTheirSum) {
  const auto speeds = speeds_of(plan_of({{"total_speed", "25"}, {"sum", "scale"}}));
  ASSERT_EQ(speeds.size(), 3u);
  for (const auto speed : speeds)
    EXPECT_DOUBLE_EQ(speed, 25.0 / 3);
}

// The same draws as those that are trimmed, the last one whole; the last draw exceeds the sum by at most 14,
// so that a speed loses at most 1.4 %.
TEST(UniformSpeeds, AreTheSameDrawsScaledOrTrimmed) {
  const auto trimmed = speeds_of(plan_of({{"hm", "8"}})),
             scaled = speeds_of(plan_of({{"hm", "8"}, {"sum", "scale"}}));
  ASSERT_EQ(trimmed.size(), scaled.size());
  const double factor = scaled.front() / trimmed.front();
  EXPECT_GT(factor, 0.986);
  EXPECT_LE(factor, 1);
  for (std::size_t i = 0; i + 1 < scaled.size(); ++i)
    EXPECT_DOUBLE_EQ(scaled[i], trimmed[i] * factor);
  EXPECT_GE(scaled.back(), 6 * factor);
  EXPECT_NEAR(sum_of(scaled), 1000, 1e-9);
}

// Speeds in [6, 14): from 72 workers, if all but one were the fastest, to 167. Of 71 draws none is within a
// quarter of one end in 0.75^71 < 2e-9 of all seeds.
TEST(UniformSpeeds, LieInTheIntervalAndAddUpExactly) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto speeds = speeds_of(plan_of({{"hm", "8"}}, seed));
    EXPECT_GE(speeds.size(), 72u);
    EXPECT_LE(speeds.size(), 167u);
    EXPECT_EQ(sum_of(speeds), 1000) << seed;
    EXPECT_GT(speeds.back(), 0);
    const auto [least, most] = std::minmax_element(speeds.begin(), speeds.end() - 1);
    EXPECT_GE(*least, 6);
    EXPECT_LT(*least, 8);
    EXPECT_GE(*most, 12);
    EXPECT_LT(*most, 14);
  }
}

// 100000 / 10 draws or so from [2, 18): the standard deviation of their mean is 16 / sqrt(12 * 10000) =
// 0.046.
TEST(UniformSpeeds, HaveTheMean) {
  const auto speeds = speeds_of(plan_of({{"hm", "16"}, {"total_speed", "100000"}}));
  EXPECT_NEAR((sum_of(speeds) - speeds.back()) / static_cast<double>(speeds.size() - 1), 10, 5 * 0.046);
}

TEST(UniformSpeeds, DependOnTheSeedAlone) {
  EXPECT_EQ(speeds_of(plan_of({{"hm", "8"}}, 4)), speeds_of(plan_of({{"hm", "8"}}, 4)));
  EXPECT_NE(speeds_of(plan_of({{"hm", "8"}}, 4)), speeds_of(plan_of({{"hm", "8"}}, 5)));
}

class OnAGrid : public ::testing::Test {
protected:
  std::string shell(const std::string& command) const {
    const auto said = run_shell(command, folder_.path());
    EXPECT_EQ(said.status, 0) << command << ": " << said.err;
    return said.out;
  }
  std::string resources(const std::string& run) const { return text_of(folder_ / run / "resources.csv"); }
  Speeds speeds(const std::string& run) const {
    Speeds found;
    CsvReader rows(folder_ / run / "resources.csv");
    while (rows.next())
      found.push_back(rows.real("speed"));
    return found;
  }

  const std::string simulate_ = "$MALHA simulate -p uniform_speeds -w bags --set platform.hm=8 "
                                "--set platform.total_speed=50 --set workload.total=20000 "
                                "--set workload.mean=1000 --set workload.variation=50 ";
  TemporaryFolder folder_;
};

TEST_F(OnAGrid, EveryPolicyHasTheGridOfTheSeed) {
  shell(simulate_ + "-d cluster.fcfs --seed 3 -o fcfs && $MALHA validate fcfs");
  shell(simulate_ + "-d cluster.easy_backfill --seed 3 --set transport=instant -o easy");
  shell(simulate_ + "-d cluster.fcfs --seed 4 -o other");
  const std::map<std::string, std::string> settings{{"hm", "8"}, {"total_speed", "50"}};
  EXPECT_EQ(speeds("fcfs"), speeds_of(plan_of(settings, 3)));
  EXPECT_EQ(resources("easy"), resources("fcfs"));
  EXPECT_EQ(speeds("other"), speeds_of(plan_of(settings, 4)));
  EXPECT_NE(resources("other"), resources("fcfs"));
}

TEST_F(OnAGrid, IsWrittenAsTheSeedDrawsIt) {
  const std::string platform =
      "$MALHA platform uniform_speeds --set platform.hm=8 --set platform.total_speed=50 ";
  shell(platform + "--seed 3 > x.xml");
  EXPECT_NE(shell(platform + "--seed 4"), text_of(folder_ / "x.xml"));
  EXPECT_EQ(shell(platform), shell(platform + "--seed 0"));
  shell(simulate_ + "-d cluster.fcfs --seed 3 -o drawn");
  shell("$MALHA simulate -p ./x.xml -w bags --set workload.total=20000 --set workload.mean=1000 "
        "--set workload.variation=50 -d cluster.fcfs --seed 3 -o written");
  EXPECT_EQ(text_of(folder_ / "written" / "jobs.csv"), text_of(folder_ / "drawn" / "jobs.csv"));
  EXPECT_EQ(resources("written"), resources("drawn"));
}

// On the grid of seed 5 the first worker is slower: its first task took less than it needs there.
TEST_F(OnAGrid, AScheduleOfAnotherToolIsHeldAgainstTheGridOfTheSeed) {
  const std::map<std::string, std::string> settings{{"hm", "8"}, {"total_speed", "50"}};
  ASSERT_LT(speeds_of(plan_of(settings, 5))[0], speeds_of(plan_of(settings, 3))[0]);
  shell(simulate_ + "-d cluster.fcfs --seed 3 -o out");
  const std::string validate =
      "$MALHA validate out/jobs.csv -p uniform_speeds --set platform.hm=8 --set platform.total_speed=50 ";
  EXPECT_NE(shell(validate + "--seed 3").find(" jobs, valid\n"), std::string::npos);
  const auto on_another = run_shell(validate + "--seed 5", folder_.path());
  EXPECT_EQ(on_another.status, 1);
  EXPECT_NE(on_another.out.find("violation: speed: job 0 "), std::string::npos) << on_another.out;
}

// The bags are equal: what differs between seeds is the grid, and it does under each seed.
TEST_F(OnAGrid, AScenarioMayVaryNothingElse) {
  write_text(folder_ / "grids.xml", R"(<scenario records="metrics">
  <question>How long does a bag take on which grid?</question>
  <platform name="uniform_speeds"/>
  <workload name="bags"/>
  <seeds vary="the speeds" number="3"/>
  <set key="platform.hm" value="16"/>
  <set key="transport" value="instant"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <run name="easy" deployment="cluster.easy_backfill"/>
  <measure metric="makespan"/>
</scenario>
)");
  shell("$MALHA run ./grids.xml -o out");
  std::map<std::string, std::map<std::string, double>> makespans;
  CsvReader rows(folder_ / "out" / "runs.csv");
  while (rows.next())
    if (rows.text("metric") == "makespan")
      makespans[rows.text("run")][rows.text("seed")] = rows.real("value");
  ASSERT_EQ(makespans["fcfs"].size(), 3u);
  EXPECT_EQ(makespans["easy"], makespans["fcfs"]);
  std::vector<double> of_seeds;
  for (const auto& [seed, makespan] : makespans["fcfs"])
    of_seeds.push_back(makespan);
  std::sort(of_seeds.begin(), of_seeds.end());
  EXPECT_EQ(std::adjacent_find(of_seeds.begin(), of_seeds.end()), of_seeds.end());
}

// Three jobs of one submission: for EasyGrid one bag, for a cluster a job each.
TEST_F(OnAGrid, JobsOfAFileAreABagForThoseWhoRunNoRigidJobs) {
  write_text(folder_ / "a.json", R"({"nb_res": 1, "jobs": [
    {"id": 4, "subtime": 0, "res": 1, "profile": "p"}, {"id": 5, "subtime": 0, "res": 1, "profile": "p"},
    {"id": 6, "subtime": 0, "res": 1, "profile": "p"}],
    "profiles": {"p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0}}})");
  const auto jobs_of_tasks = [&](const std::string& deployment) {
    shell("$MALHA simulate -p star --set platform.hosts=4 -w a.json -o out-" + deployment + " -d " +
          deployment);
    std::map<std::string, int> tasks;
    CsvReader rows(folder_ / ("out-" + deployment) / "jobs.csv");
    while (rows.next())
      ++tasks[rows.text("job")];
    return tasks;
  };
  EXPECT_EQ(jobs_of_tasks("easygrid.one_site"), (std::map<std::string, int>{{"4", 3}}));
  EXPECT_EQ(jobs_of_tasks("cluster.fcfs"), (std::map<std::string, int>{{"4", 1}, {"5", 1}, {"6", 1}}));
}

} // namespace uniform_speeds_test
} // namespace malha::testing
