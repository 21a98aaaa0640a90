// SPDX-License-Identifier: MIT
#include "policies/cluster/sleep.hpp"

#include "scenarios/runner/conformance/in_order.hpp"
#include "scenarios/runner/conformance/starts_of_run.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// Asks a policy, and ends the run when decisions come on end.
class WatchedSleep : public cluster::Sleep {
public:
  WatchedSleep(cluster::Sleep& policy, Asking& asking, std::size_t jobs)
      : policy_(policy), asking_(asking), left_(1000 * (jobs + 1)) {}

  cluster::SleepDecision decide(const cluster::SleepView& view) override {
    if (left_-- == 0)
      throw BrokenRule("it is asked a thousand times a job, and jobs are still there");
    const auto decision = asking_.ask([&] { return policy_.decide(view); });
    if (!policy_.sleeps() && !(decision.switch_off.empty() && decision.boot.empty()))
      throw BrokenRule("it says that no machine sleeps, and switches machines");
    return decision;
  }

private:
  cluster::Sleep& policy_;
  Asking& asking_;
  std::size_t left_;
};

/// Jobs on a cluster that starts them in the order of their submission, from the first submission to the last
/// end. An answer has the start and the end of each job, and the switches of machines: machine, state, date.
class SleepingRun {
public:
  using Question = cluster::Sleep;

  void fields(Fields& field, Draw& draw) {
    field("machines", machines_, from(1, 1000), draw.integer(1, 12));
    field("cores", cores_, from(1, 100), draw.one_in(3) ? draw.integer(2, 4) : 1);
    field("shutdown", times_.shutdown, from(0, 1e9), draw.one_in(4) ? 0 : draw.integer(1, 60));
    field("boot", times_.boot, from(0, 1e9), draw.one_in(4) ? 0 : draw.integer(1, 300));
    field("break_even", times_.break_even, from(0, 1e9), draw.integer(360, 2000));
    field("sleepless", sleepless_, from(0, 1000), draw.one_in(3) ? draw.integer(1, 3) : 0);
    const int most = machines_ * cores_;
    given_.resize(draw.count(1, 30));
    field.list("jobs", given_, [&](Fields& of_job, GivenJob& job) {
      of_job("after", job.after, from(0, 1e9),
             draw.one_in(2) ? 0 : draw.integer(0, draw.one_in(3) ? 4000 : 400));
      of_job("size", job.size, from(1, most), draw.integer(1, draw.one_in(2) ? (most + 3) / 4 : most));
      of_job("run_time", job.run_time, from(0, 1e9), draw.integer(0, 1000));
      of_job("walltime", job.walltime, above_0(), draw.one_in(8) ? never : draw.integer(1, 2000));
    });
  }

  Json ask(cluster::Sleep& policy, Asking& asking) const {
    InOrder in_order;
    WatchedSleep watched(policy, asking, given_.size());
    QueueRun run(machines(), in_order);
    run.sleep = &watched;
    for (int machine = 0; machine < machines_; ++machine)
      run.sleep_times.push_back(machine < machines_ - sleepless_ ? times_ : cluster::SleepTimes());
    Json switches = Json::array();
    run.turned = [&](int machine, HostState state, Seconds now) {
      switches.push_back({machine, name_of(state), now});
    };
    Json rows = Json::array();
    for (const auto& row : run.run(jobs()))
      rows.push_back({row.id, row.start, row.finish, row.nodes.text()});
    return {{"jobs", rows}, {"switches", switches}};
  }

  std::string broken_rule(const Json& answer) const {
    return broken_by_waiting(answer.at("jobs"), given_.size());
  }

private:
  struct GivenJob {
    Seconds after = 0; ///< since the submission of the job before
    int size = 1;
    Seconds run_time = 0, walltime = 1;
  };

  static const char* name_of(HostState state) {
    static constexpr const char* names[] = {"on", "switching_off", "off", "switching_on"};
    return names[static_cast<int>(state)];
  }

  std::vector<cluster::NamedMachine> machines() const {
    std::vector<cluster::NamedMachine> machines;
    for (int machine = 0; machine < machines_; ++machine)
      machines.push_back({std::to_string(machine), {machine * cores_, cores_}});
    return machines;
  }

  std::vector<Job> jobs() const {
    std::vector<Job> jobs;
    Seconds submitted = 0;
    for (const auto& job : given_) {
      submitted += job.after;
      jobs.push_back(
          rigid_job(static_cast<JobId>(jobs.size()), submitted, job.size, job.run_time, job.walltime));
    }
    return jobs;
  }

  int machines_ = 1, cores_ = 1;
  int sleepless_ = 0; ///< the last ones, which cannot sleep
  cluster::SleepTimes times_{0, 0, 1};
  std::vector<GivenJob> given_;
};

} // namespace

MALHA_VIEWS(views<SleepingRun>(true, true))

} // namespace malha::conformance
