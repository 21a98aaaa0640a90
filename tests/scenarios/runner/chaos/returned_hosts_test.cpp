// SPDX-License-Identifier: MIT
// Hosts that fail, or that owners take back, and that return: they go on ending tasks, planned or executed,
// with messages that take time or none.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace malha::testing {
namespace returned_hosts_test {

/// A deployment with its tasks, and how its hosts go.
struct Case {
  std::string name, simulation, environment, transport;
};

std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }

/// The tasks of the pool are no multiples of its period. So none ends at the date of a decision, where the
/// last digit of its end would say whether the decision knows of it.
std::vector<Case> cases() {
  const std::map<std::string, std::string> simulations{
      {"Broker", "-p star --set platform.hosts=4 -d broker.workqueue -w bag_of_tasks --set workload.tasks=40 "
                 "--set workload.work=4e9 --set workload.spread=0.5"},
      {"Pool",
       "-p owned_pool --set platform.machines=2,1 -d ownership.osep --set period=2 --set offset=0 --set "
       "submission_delay=0 -w user_bags --set workload.tasks=20,12 --set workload.lengths=4.1,3.3 --set "
       "workload.dates=0,5"}};
  const std::map<std::string, std::string> environments{
      {"Failures", "--environment failures --set failures.mtbf=15 --set failures.mttr=5"},
      {"Reclaim", "--environment reclaim --set reclaim.idle=15 --set reclaim.busy=5"}};
  std::vector<Case> all;
  for (const auto& [who, simulation] : simulations)
    for (const auto& [how, environment] : environments)
      for (const std::string transport : {"instant", "network"})
        all.push_back({who + how + transport, simulation, environment, transport});
  return all;
}

/// When a task started and ended, and where.
struct Ran {
  Seconds start, end;
  std::string resource;
};

class ReturnedHosts : public ::testing::TestWithParam<Case> {
protected:
  std::map<std::string, Ran> run(const std::string& execution) const {
    const auto& one = GetParam();
    const auto said = run_shell("$MALHA simulate " + one.simulation + " " + one.environment +
                                    " --set transport=" + one.transport + " --set execution=" + execution +
                                    " -o " + execution + " && $MALHA validate " + execution,
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    std::map<std::string, Ran> tasks;
    for (CsvReader csv(folder_ / execution / "jobs.csv"); csv.next();)
      tasks[csv.text("job_id")] = {csv.real("starting_time"), csv.real("finish_time"),
                                   csv.text("allocated_resources")};
    return tasks;
  }

  /// The first return of each resource that returns.
  std::map<std::string, Seconds> returns(const std::string& run) const {
    std::map<std::string, Seconds> first;
    for (CsvReader csv(folder_ / run / "outages.csv"); csv.next();)
      if (!csv.text("end").empty())
        first.emplace(csv.text("resource"), csv.real("end"));
    return first;
  }

  const TemporaryFolder folder_;
};

TEST_P(ReturnedHosts, EndTasks) {
  const auto planned = run("planned"), executed = run("exec");
  std::set<std::string> have_ended_tasks;
  for (const auto& [resource, back] : returns("exec"))
    for (const auto& [id, task] : executed)
      if (task.resource == resource && task.start >= back)
        have_ended_tasks.insert(resource);
  EXPECT_GE(have_ended_tasks.size(), 2U);
  // A host that runs one task at a time executes it in its work over the speed of the host, as planned.
  ASSERT_EQ(planned.size(), executed.size());
  constexpr Seconds clock = 1e-6;
  for (const auto& [id, task] : planned) {
    ASSERT_EQ(executed.count(id), 1U);
    EXPECT_EQ(executed.at(id).resource, task.resource) << id;
    EXPECT_NEAR(executed.at(id).start, task.start, clock) << id;
    EXPECT_NEAR(executed.at(id).end, task.end, clock) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ReturnedHosts, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

} // namespace returned_hosts_test
} // namespace malha::testing
