// SPDX-License-Identifier: MIT
// Predicted run times as users of a batch scheduler meet them: deployments, records, messages.
#include "batch_program.hpp"

namespace malha::testing {
namespace predicting_test {

const std::string predicted = "--set policy.prediction=cluster/user_average ";

class PredictedJobs : public BatchProgram {
protected:
  /// Three nodes. Two jobs of ann run for 20 s of their 100 s. Then comes another one, of two nodes, job 3 of
  /// bob, which needs all, and job 4, which fits beside job 2 for 60 s.
  void SetUp() override {
    star(3);
    jobs({{0, 1, 20, 100, "ann"},
          {0, 1, 20, 100, "ann"},
          {30, 2, 20, 100, "ann"},
          {31, 3, 10, 10, "bob"},
          {32, 1, 60, 60, "bob"}});
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

// By walltimes job 3 may start at 130, and job 4 fills the gap; it ends at 92, when job 3 starts. If job 2 is
// expected to run for 20 s, as ann's other jobs did, job 3 starts at 50, and job 4 behind it.
TEST_F(PredictedJobs, ArePlannedByWhatTheirUsersDidBefore) {
  simulated("-d cluster.easy_backfill");
  EXPECT_EQ(schedule(), (Texts{"0 0 20 0", "1 0 20 1", "2 30 50 0-1", "4 32 92 2", "3 92 102 0-2"}));
  for (const std::string more : {"", "--set lookahead=off "}) {
    simulated("-d cluster.easy_backfill " + predicted + more);
    EXPECT_EQ(schedule(), (Texts{"0 0 20 0", "1 0 20 1", "2 30 50 0-1", "3 50 60 0-2", "4 60 120 0"}))
        << more;
    is_valid();
  }
  EXPECT_EQ(columns("out/jobs.csv", {"requested_time"}), (Texts{"100", "100", "100", "10", "60"}));
}

// However jobs run, and whether messages take time: job 3 goes before job 4.
TEST_F(PredictedJobs, HaveOneOrderHoweverTheyRun) {
  for (const std::string transport : {"instant", "network"})
    for (const std::string execution : {"timeline", "messages", "exec"}) {
      star(3, transport);
      simulated("-d cluster.nodes --set policy=cluster/easy_backfill " + predicted +
                "--set execution=" + execution);
      EXPECT_EQ(columns("out/jobs.csv", {"job_id"}), (Texts{"0", "1", "2", "3", "4"})) << execution;
      if (transport == "instant") {
        EXPECT_EQ(schedule().back(), "4 60 120 0") << execution;
      }
      is_valid();
    }
}

// Job 2 runs on at 50, is expected to run to 50 + 60 = 110, and then to its walltime, where it is killed.
// Each time promises are void. Job 4 fits the gap from 50 to 110.
TEST_F(PredictedJobs, AreCorrectedAndKilledAtTheirWalltimes) {
  jobs({{0, 1, 20, 100, "ann"},
        {0, 1, 20, 100, "ann"},
        {30, 2, 1000, 100, "ann"},
        {31, 3, 10, 10, "bob"},
        {32, 1, 60, 60, "bob"}});
  for (const std::string execution : {"timeline", "messages", "exec"}) {
    simulated("-d cluster.nodes --set policy=cluster/easy_backfill --explain " + predicted +
              "--set execution=" + execution);
    EXPECT_EQ(schedule(), (Texts{"0 0 20 0", "1 0 20 1", "4 50 110 2", "2 30 130 0-1", "3 130 140 0-2"}))
        << execution;
    Texts found;
    for (const auto& line :
         columns("out/decisions.csv", {"time", "job_id", "decision", "reason", "promised_start"}))
      if (line.find(" void ") != std::string::npos || line.find(" 3 ") != std::string::npos)
        found.push_back(line);
    EXPECT_EQ(found, (Texts{"31 3 wait head_reserved 50", "50  void nodes_or_estimates_changed ",
                            "50 3 wait head_reserved 110", "110  void nodes_or_estimates_changed ",
                            "110 3 wait head_reserved 130", "130 3 start head "}))
        << execution;
    is_valid();
  }
}

// With predictions: 20 of 100 s for jobs 0 and 1, 20 of 20 s for job 2, and exact walltimes: (0.2 + 0.2 + 3)
// / 5. Without them nobody counts.
TEST_F(PredictedJobs, AreMeasured) {
  simulated("-d cluster.easy_backfill " + predicted);
  EXPECT_DOUBLE_EQ(metric("prediction_accuracy"), 0.68);
  EXPECT_EQ(metric("outlived_predictions"), 0);
  jobs({{0, 1, 20, 100, "ann"}, {0, 1, 20, 100, "ann"}, {30, 2, 80, 100, "ann"}, {30, 2, 200, 160, "bob"}});
  simulated("-d cluster.easy_backfill " + predicted);
  // Job 2 runs for 80 s where 20 are expected, and job 3 to its walltime: (0.2 + 0.2 + 0.25 + 1) / 4.
  EXPECT_DOUBLE_EQ(metric("prediction_accuracy"), 0.4125);
  EXPECT_DOUBLE_EQ(metric("outlived_predictions"), 0.25);
}

TEST_F(PredictedJobs, NeedAPolicyThatPlansWithThem) {
  const auto not_with = [](const std::string& policy) {
    return "policy 'cluster/user_average' predicts run times, and policy '" + policy +
           "' does not plan with them, or promises by which date jobs end; valid: "
           "policy.prediction=cluster/no_predictions, or a policy that plans, such as cluster/easy_backfill";
  };
  for (const std::string policy : {"cluster/fcfs", "cluster/torque_fifo", "cluster/oscarpbs",
                                   "cluster/easy_push", "cluster/contract_fcfs"})
    EXPECT_EQ(refusal("-d cluster.easy_backfill " + predicted + "--set policy=" + policy), not_with(policy));
  EXPECT_EQ(refusal("-d cluster.easy_backfill " + predicted + "--set policy.depth=0"),
            not_with("cluster/easy_backfill"));
  EXPECT_EQ(refusal("-d cluster.slurm " + predicted + "--set policy.scheduler=builtin"),
            not_with("cluster/slurm"));
  simulated("-d cluster.fcfs --set policy.order=shortest " + predicted);
  simulated("-d cluster.slurm " + predicted);
}

TEST_F(PredictedJobs, AreRenewedWhereTheOrderOfTheQueueIsHeeded) {
  const std::string renewed = predicted + "--set policy.prediction.renew=on ";
  EXPECT_EQ(
      refusal("-d cluster.easy_backfill " + renewed + "--set policy.order=shortest"),
      "policy 'cluster/user_average' predicts run times, and renews those of jobs that wait, which policy "
      "'cluster/easy_backfill' has put in an order of its own; valid: jobs predicted once, such as "
      "policy.prediction.renew=off, or a policy that heeds the order of the queue, such as "
      "cluster/easy_backfill with order=submit");
  simulated("-d cluster.easy_backfill " + renewed + "--set policy.backfill_order=shortest");
  EXPECT_EQ(schedule().back(), "4 60 120 0");
}

TEST_F(PredictedJobs, AreNotBelowAMetaScheduler) {
  const auto said =
      run_shell("$MALHA simulate -w x.json -p clusters --set platform.sizes=3,3 -d multicluster.tat "
                "--set transport=instant -o below --set policy=cluster/easy_backfill " +
                    predicted,
                folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("policy 'cluster/user_average' predicts run times, and a meta-scheduler above has "
                          "estimates of its own; valid: policy.prediction=cluster/no_predictions"),
            std::string::npos)
      << said.err;
}

} // namespace predicting_test
} // namespace malha::testing
