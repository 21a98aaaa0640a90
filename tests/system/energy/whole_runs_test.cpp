// SPDX-License-Identifier: MIT
// The energy of runs as a whole: of jobs that never ran, that had not ended, or
// of a length that no speed explains, and of hosts that cannot be counted.
#include "energy_program.hpp"

namespace malha::testing {
namespace whole_runs_test {

class WholeRuns : public EnergyProgram {
protected:
  bool has_metric(const std::string& name, const std::string& out = "out") const {
    const CsvReader schedule(folder_ / out / "schedule.csv");
    return schedule.has(name);
  }
  /// What it says of these settings when it refuses them.
  std::string refusal(const std::string& words) const {
    const auto said = simulate("-p hosts.xml -w jobs.csv --set "
                               "workload.columns=submit:submit:s,run:run,nodes:"
                               "nodes,limit:limit:s,user:user -o refused " +
                               words);
    EXPECT_EQ(said.status, 2) << said.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = said.err.find(place);
    return at == std::string::npos ? said.err : said.err.substr(at + place.size());
  }
};

// The job of 40 nodes comes at 0 and is rejected; the other one runs from 50 to
// 150. The makespan is 150 s. Two hosts draw 100 W for 50 s, then one 200 W and
// one 100 W for 100 s: 10 000 + 30 000 J, times 150 s.
TEST_F(WholeRuns, MultiplyEnergyByTheMakespanOfAllJobs) {
  hosts({{"speed='1Gf'", "100:200"}, {"speed='1Gf'", "100:200"}});
  jobs("0,100,200,40,u\n50,100,200,1,u\n");
  simulated("-d cluster.fcfs");
  EXPECT_DOUBLE_EQ(metric("energy"), 40000);
  EXPECT_DOUBLE_EQ(metric("makespan"), 150);
  EXPECT_DOUBLE_EQ(metric("edp"), 6e6);
  is_valid();
}

// Cut at 500 s: the job that has ended drew 200 W for 10 s. What the other one
// has drawn is in the energy of the run, 2000 + 100000 + 49000 J, and belongs
// to no job that ended.
TEST_F(WholeRuns, DivideTheEnergyOfJobsThatHaveEndedAlone) {
  hosts({{"speed='1Gf'", "100:200"}, {"speed='1Gf'", "100:200"}});
  jobs("0,10,20,1,u\n0,1000,2000,1,u\n");
  const auto said = simulate("-p hosts.xml -w jobs.csv --set "
                             "workload.columns=submit:submit:s,run:run,nodes:nodes,"
                             "limit:limit:s,user:user -d cluster.fcfs --set max_time=500 -o out");
  EXPECT_NE(said.status, 0);
  EXPECT_DOUBLE_EQ(metric("energy"), 151000);
  EXPECT_DOUBLE_EQ(metric("mean_energy_per_job"), 2000);
  for (const auto* name : {"energy_per_work", "edp"})
    EXPECT_FALSE(has_metric(name)) << name;
}

// Only a rejected job: nothing happens after date 0 of which a power could be
// told.
TEST_F(WholeRuns, OfNoLengthHaveNoPower) {
  hosts({{"speed='1Gf'", "100:200"}});
  jobs("0,10,20,9,u\n");
  simulated("-d cluster.fcfs");
  EXPECT_EQ(metric("energy"), 0);
  for (const auto* name : {"max_power", "mean_power", "edp"})
    EXPECT_FALSE(has_metric(name)) << name;
}

// A run is cut at 10 s. From its snapshot the job that runs goes on to its limit, 190 s later. Nobody knows
// what it computes, and its node is busy all the same: it draws 200 W from the cut on.
TEST_F(WholeRuns, ChargeJobsOfASnapshotWhatABusyNodeDraws) {
  hosts({{"speed='1Gf'", "100:200"}});
  jobs("0,100,200,1,u\n");
  ASSERT_EQ(simulate("-p hosts.xml -w jobs.csv --set "
                     "workload.columns=submit:submit:s,run:run,nodes:nodes,"
                     "limit:limit:s,user:user -d cluster.fcfs --cut 10 -o cut")
                .status,
            0);
  const auto said = simulate("-p hosts.xml -w cut/snapshot.json -d cluster.fcfs -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_DOUBLE_EQ(metric("max_power"), 200);
  EXPECT_DOUBLE_EQ(metric("idle_energy"), 0);
  EXPECT_DOUBLE_EQ(metric("job_energy"), 200 * 190);
  is_valid();
}

// A job that runs in two clusters at once has no row of energy in either.
TEST_F(WholeRuns, HaveNoEnergyWhereJobsRunInSeveralClusters) {
  jobs("0,100,200,4,u\n");
  const auto said = simulate(
      "-p clusters --set platform.sizes=2,2 --set platform.watts=100:200 -w jobs.csv --set "
      "workload.columns=submit:submit:s,run:run,nodes:nodes,limit:limit:s,user:user -d multicluster.ffit "
      "--set policy.coallocation=multicluster/non_saturated -o out");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_NE((said.out + said.err)
                .find("energy: it is not modelled, since jobs may run in several clusters at once"),
            std::string::npos)
      << said.out << said.err;
  EXPECT_FALSE(has_metric("energy"));
}

TEST_F(WholeRuns, RefuseSettingsWithoutEffect) {
  hosts({{"speed='1Gf' core='4'", "100:200"}});
  jobs("0,10,20,1,u\n");
  EXPECT_EQ(refusal("-d cluster.fcfs --set power_cap_rule=count"),
            "power_cap_rule=count says what a power cap means, and there is "
            "none; valid: with power_cap or "
            "power_cap_file\n");
  EXPECT_EQ(refusal("-d cluster.nodes --set allocation=core --set node_load=one"),
            "node_load=one is about nodes that a job has for itself; valid: with "
            "allocation=node\n");
  EXPECT_EQ(refusal("-d cluster.fcfs --set carbon=-0.5"),
            "carbon=-0.5 is below 0; valid: 0 or more, or -1\n");
  write_text(folder_ / "grams.csv", "time,value,host\n0,100,n0\n0,100,n99\n");
  EXPECT_EQ(refusal("-d cluster.fcfs --set carbon_file=grams.csv"),
            "carbon_file=grams.csv has a series of host 'n99', which the "
            "platform does not have; valid: names of "
            "its hosts\n");
}

} // namespace whole_runs_test
} // namespace malha::testing
