// SPDX-License-Identifier: MIT
// Priorities of a batch scheduler as its users meet them: deployments, accounts, messages.
#include "batch_program.hpp"

namespace malha::testing {
namespace prioritizing_test {

const std::string fair_share = "-d cluster.easy_backfill --set policy.priority=cluster/multifactor "
                               "--set policy.priority.weight_age=0 ";

class PrioritizedJobs : public BatchProgram {
protected:
  /// One node, which job 0 of ann holds to 100 s; then a job of hers waits, and one of bob.
  void SetUp() override {
    star(1);
    jobs({{0, 1, 100, 100, "ann"}, {1, 1, 10, 10, "ann"}, {2, 1, 10, 10, "bob"}});
    write_text(folder_ / "accounts.dump", "Cluster - 'small'\n"
                                          "Parent - 'root'\n"
                                          "Account - 'lab':Fairshare=1\n"
                                          "Parent - 'lab'\n"
                                          "User - 'ann':DefaultAccount='lab':Fairshare=1\n"
                                          "User - 'bob':DefaultAccount='lab':Fairshare=1\n");
  }
  /// What is wrong, without the place in the deployment.
  std::string refusal(const std::string& options) const {
    const auto said = simulate(options);
    EXPECT_EQ(said.status, 2) << said.out << said.err;
    const std::string place = "' on host 'host-0': ";
    const auto begin = said.err.find(place);
    const auto from = begin == std::string::npos ? 0 : begin + place.size();
    return said.err.substr(from, said.err.find('\n', from) - from);
  }
};

// Bob has used nothing, and goes first at the pass at 100 s, when ann has used 100 node-seconds.
TEST_F(PrioritizedJobs, GoByTheUsageOfTheirUsers) {
  for (const std::string more : {"", "--set accounts=accounts.dump ", "--set lookahead=off "}) {
    simulated(fair_share + more + "--set policy.priority.period=50");
    EXPECT_EQ(schedule(), (Texts{"0 0 100 0", "2 100 110 0", "1 110 120 0"})) << more;
    is_valid();
  }
  simulated("-d cluster.easy_backfill");
  EXPECT_EQ(schedule(), (Texts{"0 0 100 0", "1 100 110 0", "2 110 120 0"}));
}

// Bob has used more before.
TEST_F(PrioritizedJobs, GoByWhatTheirUsersUsedBefore) {
  write_text(folder_ / "usage.csv", "account,user,usage\nlab,bob,5000\n");
  simulated(fair_share +
            "--set accounts=accounts.dump --set usage=usage.csv --set policy.priority.period=50");
  EXPECT_EQ(schedule(), (Texts{"0 0 100 0", "1 100 110 0", "2 110 120 0"}));
}

// Messages take time, and jobs are executed: the order is the same.
TEST_F(PrioritizedJobs, HaveOneOrderHoweverTheyRun) {
  star(1, "network");
  for (const std::string execution : {"timeline", "messages", "exec"}) {
    simulated("-d cluster.nodes" + fair_share.substr(fair_share.find(' ', 3)) +
              "--set policy.priority.period=50 --set execution=" + execution);
    EXPECT_EQ(columns("out/jobs.csv", {"job_id"}), (Texts{"0", "2", "1"})) << execution;
    is_valid();
  }
}

TEST_F(PrioritizedJobs, BelongToTheAccountsOfTheSite) {
  jobs({{0, 1, 100, 100, "eve"}});
  EXPECT_EQ(refusal(fair_share + "--set accounts=accounts.dump"),
            "malha: workload 'x.json': job 0 is of user 'eve', who has no account at the site; valid: a "
            "user and an account of setting accounts");
}

TEST_F(PrioritizedJobs, NeedAPolicyThatHeedsTheirOrder) {
  for (const std::string policy : {"cluster/oscarpbs", "cluster/torque_fifo"})
    EXPECT_EQ(
        refusal("-d cluster.easy_backfill --set policy.priority=cluster/multifactor --set policy=" + policy),
        "policy 'cluster/multifactor' puts the queue in order, and policy '" + policy +
            "' takes jobs in an order of its own; valid: policy.priority=cluster/no_priorities, or a "
            "policy that heeds the order of the queue, such as cluster/easy_backfill with order=submit");
  EXPECT_EQ(refusal(fair_share + "--set policy.order=shortest").substr(0, 52),
            "policy 'cluster/multifactor' puts the queue in order");
}

TEST_F(PrioritizedJobs, AloneHaveUseForAccounts) {
  EXPECT_EQ(refusal("-d cluster.fcfs --set accounts=accounts.dump"),
            "setting accounts has no effect, since all jobs have the same priority and none is held back; "
            "valid: with a policy such as policy.priority=cluster/multifactor, or "
            "policy.limits=cluster/slurm_limits");
  write_text(folder_ / "usage.csv", "account,user,usage\nlab,bob,5000\n");
  EXPECT_EQ(refusal(fair_share + "--set usage=usage.csv"),
            "setting usage names a file, and setting accounts none; valid: both, or none of them");
}

// Clusters below a meta-scheduler, whose predictions follow the order of submission. They also copy what a
// policy sees of running jobs: cluster/slurm looks at their nodes.
TEST_F(PrioritizedJobs, AreNotBelowAMetaScheduler) {
  const std::string below =
      "$MALHA simulate -w x.json -p clusters --set platform.sizes=1,1 -d multicluster.tat "
      "--set transport=instant -o below --set ";
  const auto said = run_shell(below + "policy.priority=cluster/multifactor", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("policy 'cluster/multifactor' puts the queue in order, and a meta-scheduler above "
                    "predicts by the order of submission; valid: policy.priority=cluster/no_priorities"),
      std::string::npos)
      << said.err;
  EXPECT_EQ(run_shell(below + "policy=cluster/slurm", folder_.path()).status, 0);
}

} // namespace prioritizing_test
} // namespace malha::testing
