// SPDX-License-Identifier: MIT
// Campaigns that are killed, interrupted, started twice, or whose runs hang.
#include "campaign.hpp"
#include "scenarios/runner/campaign/store.hpp"

#include <chrono>
#include <cstring>
#include <random>
#include <thread>

namespace malha::testing {
namespace interruption_test {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Real = std::chrono::duration<double>;

class Interrupted : public Campaign {
protected:
  Interrupted() : Campaign(batch_scenario(100, 200)) {}

  Started start() const { return {{"run", "./scenario.xml", "-o", "out"}, folder_.path()}; }
  std::size_t finished() const {
    return fs::exists(folder_ / "out" / Store::file_name) ? Store(folder_ / "out").finished().size() : 0;
  }
  /// Until so many runs have left their folder.
  void wait_for_runs(std::ptrdiff_t number) const {
    const auto runs = [&] {
      std::error_code none_yet;
      const fs::directory_iterator folder(folder_ / "out/scenario/fcfs/workload.interarrival=300", none_yet);
      return none_yet ? 0 : std::distance(begin(folder), end(folder));
    };
    while (runs() < number)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  bool has_partial_files() const {
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.path().string().find(".partial") != std::string::npos)
        return true;
    return false;
  }
};

// 200 runs are killed at 50 moments drawn over the time an undisturbed campaign takes for a fifth of them:
// each time what had finished is there, and what comes out at last is what an undisturbed campaign writes. A
// campaign that ends in spite of the kills is compared too, and begins anew.
TEST_F(Interrupted, FiftyKillsLoseNothing) {
  const auto began = Clock::now();
  run_into("undisturbed");
  const double whole = Real(Clock::now() - began).count();
  const auto expected = results_below(folder_ / "undisturbed");
  ASSERT_EQ(expected.size(),
            200u * 5 + 3); // of every run five files, beside runs.csv, summary.csv and verdicts.csv
  std::mt19937 random(1);
  std::uniform_real_distribution<double> moment(0, whole / 5);
  std::size_t before = 0;
  int ended = 0;
  for (int kills = 0; kills < 50;) {
    const auto campaign = start();
    std::this_thread::sleep_for(Real(moment(random)));
    campaign.send(SIGKILL);
    const auto said = campaign.wait();
    if (said.status == 0) {
      EXPECT_EQ(results_below(folder_ / "out"), expected);
      fs::remove_all(folder_ / "out");
      before = 0;
      ++ended;
      continue;
    }
    ASSERT_EQ(said.status, 128 + SIGKILL) << said.err;
    ++kills;
    const auto now = finished();
    EXPECT_GE(now, before);
    before = now;
  }
  RecordProperty("campaigns_ended_in_spite", ended);
  run_into("out");
  EXPECT_EQ(finished(), 200u);
  EXPECT_EQ(results_below(folder_ / "out"), expected);
}

class Signalled : public Interrupted, public ::testing::WithParamInterface<int> {};

TEST_P(Signalled, SaysHowFarItCameAndGoesOnFromThere) {
  const auto campaign = start();
  wait_for_runs(3);
  campaign.send(GetParam());
  const auto said = campaign.wait();
  EXPECT_EQ(said.status, 128 + GetParam());
  const auto done = finished();
  EXPECT_GE(done, 1u);
  EXPECT_LT(done, 200u);
  EXPECT_EQ(said.err, "malha: interrupted: " + std::to_string(done) +
                          " of 200 runs are done and kept; the same command continues from there\n");
  EXPECT_FALSE(has_partial_files());
  EXPECT_FALSE(fs::exists(folder_ / "out/runs.csv"));
  run_into("out");
  run_into("undisturbed");
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "undisturbed"));
}

INSTANTIATE_TEST_SUITE_P(By, Signalled, ::testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& one) { return std::string(sigabbrev_np(one.param)); });

TEST_F(Interrupted, ASecondCommandInTheSameFolderIsRefused) {
  const Started campaign({"run", "./scenario.xml", "-o", "out", "-j", "1", "--set", "workload.jobs=20000"},
                         folder_.path());
  while (!fs::exists(folder_ / "out" / Store::file_name))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (const std::string second : {"run ./scenario.xml", "simulate -p star -d cluster.fcfs -w rigid_jobs"}) {
    const auto said = malha(second + " -o out");
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err.rfind("malha: output folder out: ", 0), 0u) << said.err;
  }
  EXPECT_EQ(malha("run ./scenario.xml -o out").err,
            "malha: output folder out: another command is using it; valid: wait, or another folder\n");
  campaign.send(SIGTERM);
  EXPECT_EQ(campaign.wait().status, 128 + SIGTERM);
}

TEST_F(Interrupted, ASimulationThatIsInterruptedLeavesNothing) {
  const Started simulation({"simulate", "-p", "star", "-d", "cluster.fcfs", "-w", "rigid_jobs", "--set",
                            "workload.jobs=1000000000", "-o", "simulated"},
                           folder_.path());
  while (!fs::exists(folder_ / "simulated/.partial/jobs.csv"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  simulation.send(SIGINT);
  EXPECT_EQ(simulation.wait().status, 128 + SIGINT);
  EXPECT_FALSE(fs::exists(folder_ / "simulated"));
}

// One run of two hangs in its policy: it is killed in time, and the other is there.
TEST_F(Interrupted, ARunThatHangsIsKilledAtItsTimeLimit) {
  write_text(folder_ / "hangs.xml", R"(<scenario>
  <question>What is left when a policy never answers?</question>
  <platform name="star"/>
  <workload name="bag_of_tasks"/>
  <seeds vary="nothing"/>
  <run name="first" deployment="cluster.fcfs"/>
  <run name="second" deployment="cluster.fcfs">
    <set key="policy" value="misbehaving/queue"/>
    <set key="policy.does" value="hang"/>
  </run>
  <measure metric="makespan"/>
</scenario>)");
  const auto said =
      malha("run ./hangs.xml -o out --time-limit 1.5 --plugin-path " MALHA_TEST_PLUGIN_FOLDER "/misbehaving");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err,
            "malha: hangs, run 'second': was killed: it took longer than --time-limit 1.5 s while it asked "
            "policy 'misbehaving/queue'\n");
  EXPECT_EQ(finished(), 1u);
  EXPECT_TRUE(fs::exists(folder_ / "out/hangs/first/all/seed=0/manifest.json"));
  EXPECT_FALSE(fs::exists(folder_ / "out/hangs/second"));
}

} // namespace interruption_test
} // namespace malha::testing
