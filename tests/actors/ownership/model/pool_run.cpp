// SPDX-License-Identifier: MIT
#include "pool_run.hpp"

#include "actors/ownership/model/measures.hpp"
#include "actors/ownership/model/model.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/round_order.hpp"

namespace malha::testing {
namespace pool_run {

using namespace ownership;
namespace reference = reference_pool;

std::string name_of(std::size_t user) { return "user-" + std::to_string(user + 1); }

/// Tasks of one user and date are one bag.
class ArrivingBags : public Arrivals {
public:
  explicit ArrivingBags(const std::vector<reference::Task>& tasks) : tasks_(tasks) {}

  Seconds next() override { return more() ? tasks_[next_].submitted : never; }
  bool more() override { return next_ < tasks_.size(); }
  Job take() override {
    const auto& first = tasks_[next_];
    Job job;
    job.id = static_cast<JobId>(next_);
    job.submitted = first.submitted;
    job.user = name_of(first.user);
    for (; more() && tasks_[next_].user == first.user && tasks_[next_].submitted == first.submitted;
         ++next_) {
      auto& task = job.tasks.emplace_back();
      task.id = static_cast<TaskId>(next_);
      task.job = job.id;
      task.submitted = job.submitted;
      task.work = tasks_[next_].work;
    }
    return job;
  }

private:
  const std::vector<reference::Task>& tasks_;
  std::size_t next_ = 0;
};

struct Switch {
  Seconds date;
  int machine;
  bool is_on;
};

std::vector<Switch> switches_of(const reference::Input& input) {
  std::vector<Switch> switches;
  for (const auto& crash : input.crashes) {
    switches.push_back({crash.down, static_cast<int>(crash.machine), false});
    if (crash.up < never)
      switches.push_back({crash.up, static_cast<int>(crash.machine), true});
  }
  std::sort(switches.begin(), switches.end(), [](const Switch& a, const Switch& b) {
    return std::tie(a.date, a.machine) < std::tie(b.date, b.machine);
  });
  return switches;
}

std::vector<PoolMachine> machines_of(const reference::Input& input) {
  std::vector<PoolMachine> machines;
  for (const auto& [speed, owner] : input.machines)
    machines.push_back({speed, owner ? name_of(*owner) : ""});
  return machines;
}

Rules rules_of(const reference::Input& input) {
  Rules rules;
  rules.period = input.period;
  rules.phase = input.phase;
  rules.offset = input.offset;
  rules.submission_delay = input.submission_delay;
  rules.detection_delay = input.detection_delay;
  rules.checkpoints = input.checkpoint;
  rules.checkpoint_cost = input.checkpoint_cost;
  rules.shares.owner_loses_outage = input.dead == reference::Dead::owner;
  return rules;
}

/// Keeps what it hears, and asks the policies for the model.
class Run : public Listener, private Preempt, private Negotiate {
public:
  Run(const reference::Input& input, Preempt& preemption, Negotiate& negotiation)
      : preemption_(preemption), negotiation_(negotiation), arrivals_(input.tasks),
        measures_(machines_of(input)),
        model_(machines_of(input), std::vector<const SpeedProfile*>(input.machines.size()), *this, *this,
               arrivals_, rules_of(input)),
        switches_(switches_of(input)) {
    model_.add(*this);
    model_.add(measures_);
    made_.output.tasks.resize(input.tasks.size(), {never, 0, 0});
  }

  PoolOutcome outcome(std::size_t users) {
    auto seen = switches_.begin();
    while (!model_.is_over()) {
      const Seconds date = std::min(model_.next(), seen == switches_.end() ? never : seen->date);
      if (date == never)
        throw std::logic_error("tasks are left, and nothing will happen");
      for (; seen != switches_.end() && seen->date <= date; ++seen)
        model_.switched(seen->machine, seen->is_on, seen->date);
      order_.round_begins();
      model_.round(date);
    }
    std::sort(made_.output.attempts.begin(), made_.output.attempts.end(),
              [](const reference::Attempt& a, const reference::Attempt& b) {
                return std::tie(a.start, a.task) < std::tie(b.start, b.task);
              });
    made_.policy_violation = measures_.policy_violation();
    made_.loss_of_capacity = measures_.loss_of_capacity();
    made_.policy_cost = measures_.policy_cost();
    for (std::size_t user = 0; user < users; ++user)
      made_.share_shortfall.push_back(measures_.share_shortfall(static_cast<int>(user)));
    return made_;
  }

private:
  PreemptionDecision preempt(const PoolView& view) override {
    order_.decision_begins();
    return preemption_.preempt(view);
  }
  std::vector<Start> negotiate(const PoolView& view) override {
    order_.decision_begins();
    return negotiation_.negotiate(view);
  }

  void submitted(const Job&, int) override { order_.heard(Event::submission); }
  void down(int, Seconds) override { order_.heard(Event::host_switch); }
  void cut_short(const PoolRun& run, Seconds end, Cut why, const KeptRun&) override {
    add(run, end,
        why == Cut::lost        ? reference::Outcome::failed
        : why == Cut::suspended ? reference::Outcome::suspended
                                : reference::Outcome::preempted);
  }
  void ended(const PoolRun& run, Seconds end) override {
    order_.heard(Event::end);
    add(run, end, reference::Outcome::completed);
    auto& task = made_.output.tasks[static_cast<std::size_t>(run.ready.task.id)];
    task.start = run.start;
    task.end = end;
  }

  void add(const PoolRun& run, Seconds end, reference::Outcome outcome) {
    const auto task = static_cast<std::size_t>(run.ready.task.id);
    auto& first = made_.output.tasks[task].first_start;
    first = std::min(first, run.start);
    made_.output.attempts.push_back(
        {task, static_cast<std::size_t>(run.machine), run.start, end, end, outcome});
  }

  Preempt& preemption_;
  Negotiate& negotiation_;
  ArrivingBags arrivals_;
  Measures measures_;
  Model model_;
  const std::vector<Switch> switches_;
  RoundOrder order_;
  PoolOutcome made_;
};

} // namespace pool_run

PoolOutcome run_pool(const reference_pool::Input& input, ownership::Preempt& preemption,
                     ownership::Negotiate& negotiation) {
  return pool_run::Run(input, preemption, negotiation).outcome(input.users);
}

PoolOutcome run_pool(const reference_pool::Input& input) {
  using namespace reference_pool;
  std::map<std::string, std::string> stops, starts;
  const bool preempts = input.preemption == Preemption::osep;
  if (preempts && input.maxt > 0)
    stops["maxt"] = std::to_string(input.maxt);
  if (preempts)
    stops["max_over"] = input.max_over == MaxOver::all ? "all" : "owed";
  if (preempts)
    stops["free_first"] = input.free_first ? "on" : "off";
  if (input.negotiation != Negotiation::owner_share)
    starts["half_life"] = shortest(input.half_life);
  if (input.negotiation == Negotiation::fair_share)
    starts["key"] = input.key == Key::product ? "product" : input.key == Key::condor ? "condor" : "usage";
  const auto preemption =
      test::make<ownership::Preempt>(preempts ? "ownership/osep" : "ownership/no_preemption", stops);
  const auto negotiation =
      test::make<ownership::Negotiate>(input.negotiation == Negotiation::owner_share ? "ownership/owner_share"
                                       : input.negotiation == Negotiation::fair_share ? "ownership/fair_share"
                                                                                      : "ownership/hybrid",
                                       starts);
  return run_pool(input, *preemption, *negotiation);
}

} // namespace malha::testing
