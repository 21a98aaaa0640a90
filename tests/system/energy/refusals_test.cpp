// SPDX-License-Identifier: MIT
// What a run cannot mean by power, carbon, prices and caps. tests/platforms has what platforms cannot say,
// and tests/system/sleep what cannot be combined with sleep.
#include "energy_program.hpp"

namespace malha::testing {
namespace energy_refusals_test {

class EnergyRefusals : public EnergyProgram {
protected:
  EnergyRefusals() {
    hosts({{"speed='1Gf'", "95:200"}, {"speed='1Gf'", "95:200"}, {"speed='1Gf'", "95:200"}});
    jobs("0,10,20,1,u\n");
  }

  Said said(const std::string& words) const {
    return simulate("-p hosts.xml -w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:nodes,"
                    "limit:limit:s,user:user -d cluster.easy_backfill --overwrite -o out " +
                    words);
  }
  /// What is wrong, without the place of the scheduler in its deployment.
  std::string refusal(const std::string& words) const {
    const auto all = said(words);
    EXPECT_EQ(all.status, 2) << words << '\n' << all.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = all.err.find(place);
    return at == std::string::npos ? all.err : all.err.substr(at + place.size());
  }
  /// What is wrong with a file of that name and text.
  std::string refusal_of(const std::string& parameter, const std::string& text) const {
    write_text(folder_ / "series.csv", text);
    return refusal("--set " + parameter + "_file=series.csv --set policy=cluster/easy_cap");
  }
};

TEST_F(EnergyRefusals, AreOfSeries) {
  for (const std::string parameter : {"carbon", "price", "power_cap"}) {
    EXPECT_EQ(refusal_of(parameter, "time,value\n0,500\n20,600\n10,700\n"),
              "series.csv:4: time 10 comes behind 20; valid: dates that rise\n");
    EXPECT_EQ(refusal_of(parameter, "time,value\n0,500\n10,600\n10,700\n"),
              "series.csv:4: time 10 comes again; valid: dates that rise\n");
    EXPECT_EQ(refusal_of(parameter, "time,value\n"),
              "series.csv: has no row behind the header; valid: at least one date with its value\n");
    EXPECT_EQ(refusal_of(parameter, "time,value\n0,nan\n"),
              "series.csv:2: value cannot be 'nan'; valid: a finite number" +
                  std::string(parameter == "price" ? "\n" : ", 0 or more\n"));
  }
  for (const std::string parameter : {"carbon", "power_cap"})
    EXPECT_EQ(refusal_of(parameter, "time,value\n0,-5\n"),
              "series.csv:2: value cannot be '-5'; valid: a finite number, 0 or more\n");
}

// Prices are negative at times. A series that begins late is told of.
TEST_F(EnergyRefusals, AreNotOfPricesBelow0AndLateSeries) {
  write_text(folder_ / "series.csv", "time,value\n5,-7.2\n");
  const auto all = said("--set price_file=series.csv");
  ASSERT_EQ(all.status, 0) << all.err;
  EXPECT_NE(
      all.out.find("price_file: the series in series.csv begins at 5 s; before, its first value\nholds"),
      std::string::npos)
      << all.out;
  // 200 W for 10 s and twice 95 W: 3900 J
  EXPECT_NEAR(metric("energy_cost"), 3900 / 3.6e6 * -7.2, 1e-12);
}

TEST_F(EnergyRefusals, AreOfNumbers) {
  for (const std::string bad : {"-0.5", "-1e-09"})
    EXPECT_EQ(refusal("--set carbon=" + bad), "carbon=" + bad + " is below 0; valid: 0 or more, or -1\n");
  EXPECT_EQ(
      refusal("--set carbon=-2"),
      "malha: setting carbon=-2: actor 'cluster/scheduler': parameter 'carbon' cannot be '-2'; valid: a "
      "number, at least -1\n");
  EXPECT_EQ(refusal("--set carbon_period=5"),
            "carbon_period=5 repeats a series, and there is none; valid: with carbon_file\n");
  write_text(folder_ / "series.csv", "time,value\n0,5\n");
  EXPECT_EQ(refusal("--set carbon=5 --set carbon_file=series.csv"),
            "carbon=5 and carbon_file=series.csv say the same in two ways; valid: one of them\n");
}

// 64 bits hold 9.2e18 nanowatts.
TEST_F(EnergyRefusals, AreOfPowersThatNoSumCanHold) {
  hosts({{"speed='1Gf'", "95:5e9"}, {"speed='1Gf'", "95:5e9"}});
  EXPECT_EQ(refusal(""),
            "malha: the hosts that run jobs draw up to 1e+10 W at once; valid: at most 9e+09 W\n");
  hosts({{"speed='1Gf'", "95:4e9"}, {"speed='1Gf'", "95:4e9"}});
  jobs("0,10,20,2,u\n");
  ASSERT_EQ(said("--set series=on").status, 0);
  EXPECT_EQ(metric("max_power"), 8e9);
  is_valid();
}

// Three hosts draw 285 W if nothing computes.
TEST_F(EnergyRefusals, AreOfCapsThatNobodyCanKeep) {
  const std::string least = " W from t=0 s on, and the machines draw 285 W if nothing computes; valid: a cap "
                            "of at least that\n";
  EXPECT_EQ(refusal("--set policy=cluster/easy_cap --set power_cap=284.5"), "the power cap is 284.5" + least);
  EXPECT_EQ(
      refusal_of("power_cap", "time,value\n0,500\n10,284\n"),
      "the power cap is 284 W from t=10 s on, and the machines draw 285 W if nothing computes; valid: a "
      "cap of at least that\n");
  EXPECT_EQ(refusal("--set power_cap=600"),
            "the policy of the queue does not heed the power cap; valid: a policy that does, such as "
            "cluster/easy_cap, or power_cap_rule=count\n");
}

// One more watt than 285 is not enough for a job, which draws 105 W more.
TEST_F(EnergyRefusals, AreOfJobsThatNeedMoreThanTheCap) {
  const auto words = "--set policy=cluster/easy_cap --set power_cap=";
  ASSERT_EQ(said(std::string(words) + "389").status, 0);
  EXPECT_EQ(metric("jobs_rejected"), 1);
  ASSERT_EQ(said(std::string(words) + "390").status, 0);
  EXPECT_EQ(metric("jobs_rejected"), 0);
}

TEST_F(EnergyRefusals, NameTheHostWithoutPower) {
  hosts({{"speed='1Gf'", "95:200"}, {"speed='1Gf'", ""}, {"speed='1Gf'", "95:200"}});
  const std::string why =
      "which is not modelled, since host 'n1' has no wattage_per_state; valid: hosts with "
      "power profiles (docs/energy.md)\n";
  for (const std::string setting : {"carbon=90", "price=0.2", "power_cap=600", "node_load=one"})
    EXPECT_EQ(refusal("--set " + setting), setting + " needs the energy of machines, " + why);
  const auto plain = said("");
  ASSERT_EQ(plain.status, 0) << plain.err;
  EXPECT_NE(plain.out.find("energy: it is not modelled, since host 'n1' has no wattage_per_state"),
            std::string::npos)
      << plain.out;
}

/// A scenario that measures energy on this platform.
std::string scenario_on(const std::string& platform, const std::string& more) {
  return "<?xml version='1.0'?>\n<scenario records='metrics'>\n<question>What?</question>\n<platform name='" +
         platform + "'/>\n<workload name='rigid_jobs'/>\n<seeds vary='the workload' number='1'/>\n" +
         "<set key='workload.jobs' value='5'/>\n<set key='transport' value='instant'/>\n<run name='easy' "
         "deployment='cluster.easy_backfill'/>\n<measure metric='makespan'/>\n" +
         more + "</scenario>\n";
}

// The second host stands in line 7 of the file.
TEST_F(EnergyRefusals, NameTheHostWithoutPowerWhereMetricsAreAsked) {
  hosts({{"speed='1Gf'", "95:200"}, {"speed='1Gf'", ""}, {"speed='1Gf'", "95:200"}});
  const auto ask = [&](const std::string& command) {
    const auto all = run_shell("\"$MALHA\" " + command, folder_.path());
    EXPECT_EQ(all.status, 2) << all.out;
    return all.err;
  };
  const std::string valid = "; valid: power profiles of all hosts that run jobs, or other metrics\n";
  for (const std::string metric : {"energy", "carbon", "mean_power"})
    EXPECT_EQ(refusal("--metrics makespan," + metric),
              "malha: hosts.xml:7: host 'n1' has no wattage_per_state, which metric '" + metric + "' needs" +
                  valid);
  write_text(folder_ / "asked.xml", scenario_on("hosts.xml", "<measure metric='energy'/>\n"));
  const auto of_scenario = ask("run asked.xml -o campaign");
  EXPECT_NE(of_scenario.find("hosts.xml:7: host 'n1' has no wattage_per_state, which metric 'energy' needs" +
                             valid),
            std::string::npos)
      << of_scenario;
  write_text(folder_ / "asked.xml", scenario_on("star", "<measure metric='energy'/>\n"));
  EXPECT_EQ(ask("run asked.xml -o campaign"),
            "malha: platform 'star': no host has a wattage_per_state, which metric 'energy' needs; valid: "
            "with platform.watts, or other metrics\n");
  write_text(folder_ / "asked.xml", scenario_on("star", "<measure metric='energy'/>\n<set "
                                                        "key='platform.watts' value='95:200'/>\n"));
  EXPECT_EQ(run_shell("\"$MALHA\" run asked.xml -o campaign", folder_.path()).status, 0);
  EXPECT_EQ(said("--metrics all").status, 0); // those that there are
  EXPECT_EQ(said("--set nodes=n2 --metrics energy").status, 0);
}

} // namespace energy_refusals_test
} // namespace malha::testing
