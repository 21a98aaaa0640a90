// SPDX-License-Identifier: MIT
// Runs below a power cap, over nodes that sleep and that stay on, and what is refused.
#include "results/files/csv_reader.hpp"
#include "sleeping_nodes.hpp"

namespace malha::testing {
namespace power_cap_test {

/// Eight nodes: 720 W while nothing computes, 1440 W while all compute.
class PowerCapProgram : public SleepingNodesProgram {
protected:
  PowerCapProgram() { write_text(folder_ / "cap.csv", "time,value\n0,1300\n20000,950\n50000,1440\n"); }

  Said run(const std::string& words, const std::string& out = "out") const {
    return simulate(
        "-d cluster.fcfs -w lublin --set workload.jobs=150 --set workload.load=0.6 --set series=on "
        "--explain --overwrite -o " +
        out + " " + words);
  }
  /// What the program says, without its name and the place in the deployment.
  std::string refusal(const std::string& words) const {
    const auto said = run(words);
    EXPECT_EQ(said.status, 2) << said.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = said.err.find(place);
    return at == std::string::npos ? said.err : said.err.substr(at + place.size());
  }
};

const std::string easy_cap = "--set policy=cluster/easy_cap ";

// Every rule of `validate` holds: the cap at every instant, promises, energy, and what hosts do.
TEST_F(PowerCapProgram, IsKeptWhateverSleeps) {
  for (const std::string sleep : {"always_on", "idle_timeout", "keep_spares"})
    for (const std::string allocation : {"node", "core"}) {
      const auto said = run(easy_cap +
                            "--set power_cap_file=cap.csv --set power_cap_period=80000 --set "
                            "allocation=" +
                            allocation + " --set policy.sleep=cluster/" + sleep);
      ASSERT_EQ(said.status, 0) << said.err;
      const auto judged = validate("out");
      EXPECT_EQ(judged.status, 0) << judged.out << judged.err;
      EXPECT_NE(judged.out.find("the power is never above the cap"), std::string::npos) << judged.out;
    }
}

TEST_F(PowerCapProgram, ThatNeverBindsChangesNoByte) {
  ASSERT_EQ(run(easy_cap + "--set power_cap=1440", "capped").status, 0);
  ASSERT_EQ(run("--set policy=cluster/easy_backfill", "easy").status, 0);
  for (const std::string file : {"jobs.csv", "decisions.csv", "power.csv", "energy.csv", "series.csv"})
    EXPECT_EQ(text_of(folder_ / "capped" / file), text_of(folder_ / "easy" / file)) << file;
}

TEST_F(PowerCapProgram, IsRefusedWhereNobodyKeepsIt) {
  const std::string count = ", or power_cap_rule=count\n";
  EXPECT_EQ(refusal("--set power_cap=1100"),
            "the policy of the queue does not heed the power cap; valid: a policy that does, such as "
            "cluster/easy_cap" +
                count);
  EXPECT_EQ(refusal(easy_cap + "--set power_cap=719"),
            "the power cap is 719 W from t=0 s on, and the machines draw 720 W if nothing computes; valid: a "
            "cap of at least that\n");
  EXPECT_EQ(
      refusal(easy_cap + "--set power_cap=1100 --set policy.sleep=cluster/keep_spares --set "
                         "policy.sleep.restore=on"),
      "the policy of sleep boots machines that no job has got, so that nobody plans their power; valid: "
      "cluster/idle_timeout, or cluster/keep_spares without restore" +
          count);
  EXPECT_EQ(refusal(easy_cap + "--set power_cap_file=cap.csv --set overrun=extend"),
            "jobs may run longer than is planned (overrun=extend), into a time of a lower power cap; valid: "
            "overrun=kill, a cap that never falls" +
                count);
  EXPECT_EQ(refusal(easy_cap + "--set power_cap_file=cap.csv --set policy.prediction=cluster/user_average"),
            "jobs may run longer than is predicted, into a time of a lower power cap; valid: "
            "policy.prediction=cluster/no_predictions, a cap that never falls" +
                count);
}

TEST_F(PowerCapProgram, OnlyCountsIfThatIsSaid) {
  ASSERT_EQ(run("--set power_cap=1100 --set power_cap_rule=count").status, 0);
  CsvReader schedule(folder_ / "out" / "schedule.csv");
  ASSERT_TRUE(schedule.next());
  EXPECT_GT(schedule.real("cap_time"), 0);
  EXPECT_EQ(validate("out").status, 0);
}

TEST_F(PowerCapProgram, LetsABudgetBeKept) {
  for (const std::string keep : {"reduce_cap", "estimate"}) {
    const auto said =
        run("--set policy=cluster/energy_budget --set policy.budget=7e7 --set policy.until=80000 "
            "--set policy.keep=" +
            keep);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(validate("out").status, 0);
    double used = 0; // up to the last row before the end of the window
    for (CsvReader rows(folder_ / "out" / "power.csv"); rows.next() && rows.real("time") <= 80000;)
      used = rows.real("energy");
    EXPECT_GT(used, 5e7);
    EXPECT_LE(used, 7e7);
  }
}

} // namespace power_cap_test
} // namespace malha::testing
