// SPDX-License-Identifier: MIT
// What should change nothing changes no byte: power itself, one pstate, and a cap that never binds.
// tests/system/sleep has policies of sleep that let nothing sleep.
#include "energy_program.hpp"

namespace malha::testing {
namespace unchanged_by_energy_test {

class UnchangedByEnergy : public EnergyProgram {
protected:
  /// The CSV files of a run.
  std::map<std::string, std::string> files(const std::string& words) {
    const auto out = "out-" + std::to_string(++runs_);
    const auto said =
        simulate("-p star --set platform.hosts=8 --set series=on --explain -o " + out + " " + words);
    EXPECT_EQ(said.status, 0) << words << '\n' << said.err;
    auto all = results_below(folder_ / out);
    for (auto file = all.begin(); file != all.end();)
      file = file->first.find(".csv") == std::string::npos ? all.erase(file) : std::next(file);
    EXPECT_EQ(all.count("jobs.csv") + all.count("decisions.csv") + all.count("schedule.csv"), 3U);
    return all;
  }

  int runs_ = 0;
};

const std::vector<std::string> workloads{
    "-w lublin --set workload.jobs=200 --set workload.load=0.8",
    "-w rigid_jobs --set workload.jobs=200",
    "-w user_bags --set workload.tasks=100,20 --set allocation=core",
};

// Without a cap easy_cap is EASY, but for the words of its reasons.
TEST_F(UnchangedByEnergy, OfACapThatNeverBinds) {
  const std::string watts = " --set platform.watts=90:100:180 ";
  for (const auto& workload : workloads) {
    const auto easy = files("-d cluster.easy_backfill " + workload + watts);
    const auto uncapped = files("-d cluster.easy_backfill --set policy=cluster/easy_cap " + workload + watts);
    auto capped = files("-d cluster.easy_backfill --set policy=cluster/easy_cap --set power_cap=1e9 " +
                        workload + watts);
    EXPECT_EQ(capped["power_cap.csv"], "time,cap\n0,1e+09\n");
    EXPECT_EQ(capped.size(), uncapped.size() + 1);
    EXPECT_EQ(uncapped.size(), easy.size());
    for (const auto& [name, text] : uncapped) {
      if (name != "schedule.csv") { // which has cap_time and cap_energy
        EXPECT_EQ(capped[name], text) << name;
      }
      if (name != "decisions.csv") {
        EXPECT_EQ(text, easy.at(name)) << name;
      }
    }
    EXPECT_EQ(metric("cap_time", "out-" + std::to_string(runs_)), 0);
    EXPECT_EQ(metric("energy", "out-" + std::to_string(runs_)),
              metric("energy", "out-" + std::to_string(runs_ - 1)));
  }
}

TEST_F(UnchangedByEnergy, OfOnePstate) {
  const std::string watts = " --set platform.watts=90:100:180 ";
  for (const auto& workload : workloads)
    EXPECT_EQ(files("-d cluster.fcfs " + workload + watts + "--set platform.pstates=1"),
              files("-d cluster.fcfs " + workload + watts));
}

// The files of energy come on top, and consumed_energy is -1 without it.
TEST_F(UnchangedByEnergy, OfPowerItself) {
  for (const auto& workload : workloads) {
    const auto plain = files("-d cluster.easy_backfill " + workload);
    auto powered = files("-d cluster.easy_backfill " + workload + " --set platform.watts=90:100:180");
    for (const auto& [name, text] : plain)
      if (name != "jobs.csv" && name != "schedule.csv" && name != "users.csv") {
        EXPECT_EQ(powered[name], text) << name;
      }
    CsvReader without(folder_ / ("out-" + std::to_string(runs_ - 1)) / "jobs.csv"),
        with(folder_ / ("out-" + std::to_string(runs_)) / "jobs.csv");
    while (without.next()) {
      ASSERT_TRUE(with.next());
      EXPECT_EQ(without.text("consumed_energy"), "-1");
      EXPECT_GT(with.real("consumed_energy"), 0);
      for (const std::string column : {"job_id", "starting_time", "finish_time", "allocated_resources"})
        EXPECT_EQ(with.text(column), without.text(column));
    }
    EXPECT_FALSE(with.next());
  }
}

} // namespace unchanged_by_energy_test
} // namespace malha::testing
