// SPDX-License-Identifier: MIT
// What a queue policy may do beside starting jobs: stop them, and ask to be asked again.
#include "policies/cluster/queue.hpp"
#include "tests/actors/support/scripted_run.hpp"
#include "tests/support/start_what_fits.hpp"

namespace malha::cluster {
namespace batch_stops_test {

using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;
using ::malha::testing::start_what_fits;
using ::malha::testing::task_of;

std::vector<Seconds>& dates_asked() {
  static std::vector<Seconds> all;
  return all;
}

/// Starts what fits, in the order of the queue, and asks to be asked again at 5. What it does then is in
/// `at_5`, and starts nothing else.
class Starts : public Queue {
public:
  Decision decide(const QueueView& view) override {
    dates_asked().push_back(view.now);
    Decision decision;
    if (view.now == 5) {
      at_5(view, decision);
      return decision;
    }
    start_what_fits(view, decision);
    if (view.now < 5)
      decision.wake = 5;
    return decision;
  }

private:
  virtual void at_5(const QueueView& view, Decision& decision) = 0;
};

struct Kills : Starts {
  void at_5(const QueueView& view, Decision& decision) override {
    decision.stop.push_back({view.running.front().handle, false});
    decision.wake = 6;
  }
};
/// Its node goes to the first job that waits.
struct LetsPass : Starts {
  void at_5(const QueueView& view, Decision& decision) override {
    decision.stop.push_back({view.running.front().handle, true});
    decision.start.push_back({view.queue.front().handle});
  }
};
/// Nothing else is to come but what the policy asks for.
struct PutsBack : Starts {
  void at_5(const QueueView& view, Decision& decision) override {
    decision.stop.push_back({view.running.front().handle, true});
    decision.wake = 7;
  }
};
struct PutsBackAndSleeps : Starts {
  void at_5(const QueueView& view, Decision& decision) override {
    decision.stop.push_back({view.running.front().handle, true});
  }
};
/// No job has this handle.
struct StopsNobody : Starts {
  void at_5(const QueueView&, Decision& decision) override { decision.stop.push_back({7, false}); }
};
struct AsksForThePast : Starts {
  void at_5(const QueueView&, Decision& decision) override { decision.wake = 5; }
};
/// Wishes to be asked at 50 where it is asked at 0, and starts what waits from 50 on.
struct WaitsUntil50 : Queue {
  Decision decide(const QueueView& view) override {
    dates_asked().push_back(view.now);
    Decision decision;
    if (view.now == 0)
      decision.wake = 50;
    if (view.now >= 50)
      for (const auto& job : view.queue)
        decision.start.push_back({job.handle});
    return decision;
  }
};

class UnderAPolicy : public ::testing::TestWithParam<const char*> {
protected:
  using Texts = std::vector<std::string>;
  using Dates = std::vector<Seconds>;

  UnderAPolicy(int hosts = 1, int cores = 1)
      : run_{Settings{{"hosts", std::to_string(hosts)}, {"cores", std::to_string(cores)}}} {
    run_.instant();
  }

  /// Jobs of that many seconds on one node each, all submitted at 0.
  void jobs(const std::vector<double>& seconds, int size = 1) {
    std::vector<Job> all;
    for (const double length : seconds)
      all.push_back(job_of(0, {task_of(length * 1e9, 0, size)}));
    run_.jobs(std::move(all));
  }

  template <class Policy>
  Outcome under(const std::string& allocation = "node") {
    run_.place("cluster/scheduler", "host-0",
               {{"nodes", "*"}, {"execution", GetParam()}, {"allocation", allocation}},
               {{"", policy<Policy>("test/policy", "", "")}});
    run_.place("cluster/node", "*", {});
    return run_.run();
  }
  template <class Policy>
  Outcome done(const std::string& allocation = "node") {
    const auto outcome = under<Policy>(allocation);
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }

  ScriptedRun run_;
};

class AJob : public UnderAPolicy {};

// Job 0 is stopped half way. Job 1 starts when the policy is asked next, at 6, as it wished.
TEST_P(AJob, ThatIsStoppedForGoodIsKilled) {
  jobs({10, 2});
  const auto outcome = done<Kills>();
  EXPECT_EQ(run_.lines("jobs.csv"),
            (Texts{"0,given,bag_of_tasks,0,1,-1,0,COMPLETED_KILLED,0,5,5,0,5,1,0,-1,,0,,,cluster,0,0,0,1e+10",
                   "1,given,bag_of_tasks,0,1,-1,1,COMPLETED_SUCCESSFULLY,6,2,8,6,8,4,0,-1,,1,,,cluster,0,0,0,"
                   "2e+09"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_killed"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "restarts"), 0);
  EXPECT_EQ(run_.lines("attempts.csv"), Texts{});
  EXPECT_EQ(dates_asked(), (Dates{0, 5, 6, 8}));
}

// Job 0 gives way to job 1 (5 to 7), and is ahead of job 2 again: it has all its 10 s before it, 7 to 17.
TEST_P(AJob, ThatIsStoppedToBeQueuedAgainKeepsItsPlaceAndLosesItsWork) {
  jobs({10, 2, 3});
  const auto outcome = done<LetsPass>();
  EXPECT_EQ(run_.schedule(), (Texts{"1 5 7 0", "0 7 17 0", "2 17 20 0"}));
  EXPECT_EQ(run_.lines("attempts.csv"),
            (Texts{"0,0,1,0,0,5,requeued,1e+10", "0,0,2,0,7,17,COMPLETED_SUCCESSFULLY,1e+10"}));
  // It waited 7 s for its last start; 1 restart; 5 s of work are lost.
  EXPECT_EQ(
      run_.lines("jobs.csv")[1],
      "0,given,bag_of_tasks,0,1,-1,1,COMPLETED_SUCCESSFULLY,7,10,17,7,17,1.7,0,-1,,0,,,cluster,0,1,5,1e+10");
  EXPECT_EQ(ScriptedRun::metric(outcome, "restarts"), 1);
}

// The same: at 10, where job 0 would have ended, nothing happens.
TEST_P(AJob, ThatIsStoppedLeavesNoDateBehind) {
  jobs({10, 2, 3});
  done<LetsPass>();
  EXPECT_EQ(dates_asked(), (Dates{0, 5, 7, 17, 20}));
}

// Nothing runs from 5 to 7.
TEST_P(AJob, ThatIsQueuedAgainIsAllThatIsLeft) {
  jobs({10});
  done<PutsBack>();
  EXPECT_EQ(run_.schedule(), Texts{"0 7 17 0"});
}

// The policy stops its only job and asks for nothing: nothing happens any more, and nobody asks it again.
TEST_P(AJob, ThatIsQueuedAgainWithoutAWishIsADeadlock) {
  jobs({10});
  const auto outcome = under<PutsBackAndSleeps>();
  EXPECT_EQ(outcome.status, Status::not_ended);
  EXPECT_EQ(outcome.message,
            "deadlock at t=5 s: nothing can happen any more; cluster/scheduler@host-0 waits for "
            "its policy to start a queued job");
}

TEST_P(AJob, IsNotStoppedWhereNoneRuns) {
  jobs({10});
  const auto outcome = under<StopsNobody>();
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message,
            "policy 'test/policy' broke a rule at t=5 s: it stops job handle 7, which no running job has");
}

class APolicy : public UnderAPolicy {};

TEST_P(APolicy, IsAskedAtTheDateItWished) {
  jobs({10});
  done<WaitsUntil50>();
  EXPECT_EQ(run_.schedule(), Texts{"0 50 60 0"});
  EXPECT_EQ(dates_asked(), (Dates{0, 50, 60}));
}

// Job 1 comes at 20, and what is said there takes the place of the wish of 0: without a wish, nobody asks at
// 50, and the next question is that of 70, where job 2 comes. There all three are started on the one node.
TEST_P(APolicy, TakesItsWishBackWhenItIsAskedBefore) {
  run_.jobs({job_of(0, {task_of(10e9)}), job_of(20, {task_of(0)}), job_of(70, {task_of(1e9)})});
  const auto outcome = under<WaitsUntil50>();
  EXPECT_EQ(outcome.message,
            "policy 'test/policy' broke a rule at t=70 s: it starts job 1 on 1 nodes with 0 free");
  EXPECT_EQ(dates_asked(), (Dates{0, 20, 70}));
}

TEST_P(APolicy, CannotWishToBeAskedInThePast) {
  jobs({10});
  const auto outcome = under<AsksForThePast>();
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message,
            "policy 'test/policy' broke a rule at t=5 s: its wake-up time t=5 s is not in the future");
}

class AJobOfTwoCores : public UnderAPolicy {
protected:
  AJobOfTwoCores() : UnderAPolicy(1, 2) {}
};

// Both its cores are free again at 5, and it starts anew at 7: to 17.
TEST_P(AJobOfTwoCores, LeavesBothWhenItIsStopped) {
  jobs({10}, 2);
  done<PutsBack>("core");
  EXPECT_EQ(run_.schedule(), Texts{"0 7 17 0-1"});
}

// A core is free again at 5, and the job starts anew on it at 7; its work of before is gone with it.
TEST_P(AJobOfTwoCores, AndOneOfOneCoreLeavesItsOwn) {
  jobs({10, 20});
  done<PutsBack>("core");
  EXPECT_EQ(run_.schedule(), (Texts{"0 7 17 0", "1 0 20 1"}));
}

const auto executions = ::testing::Values("timeline", "messages", "exec");
const auto name_of = [](const ::testing::TestParamInfo<const char*>& one) { return std::string(one.param); };
INSTANTIATE_TEST_SUITE_P(By, AJob, executions, name_of);
INSTANTIATE_TEST_SUITE_P(By, APolicy, executions, name_of);
INSTANTIATE_TEST_SUITE_P(By, AJobOfTwoCores, executions, name_of);

} // namespace batch_stops_test
} // namespace malha::cluster
