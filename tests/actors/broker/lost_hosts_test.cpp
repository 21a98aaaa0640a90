// SPDX-License-Identifier: MIT
// DAGs under a broker whose hosts fail, with the files that lie on them.
#include "tests/actors/support/diamond.hpp"
#include "tests/actors/support/returning_hosts.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace lost_hosts_test {

using Lines = std::vector<std::string>;

/// host-1, the first of two resources, fails at 11 s and is back at 14 s. A transfer of 2 B takes 2.5 s
/// under transport=instant.
class LostHosts : public ::testing::Test {
protected:
  void broker(const Settings& parameters, const std::string& planner = "workflow/no_plan") {
    Job job = diamond();
    auto details = std::make_shared<DagDetails>(*job.details);
    details->latencies = {0.5};
    details->bandwidths = {1};
    job.details = details;
    run_.jobs({job});
    run_.place("broker/broker", "host-0", parameters,
               {{"", ScriptedRun::shipped("broker/workqueue")}, {"planning", ScriptedRun::shipped(planner)}});
    run_.place("broker/worker", "host-[12]", {});
  }
  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }
  void expect_refusal(const std::string& message) {
    EXPECT_EQ(thrown<InputError>([&] { run_.run(); }),
              "deployment.xml:1: actor 'broker/broker' on host 'host-0': " + message);
  }

  HostThatReturns hosts_{3, 1, 11, 14};
  ScriptedRun run_{hosts_.file()};
};

// Task 0 ends at 10 s on resource 0, where 1 begins. 2 fetches the file of 0 on resource 1 until 11 s, when
// it is gone, and 1 is lost. 0 runs again on resource 1 until 21 s. Then 1 fetches the file on resource 0
// until 23.5 s and runs until 43.5 s, and 2 runs on resource 1 until 51 s. 3 on resource 0 fetches the file
// of 2.
TEST_F(LostHosts, CostTasksThatRunAgain) {
  run_.instant();
  broker({{"data", "lazy"}});
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 23.5 43.5 0", "2 21 51 1", "3 53.5 63.5 0"}));
  EXPECT_EQ(run_.lines("attempts.csv"),
            (Lines{"0,0,1,0,0,10,COMPLETED_SUCCESSFULLY,10", "0,0,2,1,11,21,recomputed,10",
                   "1,0,1,0,10,11,lost,20", "1,0,2,0,23.5,43.5,COMPLETED_SUCCESSFULLY,20"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), 6);
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_lost"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_recomputed"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "wasted_time"), 11);
}

// The file of 0 is on the disk of host-1, which is back at 14 s. 1 begins there at once. 2 waits for it, and
// fetches the file on resource 1 until 16.5 s. 3 on resource 0 fetches the file of 2 from 46.5 to 49 s.
TEST_F(LostHosts, MayKeepTheirFiles) {
  run_.instant();
  broker({{"data", "lazy"}, {"lost_files", "survive"}});
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 0 10 0", "1 14 34 0", "2 16.5 46.5 1", "3 49 59 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "wasted_time"), 1);
}

// Over the network 2 has the file of 0 some milliseconds after 10 s. So 1 fetches it from resource 1 when
// host-1 is back, and nothing is made again. 3 fetches the file of 2. The worker tells each time that the
// data have come.
TEST_F(LostHosts, FetchWhatOthersHaveFetched) {
  broker({{"data", "lazy"}, {"description", "0"}, {"result", "0"}});
  const auto outcome = done();
  EXPECT_EQ(run_.messages("data", "host>host"), "3 6");
  EXPECT_EQ(run_.messages("data_came", "broker/worker>broker/broker"), "3 3");
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts_lost"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "attempts"), 5);
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 4);
}

TEST_F(LostHosts, AreRefusedIfDataLeaveWhenTheyAreMade) {
  run_.instant();
  broker({{"data", "eager"}}, "workflow/heft");
  expect_refusal("data is eager, and hosts may fail with the data that lie on them; valid: data=lazy or "
                 "messages");
}
TEST_F(LostHosts, AreRefusedIfPlansAreFollowed) {
  run_.instant();
  broker({{"data", "lazy"}}, "workflow/heft");
  expect_refusal("policy.planning is workflow/heft, and hosts may fail, which no plan expects; valid: "
                 "workflow/no_plan");
}
TEST_F(LostHosts, HaveNoFilesIfMessagesBringTheData) {
  broker({{"lost_files", "survive"}});
  expect_refusal("lost_files is survive, and data=messages keeps no files on resources; valid: data=lazy");
}

} // namespace lost_hosts_test
} // namespace malha::testing
