// SPDX-License-Identifier: MIT
// What policies of releases lack, or cannot be combined with, in one sentence each.
#include "release_program.hpp"

namespace malha::testing {
namespace release_refusals_test {

class ReleaseRefusals : public ReleaseProgram {
protected:
  /// What the program says, behind the place of the scheduler if it names that.
  std::string refusal(const std::string& words) const {
    const auto said = simulate("-d cluster.easy_backfill --set policy.release=cluster/" + words);
    EXPECT_EQ(said.status, 2) << said.out;
    const std::string place = "actor 'cluster/scheduler' on host 'head': ";
    const auto at = said.err.find(place);
    return at == std::string::npos ? said.err : said.err.substr(at + place.size());
  }

  static constexpr const char* jobs = " -w lublin --set workload.jobs=20 ";
};

TEST_F(ReleaseRefusals, AreOfASeriesThatIsNotThere) {
  EXPECT_EQ(
      refusal(std::string("wait_for_carbon") + jobs),
      "policy.release=cluster/wait_for_carbon (by=carbon, delay=86400) goes by a series of carbon, and the "
      "run has none; valid: with setting carbon_file, or carbon\n");
  EXPECT_EQ(
      refusal(std::string("wait_below --set policy.release.by=price") + jobs + carbon),
      "policy.release=cluster/wait_below (by=price, delay=86400, quantile=0.25) goes by a series of price, "
      "and the run has none; valid: with setting price_file, or price\n");
}

TEST_F(ReleaseRefusals, AreOfSeveralSeries) {
  std::string text = "time,value,host\n";
  for (int node = 0; node < 8; ++node)
    text += "0," + std::to_string(node < 5 ? 100 : 90) + ",n" + std::to_string(node) + "\n";
  write_text(folder_ / "hosts.csv", text);
  EXPECT_EQ(refusal(std::string("wait_below --set carbon_file=hosts.csv") + jobs),
            "policy.release=cluster/wait_below (by=carbon, delay=86400, quantile=0.25) goes by one series of "
            "carbon, and that of host 'n5' is not that of host 'n0'; valid: the same for all hosts of a "
            "scheduler\n");
  write_text(folder_ / "hosts.csv", text.substr(0, text.find("0,90")) + "0,100,n5\n0,100,n6\n0,100,n7\n");
  valid(std::string("-d cluster.fcfs --set policy.release=cluster/wait_below --set carbon_file=hosts.csv") +
        jobs);
}

TEST_F(ReleaseRefusals, AreOfParametersOutOfRange) {
  EXPECT_NE(refusal("wait_for_carbon --set policy.release.delay=-1 " + std::string(carbon) + jobs)
                .find("policy.release.delay"),
            std::string::npos);
  EXPECT_NE(refusal("wait_below --set policy.release.quantile=2 " + std::string(carbon) + jobs)
                .find("policy.release.quantile"),
            std::string::npos);
}

TEST_F(ReleaseRefusals, AreOfJobsThatMayNotWait) {
  write_text(folder_ / "jobs.csv", "submit,run,nodes,limit,deadline\n0,10,1,20,1000\n");
  const std::string columns =
      " -w jobs.csv --set workload.columns=submit:submit:s,run:run,nodes:nodes,limit:limit:s";
  EXPECT_NE(refusal("wait_below " + std::string(carbon) + columns + ",deadline:deadline:s")
                .find("job 1 has a deadline, and may be released too late for it; valid: jobs without, or "
                      "policy.release=cluster/at_once\n"),
            std::string::npos);
  const std::string bag = " -w bag_of_tasks --set workload.tasks=3"; // without walltimes
  EXPECT_NE(
      refusal("wait_for_carbon " + std::string(carbon) + bag)
          .find("job 0 has no walltime, over which the policy of releases adds up what the job takes; valid: "
                "jobs with walltimes, or a policy that needs none, such as cluster/wait_below\n"),
      std::string::npos);
  valid("-d cluster.fcfs --set policy.release=cluster/wait_below " + std::string(carbon) + bag);
}

TEST_F(ReleaseRefusals, AreOfClustersBelowAMetaScheduler) {
  const auto said =
      run_shell("\"$MALHA\" simulate -p clusters -d multicluster.rr -w lublin --set workload.jobs=20 "
                "--set transport=instant --set policy.release=cluster/wait_below",
                folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("policy 'cluster/wait_below' holds jobs back, and a meta-scheduler above predicts starts "
                    "without that; valid: policy.release=cluster/at_once\n"),
      std::string::npos)
      << said.err;
}

// Dates that are over or never come, from a policy of a user.
TEST_F(ReleaseRefusals, AreOfDatesThatNoJobCanWaitFor) {
  for (const auto& [date, shown] :
       {std::pair("view.now - 1", "released at t="), std::pair("None", "at t=inf s")}) {
    write_text(folder_ / "mine.py", std::string("def release(job, view):\n    return ") + date + "\n");
    const auto said = simulate("-d cluster.fcfs --set policy.release=python:mine.py" + std::string(jobs));
    EXPECT_EQ(said.status, 3) << said.err;
    EXPECT_NE(said.err.find("valid: a finite date from t="), std::string::npos) << said.err;
    EXPECT_NE(said.err.find(shown), std::string::npos) << said.err;
  }
}

} // namespace release_refusals_test
} // namespace malha::testing
