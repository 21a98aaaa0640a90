// SPDX-License-Identifier: MIT
// Jobs that wait in several clusters at once, as the program shows them.
#include "multicluster_program.hpp"
#include "policies/sdk/numbers.hpp"

namespace malha::testing {
namespace copies_program_test {

std::string job(int id, double submitted, int nodes, double run_time) {
  return R"({"id": )" + std::to_string(id) + R"(, "profile": ")" + shortest(run_time) + R"(", "subtime": )" +
         shortest(submitted) + R"(, "res": )" + std::to_string(nodes) + R"(, "walltime": )" +
         shortest(run_time) + "}";
}

class CopiedJobs : public MulticlusterProgram {
protected:
  /// Writes jobs.json.
  void jobs(const std::vector<std::string>& all) const {
    std::string text, profiles;
    for (const auto& one : all)
      text += (text.empty() ? "" : ",\n") + one;
    for (const std::string time : {"20", "30", "50", "100"})
      profiles +=
          (profiles.empty() ? "\"" : ", \"") + time + R"(": {"type": "delay", "delay": )" + time + "}";
    write_text(folder_ / "jobs.json",
               R"({"nb_res": 8, "jobs": [)" + text + R"(], "profiles": {)" + profiles + "}}");
  }
  /// "job site start finish" of each row.
  std::vector<std::string> dates(const std::string& out) const {
    std::vector<std::string> found;
    for (const auto& row : rows(out, "jobs.csv"))
      found.push_back(row.at("job_id") + " " + row.at("site") + " " + row.at("starting_time") + " " +
                      row.at("finish_time"));
    return found;
  }
  /// What is said of a run that is refused.
  std::string refusal(const std::string& options) const {
    const auto said = run_shell("$MALHA simulate -p clusters -w jobs.json -o refused "
                                "--set policy.selection=multicluster/copies " +
                                    options,
                                folder_.path());
    EXPECT_EQ(said.status, 2) << said.err;
    return said.err;
  }
};

using Lines = std::vector<std::string>;
const std::string two = "-w jobs.json -d multicluster.tat --set transport=instant --set platform.sizes=4,4 "
                        "--set policy.selection=multicluster/";

// Two clusters of 4 nodes, first come, first served.
// Job 0 has 3 nodes of the first cluster from 0 to 100. Job 1 has all of the second from 1 to 51. Job 2 of 4
// nodes waits in both from 2 on, and job 3 of one node behind it in both from 3 on, although the first
// cluster has a node for it. At 51 the second cluster starts job 2. The first gives it back, and starts
// job 3. Jobs 2 and 3 wait 49 and 48 s in 100 s: 0.97 jobs wait in the mean, two at most.
TEST_F(CopiedJobs, RunInTheFirstClusterThatStartsThem) {
  jobs({job(0, 0, 3, 100), job(1, 1, 4, 50), job(2, 2, 4, 20), job(3, 3, 1, 30)});
  simulate("copies", two + "copies --set series=on");
  EXPECT_EQ(dates("copies"),
            (Lines{"1 cluster-2 1 51", "2 cluster-2 51 71", "3 cluster-1 51 81", "0 cluster-1 0 100"}));
  EXPECT_EQ(metric("copies", "mean_queue_length"), 0.97);
  EXPECT_EQ(metric("copies", "longest_queue"), 2);
  // Loads at 2 are 3/4 and 1, and at 3 they are 7/4 and 1: job 2 waits for the first cluster until 100.
  simulate("least", two + "least_loaded");
  EXPECT_EQ(dates("least"),
            (Lines{"1 cluster-2 1 51", "3 cluster-2 51 81", "0 cluster-1 0 100", "2 cluster-1 100 120"}));
}

// Both clusters could start job 2 at 50. Job 3 gets the other one.
TEST_F(CopiedJobs, RunOnceIfTwoClustersCouldStartThemAtOneDate) {
  jobs({job(0, 0, 4, 50), job(1, 0, 4, 50), job(2, 1, 4, 20), job(3, 2, 4, 30)});
  for (const std::string policy : {"fcfs", "easy_backfill", "conservative_backfill"})
    for (const std::string execution : {"timeline", "exec"}) {
      const auto out = policy + execution;
      simulate(out, two + "copies --set policy=cluster/" + policy + " --set execution=" + execution);
      EXPECT_EQ(dates(out),
                (Lines{"0 cluster-1 0 50", "1 cluster-2 0 50", "2 cluster-1 50 70", "3 cluster-2 50 80"}))
          << out;
    }
}

// One copy is what multicluster/least_loaded does.
TEST_F(CopiedJobs, AreTheLeastLoadedClusterIfThereIsOne) {
  const std::string options = "-w lublin --set workload.jobs=200 --set workload.nodes=8 --set "
                              "workload.load=0.9 --set platform.sizes=8,8,4 -d multicluster.tat --set "
                              "transport=instant --set policy.selection=multicluster/";
  simulate("one", options + "copies --set policy.selection.k=1");
  simulate("least", options + "least_loaded");
  EXPECT_EQ(text_of(folder_ / "one" / "jobs.csv"), text_of(folder_ / "least" / "jobs.csv"));
}

TEST_F(CopiedJobs, AreRefusedWhereAJobCouldStartTwice) {
  jobs({job(0, 0, 1, 20)});
  const std::string policy = "policy.selection=multicluster/copies cannot be combined with ";
  const std::string instant = "-d multicluster.tat --set transport=instant ";
  EXPECT_NE(refusal("-d multicluster.tat")
                .find(policy + "transport=network, since two clusters could start a job before one of them "
                               "hears of the other; valid: transport=instant"),
            std::string::npos);
  EXPECT_NE(refusal(instant + "--set policy.coallocation=multicluster/optimal")
                .find(policy + "policy.coallocation=multicluster/optimal; valid: "
                               "policy.coallocation=multicluster/never"),
            std::string::npos);
  EXPECT_NE(refusal(instant + "--set estimate_cost=1")
                .find(policy +
                      "estimate_cost above 0, since jobs may start while the meta-scheduler waits for "
                      "estimates; valid: estimate_cost=0"),
            std::string::npos);
  EXPECT_NE(refusal(instant + "--environment failures --set failures.mtbf=1000 --set failures.mttr=10")
                .find(policy + "hosts that fail or recover; valid: a run in which no host fails"),
            std::string::npos);
}

} // namespace copies_program_test
} // namespace malha::testing
