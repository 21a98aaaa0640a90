// SPDX-License-Identifier: MIT
// What cannot be combined with machines that sleep.
#include "sleeping_nodes.hpp"

namespace malha::testing {
namespace refusals_test {

class SleepRefusals : public SleepingNodesProgram {
protected:
  /// What the program says, without its name and the place in the deployment.
  std::string refusal(const std::string& words, const std::string& deployment = "cluster.fcfs") const {
    const auto said =
        simulate("-d " + deployment +
                 " -w lublin --set workload.jobs=20 --set policy.sleep=cluster/idle_timeout " + words);
    EXPECT_EQ(said.status, 2) << said.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = said.err.find(place);
    return at == std::string::npos ? said.err : said.err.substr(at + place.size());
  }
};

const std::string who = "policy.sleep=cluster/idle_timeout (timeout=-1) ";

TEST_F(SleepRefusals, AreOfWhatTheModelLacks) {
  const std::string with = who + "cannot be combined with ";
  EXPECT_EQ(refusal("--set execution=exec", "cluster.nodes"),
            with + "execution=exec; valid: execution=timeline\n");
  EXPECT_EQ(refusal("--set execution=messages", "cluster.nodes"),
            with + "execution=messages; valid: execution=timeline\n");
  EXPECT_EQ(refusal("--set allocation=shared --set execution=exec --set policy=cluster/contract_fcfs",
                    "cluster.nodes"),
            with + "allocation=shared; valid: allocation=node or core\n");
  const std::string fail =
      with + "hosts that fail; valid: a platform without state profiles, and no crashes\n";
  EXPECT_EQ(refusal("--environment crashes --set crashes.share=50"), fail);
  EXPECT_EQ(refusal("--environment failures --set failures.mtbf=1000 --set failures.mttr=10"), fail);
  EXPECT_EQ(refusal("--cut 1000"), with + "a run that is cut or continued, since a snapshot does not say "
                                          "which machines sleep; valid: a whole run\n");
  write_text(folder_ / "course.csv", "name,start,end,nodes,kind\ncourse,3600,7200,n1,jobs\n");
  EXPECT_EQ(refusal("--set policy=cluster/slurm --set reservations=course.csv"),
            with +
                "reservations=course.csv, into which jobs would reach that wait for their machines; valid: "
                "none\n");
}

TEST_F(SleepRefusals, AreOfNodesThatFailByTheirProfiles) {
  write_text(folder_ / "n7.state", "10 0\n20 1\n");
  platform(eight_nodes(std::string(power_of_node) + sleep_of_node, std::nullopt, " state_file='n7.state'"));
  EXPECT_EQ(refusal(""), who + "cannot be combined with hosts that fail; valid: a platform without state "
                               "profiles, and no crashes\n");
}

TEST_F(SleepRefusals, AreOfClustersBelowAMetaScheduler) {
  const auto said = run_shell("\"$MALHA\" simulate -p clusters -d multicluster.rr -w lublin --set "
                              "workload.jobs=20 --set transport=instant --set "
                              "policy.sleep=cluster/idle_timeout",
                              folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find(who + "cannot be combined with an actor 'multicluster/meta_scheduler'; valid: a "
                                "deployment without\n"),
            std::string::npos)
      << said.err;
}

TEST_F(SleepRefusals, AreOfRunsWhoseEnergyIsNotModelled) {
  EXPECT_EQ(refusal("--set policy.checkpoint=cluster/daly --set checkpoint_cost=10"),
            who + "switches off machines, and energy is not modelled, since the power of a node that leaves "
                  "a checkpoint is not known; valid: a run whose energy is modelled (docs/energy.md)\n");
  platform(eight_nodes(std::string(power_of_node) + sleep_of_node, ""));
  EXPECT_EQ(refusal(""), who + "switches off machines, and energy is not modelled, since host 'n7' has no "
                               "wattage_per_state; valid: hosts with power profiles (docs/energy.md)\n");
}

// Hosts without switches cannot sleep. Those that draw as much off as idle save nothing by it.
TEST_F(SleepRefusals, AreOfNodesThatCannotSleep) {
  const std::string none = who + "switches off machines, and none of them can sleep and saves energy by it; "
                                 "valid: hosts with the properties sleep_pstates, or boot and shutdown "
                                 "(docs/energy.md)\n";
  platform(eight_nodes(power_of_node));
  EXPECT_EQ(refusal(""), none);
  platform(eight_nodes("<prop id='wattage_per_state' value='90:100:180, 120:120, 110:110'/><prop "
                       "id='wattage_off' value='90'/>" +
                       std::string(sleep_of_node)));
  EXPECT_EQ(refusal(""), none);
}

TEST_F(SleepRefusals, AreOfJobsWithDeadlines) {
  write_text(folder_ / "jobs.csv", "submit,run,nodes,limit,deadline\n0,10,1,20,1000\n");
  const auto said =
      simulate("-d cluster.fcfs -w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:"
               "nodes,limit:limit:s,deadline:deadline:s --set policy.sleep=cluster/idle_timeout");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("job 1 has a deadline, and may start late because machines sleep; valid: jobs "
                          "without, or policy.sleep=cluster/always_on\n"),
            std::string::npos)
      << said.err;
}

// A timeout that is never over lets no machine sleep, and asks for nothing.
TEST_F(SleepRefusals, AreNoneWhereNothingSleeps) {
  platform(eight_nodes(""));
  for (const std::string policy : {"always_on", "idle_timeout --set policy.sleep.timeout=1e9",
                                   "keep_spares --set policy.sleep.timeout=1e9"}) {
    const auto said = simulate("-d cluster.nodes --set execution=exec -w lublin --set workload.jobs=20 --set "
                               "policy.sleep=cluster/" +
                               policy + " -o " + policy.substr(0, policy.find(' ')));
    EXPECT_EQ(said.status, 0) << said.err;
  }
}

} // namespace refusals_test
} // namespace malha::testing
