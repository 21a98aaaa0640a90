// SPDX-License-Identifier: MIT
// What cannot be combined with jobs at several pstates.
#include "slowed_nodes.hpp"

namespace malha::testing {
namespace frequency_refusals_test {

class FrequencyRefusals : public SlowedNodesProgram {
protected:
  FrequencyRefusals() { platform(nodes_of(4, three_speeds, simgrids_power)); }

  /// What the program says, without its name and the place in the deployment.
  std::string refusal(const std::string& words, const std::string& deployment = "cluster.fcfs") const {
    const auto said =
        simulate("-d " + deployment +
                 " -w lublin --set workload.jobs=20 --set policy.frequency=cluster/dvfs_slack " + words);
    EXPECT_EQ(said.status, 2) << said.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = said.err.find(place);
    return at == std::string::npos ? said.err : said.err.substr(at + place.size());
  }
};

const std::string who = "policy.frequency=cluster/dvfs_slack (credit_idle=off, slowdown=1.5) ";
const std::string with = who + "cannot be combined with ";

TEST_F(FrequencyRefusals, AreOfWhatTheModelLacks) {
  EXPECT_EQ(refusal("--set execution=exec", "cluster.nodes"),
            with + "execution=exec; valid: execution=timeline or messages\n");
  EXPECT_EQ(refusal("--set allocation=core"),
            with + "allocation=core, since jobs that share a host cannot have two pstates; valid: "
                   "allocation=node\n");
  EXPECT_EQ(refusal("--set policy=cluster/easy_backfill --set policy.prediction=cluster/user_average"),
            with + "predicted run times, since they are learned from jobs at full speed; valid: "
                   "policy.prediction=cluster/no_predictions\n");
  EXPECT_EQ(refusal("--set power_cap=700 --set policy=cluster/easy_cap"),
            with + "a power cap that must not be broken, since policies of the queue count with full speed; "
                   "valid: power_cap_rule=count, or no cap\n");
  EXPECT_EQ(refusal("--cut 1000"), with + "a run that is cut or continued, since a snapshot does not say how "
                                          "fast jobs run; valid: a whole run\n");
}

TEST_F(FrequencyRefusals, AreOfWhatStretchedLimitsBreak) {
  EXPECT_EQ(refusal("--set scale_limits=on --set overrun=extend"),
            with +
                "scale_limits=on and overrun=extend, since no limit ends a job then; valid: one of them\n");
  write_text(folder_ / "course.csv", "name,start,end,nodes,kind\ncourse,3600,7200,n1,jobs\n");
  EXPECT_EQ(refusal("--set policy=cluster/slurm --set reservations=course.csv --set scale_limits=on"),
            with + "scale_limits=on and reservations=course.csv, into which jobs would reach that run for "
                   "longer; valid: scale_limits=off\n");
  write_text(folder_ / "late.csv", "submit,run,nodes,limit,deadline\n0,10,1,20,1000\n");
  const auto said =
      simulate("-d cluster.fcfs -w late.csv --set workload.columns=submit:submit:s,run:run,nodes:nodes,"
               "limit:limit:s,deadline:deadline:s --set policy.frequency=cluster/dvfs_slack --set "
               "scale_limits=on");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("job 1 has a deadline, and may run for longer since scale_limits=on stretches "
                          "walltimes; valid: jobs without, or scale_limits=off\n"),
            std::string::npos)
      << said.err;
}

TEST_F(FrequencyRefusals, AreOfClustersBelowAMetaScheduler) {
  const auto said = run_shell("\"$MALHA\" simulate -p clusters -d multicluster.rr -w lublin --set "
                              "workload.jobs=20 --set transport=instant --set "
                              "policy.frequency=cluster/dvfs_slack",
                              folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find(with + "an actor 'multicluster/meta_scheduler'; valid: a deployment without\n"),
            std::string::npos)
      << said.err;
}

TEST_F(FrequencyRefusals, AreOfRunsWhoseEnergyIsNotModelled) {
  const std::string by_power = who + "chooses by power, and energy is not modelled, since ";
  EXPECT_EQ(refusal("--set policy.checkpoint=cluster/daly --set checkpoint_cost=10"),
            by_power + "the power of a node that leaves a checkpoint is not known; valid: a run whose energy "
                       "is modelled (docs/energy.md)\n");
  platform(nodes_of(4, three_speeds, simgrids_power, {}, ""));
  EXPECT_EQ(refusal(""), by_power + "host 'n3' has no wattage_per_state; valid: hosts with power profiles "
                                    "(docs/energy.md)\n");
}

TEST_F(FrequencyRefusals, AreOfHostsWithoutAChoice) {
  platform(nodes_of(2, "speed='100Mf'", "<prop id='wattage_per_state' value='100:200'/>"));
  EXPECT_EQ(refusal(""), who + "chooses pstates, and no host has two in which it computes; valid: hosts with "
                               "several speeds and wattages (docs/energy.md)\n");
  platform(nodes_of(2, three_speeds, simgrids_power, std::string(three_speeds) + " pstate='1'"));
  EXPECT_EQ(refusal(""), who +
                             "chooses one pstate for all hosts of a job, and hosts begin in pstates 0 and 1; "
                             "valid: hosts that begin in the same\n");
}

// Who compares policies in one campaign gives all of them the same settings.
TEST_F(FrequencyRefusals, AreNotesWhereAllJobsRunAtFullSpeed) {
  const auto said = simulate("-d cluster.fcfs -w lublin --set workload.jobs=5 --set dvfs_beta=0.5 --set "
                             "scale_limits=on");
  EXPECT_EQ(said.status, 0) << said.err;
  for (const std::string setting : {"dvfs_beta=0.5", "scale_limits=on"})
    EXPECT_NE((said.out + said.err).find(setting + " has no effect, since all jobs run at full speed"),
              std::string::npos)
        << said.out << said.err;
}

} // namespace frequency_refusals_test
} // namespace malha::testing
