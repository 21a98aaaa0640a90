// SPDX-License-Identifier: MIT
// DAGs under EasyGrid's managers: two hosts of 1 flop/s. Data take no time, but managers look for messages in
// iterations, which cost nothing, at 1, 2, 3, … s.
#include "tests/actors/support/diamond.hpp"

namespace malha::testing {
namespace dag_managers_test {

using Lines = std::vector<std::string>;

class DagManagers : public ::testing::Test {
protected:
  static Settings free_of_cost(Settings more) {
    more.insert({{"iteration_cost", "0"}, {"message_cost", "0"}});
    return more;
  }
  static std::map<std::string, PolicyDescriptor> policies(const std::map<std::string, std::string>& names) {
    std::map<std::string, PolicyDescriptor> chosen;
    for (const auto& [slot, name] : names)
      chosen.emplace(slot, ScriptedRun::shipped(name));
    return chosen;
  }

  /// The global manager and the site manager on host-0, and a host manager on each other host.
  void one_site(const std::map<std::string, std::string>& of_site = {},
                const std::map<std::string, std::string>& of_hosts = {}) {
    run_.place("easygrid/dag_global_manager", "host-0", free_of_cost({}));
    run_.place("easygrid/dag_site_manager", "host-0", free_of_cost({}), policies(of_site));
    run_.place("easygrid/dag_host_manager", "host-[12]", free_of_cost({}), policies(of_hosts));
  }
  Outcome done() {
    const auto outcome = run_.run();
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }

  ScriptedRun run_{Settings{{"hosts", "3"}, {"speeds", "1"}, {"latency", "0.5"}, {"bandwidth", "1"}}};
};

// HEFT puts 0, 2 and 3 on the first host and 1 on the second: data take no time, so that ends are ties, which
// the lowest resource gets. At 0 s the plan leaves the global manager, and the hosts have it in their first
// iteration, at 1 s. 0 runs from 1 to 11 s, which its host sees in its iteration at 11 s; 2 begins at once.
// The data for 1 leave then, too. The iteration of the second host at 11 s has been, so that it sees them at
// 12 s. 2 ends at 41 s, when 1 has long ended.
// The two files that go to another host have 2 B each. 3 waits for the data of 1, which its host sees at 33
// s, and for its own task 2.
TEST_F(DagManagers, FollowThePlanByTheirDataAlone) {
  run_.jobs({diamond()});
  run_.instant();
  run_.set("explain", "on");
  one_site();
  const auto outcome = done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 1 11 0", "1 12 32 1", "2 11 41 0", "3 41 51 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "relocated"), 0);
  EXPECT_EQ(run_.messages("data", "easygrid/dag_host_manager>easygrid/dag_host_manager"), "2 6");
  EXPECT_EQ(ScriptedRun::metric(outcome, "transferred_bytes"), 4);
  EXPECT_EQ(run_.lines("dag_starts.csv"), (Lines{"0,0,,1,", "2,0,,11,", "1,1,,12,", "3,0,,41,"}));
}

TEST_F(DagManagers, RunBags) {
  run_.jobs({job_of(0, {task_of(10), task_of(10), task_of(10)})});
  run_.instant();
  one_site();
  done();
  EXPECT_EQ(run_.schedule(), (Lines{"0 1 11 0", "1 1 11 1", "2 11 21 0"}));
}

TEST_F(DagManagers, NeedAPlan) {
  run_.jobs({diamond()});
  run_.instant();
  run_.place("easygrid/dag_global_manager", "host-0", free_of_cost({}),
             policies({{"planning", "workflow/no_plan"}}));
  run_.place("easygrid/dag_site_manager", "host-0", free_of_cost({}));
  run_.place("easygrid/dag_host_manager", "host-[12]", free_of_cost({}));
  const auto outcome = run_.run();
  EXPECT_EQ(outcome.message, "policy 'workflow/no_plan' broke a rule at t=0 s: job 0: there is no plan, and "
                             "EasyGrid distributes the tasks of DAGs by one");
}

} // namespace dag_managers_test
} // namespace malha::testing
