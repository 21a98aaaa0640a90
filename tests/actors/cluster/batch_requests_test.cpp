// SPDX-License-Identifier: MIT
// What jobs ask the batch scheduler for beside a size, and what a policy does with such jobs.
#include "policies/cluster/queue.hpp"
#include "tests/actors/support/scripted_run.hpp"

#include <algorithm>
#include <sstream>

namespace malha::cluster {
namespace batch_requests_test {

using ::malha::testing::job_of;
using ::malha::testing::ScriptedRun;
using ::malha::testing::task_of;

using Texts = std::vector<std::string>;

/// What the policy of the test answers.
std::function<Decision(const QueueView&)>& answer() {
  static std::function<Decision(const QueueView&)> function;
  return function;
}
struct Answers : Queue {
  Decision decide(const QueueView& view) override { return answer()(view); }
};

/// On its CPUs, for 10 s.
Job job_of_fragments(std::vector<Fragment> fragments) {
  int size = 0;
  for (const auto& fragment : fragments)
    size += fragment.cpus;
  auto job = job_of(0, {task_of(10e9, 0, size)});
  job.fragments = std::move(fragments);
  return job;
}

/// Of one node, submitted at 0.
Job job_until(Seconds seconds, ServiceClass service = ServiceClass::common,
              std::optional<Seconds> deadline = std::nullopt) {
  auto job = job_of(0, {task_of(seconds * 1e9)});
  job.service = service;
  job.deadline = deadline;
  return job;
}

/// Starts what fits, in the order of the queue, and rejects emergency jobs.
Decision fcfs_without_emergencies(const QueueView& view) {
  Decision decision;
  int free = view.free.size();
  for (const auto& job : view.queue)
    if (job.request != nullptr && job.request->service == ServiceClass::emergency)
      decision.drop.push_back(job.handle);
    else if ((free -= job.size) >= 0)
      decision.start.push_back({job.handle});
  return decision;
}

class Requests : public ::testing::Test {
protected:
  /// host-0 and host-1.
  explicit Requests(int hosts = 2, int cores = 4)
      : run_{Settings{{"hosts", std::to_string(hosts)}, {"cores", std::to_string(cores)}}} {
    run_.instant();
  }

  Outcome run(Settings parameters, const PolicyDescriptor& chosen = policy<Answers>("test/policy", "", "")) {
    parameters.emplace("nodes", "*");
    run_.place("cluster/scheduler", "host-0", parameters, {{"", chosen}});
    return run_.run();
  }
  Outcome done(const Settings& parameters,
               const PolicyDescriptor& chosen = policy<Answers>("test/policy", "", "")) {
    const auto outcome = run(parameters, chosen);
    EXPECT_EQ(outcome.status, Status::done) << outcome.message;
    return outcome;
  }
  void is_refused(Job job, const std::string& message,
                  const Settings& parameters = {{"allocation", "core"}}) {
    answer() = fcfs_without_emergencies;
    run_.jobs({std::move(job)});
    const auto outcome = run(parameters);
    EXPECT_EQ(outcome.status, Status::bad_input);
    EXPECT_EQ(outcome.message, message);
  }
  static bool has(const Outcome& outcome, const std::string& name) {
    return std::any_of(outcome.metrics.begin(), outcome.metrics.end(),
                       [&](const auto& metric) { return metric.name == name; });
  }
  Texts metadata() {
    Texts found;
    for (const auto& line : run_.lines("jobs.csv")) {
      std::istringstream fields(line);
      std::string field;
      for (int column = 0; column < 17; ++column)
        std::getline(fields, field, ',');
      found.push_back(field);
    }
    return found;
  }

  ScriptedRun run_;
};

// host-0 has nodes 0-3, host-1 4-7: the 2 CPUs go to host-1, the 3 to host-0.
TEST_F(Requests, AreHonouredOnMachinesOfCores) {
  auto job = job_of_fragments({{2}, {3, "host-0", true}});
  job.metadata = "group=3";
  job.service = ServiceClass::qos;
  job.deadline = 290;
  run_.jobs({job});
  answer() = [](const QueueView& view) {
    EXPECT_EQ(view.machines.size(), 2u);
    EXPECT_EQ(view.machines.at(1).first, 4);
    EXPECT_EQ(view.machines.at(1).cpus, 4);
    Decision decision;
    for (const auto& waiting : view.queue) {
      EXPECT_EQ(waiting.request->service, ServiceClass::qos);
      EXPECT_EQ(waiting.request->deadline, 290);
      EXPECT_EQ(waiting.request->fragments.at(1).machine, 0);
      decision.start.push_back({waiting.handle, {}, {1, 0}});
    }
    return decision;
  };
  done({{"allocation", "core"}});
  EXPECT_EQ(run_.schedule(), Texts{"0 0 10 0-2 4-5"});
  EXPECT_EQ(metadata(), Texts{"group=3;class=qos;deadline=290;fragments=2+host-0:3:e"});
}

TEST_F(Requests, MeetMachinesOfOneWhereNodesAreAllocated) {
  run_.jobs({job_until(10)});
  answer() = [](const QueueView& view) {
    EXPECT_EQ(view.machines.size(), 2u);
    EXPECT_EQ(view.machines.at(1).first, 1);
    EXPECT_EQ(view.machines.at(1).cpus, 1);
    return fcfs_without_emergencies(view);
  };
  done({});
  EXPECT_EQ(run_.schedule(), Texts{"0 0 10 0"});
}

// The named machine is not there, and no machine has 5 CPUs: nobody looks. fcfs gives the lowest six.
TEST_F(Requests, OfFragmentsCanBeIgnored) {
  auto job = job_of_fragments({{5}, {1, "uff3"}});
  job.service = ServiceClass::qos;
  job.deadline = 10;
  run_.jobs({job});
  const auto outcome =
      done({{"allocation", "core"}, {"fragments", "ignore"}}, ScriptedRun::shipped("cluster/fcfs"));
  EXPECT_EQ(run_.schedule(), Texts{"0 0 10 0-5"});
  EXPECT_EQ(metadata(), Texts{"class=qos;deadline=10;fragments=5+uff3:1"});
  EXPECT_EQ(ScriptedRun::metric(outcome, "deadline_jobs_in_time"), 1);
}

TEST_F(Requests, OfFragmentsCanBeIgnoredWhereNodesAreAllocated) {
  run_.jobs({job_of_fragments({{2}})});
  done({{"fragments", "ignore"}}, ScriptedRun::shipped("cluster/fcfs"));
  EXPECT_EQ(run_.schedule(), Texts{"0 0 10 0-1"});
}

TEST_F(Requests, OfFragmentsNeedMachines) {
  is_refused(
      job_of_fragments({{1}, {1}}),
      "workload 'given': job 0 asks for fragments of CPUs, and the cluster is allocated by node; valid: "
      "allocation=core, or fragments=ignore",
      {});
}

TEST_F(Requests, OfAFreeFragmentThatFitsNoMachine) {
  is_refused(job_of_fragments({{1}, {5}}),
             "workload 'given': job 0 has a fragment of 5 CPUs, which no machine has; valid: at most 4");
}

TEST_F(Requests, OfAFixedFragmentThatDoesNotFitItsMachine) {
  is_refused(
      job_of_fragments({{5, "host-1"}}),
      "workload 'given': job 0 has a fragment of 5 CPUs, which machine 'host-1' has not; valid: at most 4");
}

TEST_F(Requests, OfAMachineThatIsNotThere) {
  is_refused(job_of_fragments({{1, "uff3"}}),
             "workload 'given': job 0 has a fragment on machine 'uff3', which the cluster does not have; "
             "valid: host-0, host-1");
}

TEST_F(Requests, OfFragmentsAreForPoliciesThatPlaceThem) {
  answer() = fcfs_without_emergencies;
  run_.jobs({job_of_fragments({{1}, {2}})});
  const auto outcome = run({{"allocation", "core"}});
  EXPECT_EQ(outcome.status, Status::rule_broken);
  EXPECT_EQ(outcome.message,
            "policy 'test/policy' broke a rule at t=0 s: it starts job 0 without a machine for "
            "each of its 2 fragments; valid: a policy that places fragments, or "
            "fragments=ignore");
}

class OnOneNode : public Requests {
protected:
  OnOneNode() : Requests(1, 1) {}
};

// Job 4 is dropped at 0; the others run one after the other: 0-4, 4-9, 9-13, 13-14, and job 5, of 3 s with a
// walltime of 2 s, is killed at 16. Of the four deadlines only job 1 keeps its own, to the second.
// Jobs 0 and 3 have none, and wait 0 and 13 s.
TEST_F(OnOneNode, DeadlinesAreCounted) {
  auto killed = job_until(3, ServiceClass::qos, 100);
  killed.walltime = 2;
  run_.jobs({job_until(4), job_until(5, ServiceClass::qos, 9), job_until(4, ServiceClass::qos, 12),
             job_until(1), job_until(1, ServiceClass::emergency, 5), killed});
  answer() = fcfs_without_emergencies;
  const auto outcome = done({});
  EXPECT_EQ(run_.schedule(), (Texts{"4   ", "0 0 4 0", "1 4 9 0", "2 9 13 0", "3 13 14 0", "5 14 16 0"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "deadline_jobs"), 4);
  EXPECT_EQ(ScriptedRun::metric(outcome, "deadline_jobs_in_time"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_waiting_time_common"), 6.5);
  EXPECT_EQ(ScriptedRun::metric(outcome, "pushes"), 0);
  EXPECT_EQ(ScriptedRun::metric(outcome, "deallocations"), 0);
}

// At 5, when job 0 has run for 4 s and job 1 for 1 s; the row comes between theirs.
TEST_F(OnOneNode, ADroppedJobIsRejected) {
  run_.jobs({job_until(4), job_until(5), job_until(1, ServiceClass::emergency, 8)});
  answer() = [](const QueueView& view) {
    auto decision = fcfs_without_emergencies(view);
    if (view.now < 5) {
      decision.drop.clear();
      decision.wake = 5;
    }
    return decision;
  };
  const auto outcome = done({});
  const auto rows = run_.lines("jobs.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1],
            "2,given,bag_of_tasks,0,1,-1,0,REJECTED,,,,,,,,-1,class=emergency;deadline=8,2,,,cluster,"
            "0,0,0,1e+09");
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_rejected"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "jobs_finished"), 2);
  // Two jobs waited from 0 to 4 and one from 4 to 5, of 9 s.
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_queue_length"), 9.0 / 9);
}

// It ran from 0 to 3, and was put back; nothing says when it was rejected, at 4.
TEST_F(OnOneNode, ARestartedJobCanBeDropped) {
  run_.jobs({job_until(10, ServiceClass::emergency, 50)});
  answer() = [](const QueueView& view) {
    Decision decision;
    if (view.now == 0)
      decision.start.push_back({view.queue.front().handle});
    if (view.now == 3)
      decision.stop.push_back({view.running.front().handle, true});
    if (view.now == 4)
      decision.drop.push_back(view.queue.front().handle);
    if (view.now < 4)
      decision.wake = view.now < 3 ? 3 : 4;
    return decision;
  };
  done({});
  EXPECT_EQ(run_.lines("jobs.csv"),
            Texts{"0,given,bag_of_tasks,0,1,-1,0,REJECTED,,,,,,,,-1,class=emergency;deadline=50,0,,,cluster,"
                  "0,1,3,1e+10"});
  EXPECT_EQ(run_.lines("attempts.csv"), Texts{"0,0,1,0,0,3,requeued,1e+10"});
}

TEST_F(OnOneNode, ADroppedJobMustWait) {
  run_.jobs({job_until(10)});
  answer() = [](const QueueView&) {
    Decision decision;
    decision.drop.push_back(7);
    return decision;
  };
  EXPECT_EQ(run({}).message,
            "policy 'test/policy' broke a rule at t=0 s: it drops job handle 7, which no waiting job has");
}

// Where no job asks for more than a size, and no reservation is lost or moved, the metrics say nothing.
TEST_F(OnOneNode, JobsOfSizesAreNotMeasuredByRequests) {
  run_.jobs({job_until(1)});
  answer() = fcfs_without_emergencies;
  const auto outcome = done({});
  for (const auto* metric :
       {"pushes", "deallocations", "deadline_jobs", "deadline_jobs_in_time", "mean_waiting_time_common"})
    EXPECT_FALSE(has(outcome, metric)) << metric;
}

// Every job has a deadline: nobody's wait is common.
TEST_F(OnOneNode, AMeanOfNothingIsAbsent) {
  run_.jobs({job_until(1, ServiceClass::qos, 5)});
  answer() = fcfs_without_emergencies;
  const auto outcome = done({});
  EXPECT_TRUE(has(outcome, "deadline_jobs"));
  EXPECT_FALSE(has(outcome, "mean_waiting_time_common"));
}

/// Job 1 loses its reservation at 0 and at 5, and is dropped at 9, where job 0 starts as promised.
Decision moves_and_deallocates(const QueueView& view) {
  Decision decision;
  if (view.queue.size() < 2)
    return decision;
  const JobHandle first = view.queue.front().handle, second = view.queue.back().handle;
  if (view.now < 9) {
    if (view.now == 0)
      decision.moved.push_back({first, 1, 0, 1});
    decision.deallocated.push_back(second);
    decision.reasons = {{first, "promised", 9}, {second, "promised", 9}};
    decision.wake = view.now < 5 ? 5 : 9;
  } else {
    decision.start.push_back({first, {}, {0, 1}});
    decision.drop.push_back(second);
    decision.reasons = {{first, "promise_due", 9}, {second, "too_late"}};
  }
  return decision;
}

// What job 1 is promised at 5 is what it was promised before, and is written again: it had lost that.
TEST_F(Requests, AreLoggedAsTheirReservationsMoveAndGo) {
  run_.jobs({job_of_fragments({{1}, {1}}), job_until(1, ServiceClass::qos, 9)});
  run_.set("explain", "on");
  answer() = moves_and_deallocates;
  const auto outcome = done({{"allocation", "core"}});
  EXPECT_EQ(run_.lines("decisions.csv"),
            (Texts{"0,0,0,move,fragment 1 from host-0 to host-1,", "0,1,1,deallocate,lost_reservation,",
                   "0,0,0,wait,promised,9", "0,1,1,wait,promised,9", "5,1,1,deallocate,lost_reservation,",
                   "5,1,1,wait,promised,9", "9,0,0,start,promise_due,9", "9,1,1,drop,too_late,"}));
  EXPECT_EQ(ScriptedRun::metric(outcome, "pushes"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "deallocations"), 2);
}

// Nobody asks for more than a size; what becomes of reservations counts nevertheless, explained or not.
TEST_F(Requests, AreNotNeededForReservationsToCount) {
  run_.jobs({job_of(0, {task_of(1e9, 0, 2)}), job_until(1)});
  answer() = moves_and_deallocates;
  const auto outcome = done({{"allocation", "core"}});
  EXPECT_EQ(ScriptedRun::metric(outcome, "pushes"), 1);
  EXPECT_EQ(ScriptedRun::metric(outcome, "deallocations"), 2);
  EXPECT_EQ(ScriptedRun::metric(outcome, "deadline_jobs"), 0);
  EXPECT_EQ(ScriptedRun::metric(outcome, "mean_waiting_time_common"), 9); // job 0; job 1 never ran
}

} // namespace batch_requests_test
} // namespace malha::cluster
