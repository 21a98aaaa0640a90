// SPDX-License-Identifier: MIT
// Runs with energy that the program wrote, damaged in one way at a time. Only the rules of energy are asked.
#include "tests/results/support/damage.hpp"

namespace malha::testing {
namespace energy_damage_test {

/// Four hosts of two cores each, which sleep; host 0 is slowed from time to time.
class DamageOfEnergy : public DamagedRun {
protected:
  DamageOfEnergy() {
    std::string hosts;
    for (int host = 0; host < 4; ++host)
      hosts +=
          "<host id=\"host" + std::to_string(host) + "\" speed=\"1Gf,1f\" core=\"2\"" +
          (host == 0 ? " speed_file=\"slow\"" : "") +
          "><prop id=\"wattage_per_state\" value=\"90:110:210,6:6:70\"/><prop id=\"wattage_off\" "
          "value=\"6\"/><prop id=\"boot\" value=\"1:120\"/><prop id=\"shutdown\" value=\"1:20\"/></host>";
    write_text(folder_ / "slow", "PERIODICITY 5000\n0 1\n3000 0.5\n");
    write_text(folder_ / "platform.xml",
               "<?xml version=\"1.0\"?><!DOCTYPE platform SYSTEM "
               "\"https://simgrid.org/simgrid.dtd\"><platform version=\"4.1\"><zone id=\"z\" "
               "routing=\"Full\"><host id=\"master_host\" speed=\"1Gf\"/>" +
                   hosts + "</zone></platform>");
  }

  void simulate(const std::string& settings) {
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p platform.xml -d cluster.easy_backfill -w "
                                "lublin --set transport=instant --set workload.nodes=4 --set "
                                "workload.jobs=300 --set workload.load=0.5 --set series=on -o out " +
                                    settings,
                                folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  /// The rules of energy that are broken.
  Rules of_energy() const {
    Rules rules = broken();
    for (auto rule = rules.begin(); rule != rules.end();)
      rule = *rule == "energy" || *rule == "power_cap" || *rule == "sleeping" || *rule == "metrics"
                 ? std::next(rule)
                 : rules.erase(rule);
    return rules;
  }
  /// What they say if the column of a row is changed by a part of it.
  Rules changed(const std::string& name, std::size_t row, const std::string& column, double part = 1e-6) {
    const auto before = text_of(folder_ / "out" / name);
    auto fields = file(name);
    const double number = fields.number(row, column);
    fields.set(row, column, number == 0 ? 1 : number * (1 + part));
    fields.write();
    const auto rules = of_energy();
    write_text(folder_ / "out" / name, before);
    return rules;
  }
};

TEST_F(DamageOfEnergy, IsNoneWhereNothingWasTouched) {
  for (const auto* settings : {"--set policy.sleep=cluster/idle_timeout", "", "--set allocation=core",
                               "--set policy.sleep=cluster/idle_timeout --set allocation=core",
                               "--set policy.sleep=cluster/keep_spares --set node_load=one"}) {
    simulate(settings);
    EXPECT_EQ(of_energy(), Rules{}) << settings;
    EXPECT_NE(validate().out.find("the energy of jobs, hosts and users is that of powers and dates"),
              std::string::npos);
  }
}

TEST_F(DamageOfEnergy, ANumberChanged) {
  simulate("--set policy.sleep=cluster/idle_timeout");
  EXPECT_GT(file("power_states.csv").rows(), 20u); // hosts have slept
  for (const std::size_t row : {0, 7, 150, 299})
    EXPECT_EQ(changed("jobs.csv", row, "consumed_energy"), Rules{"energy"});
  for (const auto* column : {"job_energy", "idle_energy", "off_energy", "switch_energy", "energy"})
    for (const std::size_t row : {1, 4})
      EXPECT_EQ(changed("energy.csv", row, column), Rules{"energy"}) << column;
  for (const auto* column : {"power", "energy"})
    EXPECT_EQ(changed("power.csv", 9, column), Rules{"energy"}) << column;
  for (const auto* metric : {"energy", "job_energy", "idle_energy", "off_energy", "switch_energy",
                             "wasted_energy", "idle_share", "mean_power", "max_power", "mean_energy_per_job",
                             "energy_per_work", "edp", "erp", "switches", "time_asleep"})
    EXPECT_EQ(changed("schedule.csv", 0, metric), Rules{"metrics"}) << metric;
  for (const auto* column : {"idle", "all", "off", "boot_power", "shutdown_power"})
    EXPECT_EQ(changed("host_power.csv", 1, column), (Rules{"energy", "metrics"})) << column;
  // The host is switched on for longer than it should.
  EXPECT_EQ(changed("power_states.csv", 10, "time", -1e-4), (Rules{"sleeping", "energy", "metrics"}));
}

// Eight cores: all idle are 360 W, and four hosts that compute 840 W.
TEST_F(DamageOfEnergy, ACapThatIsBroken) {
  write_text(folder_ / "cap.csv", "time,value\n0,650\n20000,800\n50000,600\n");
  simulate("--set policy=cluster/easy_cap --set power_cap_file=cap.csv --set power_cap_period=80000");
  EXPECT_EQ(of_energy(), Rules{});
  EXPECT_NE(validate().out.find("the power is never above the cap"), std::string::npos);
  EXPECT_GT(file("power_cap.csv").rows(), 3u);
  for (const std::size_t row : {0, 1, 2})
    EXPECT_EQ(changed("power_cap.csv", row, "cap", -0.3), (Rules{"metrics", "power_cap"}));
  for (const auto* metric : {"cap_time", "cap_energy"})
    EXPECT_EQ(changed("schedule.csv", 0, metric), Rules{"metrics"}) << metric;
  simulate("--set power_cap=600 --set power_cap_rule=count");
  EXPECT_EQ(of_energy(), Rules{});
  for (const auto* metric : {"cap_time", "cap_energy"})
    EXPECT_EQ(changed("schedule.csv", 0, metric), Rules{"metrics"}) << metric;
}

} // namespace energy_damage_test
} // namespace malha::testing
