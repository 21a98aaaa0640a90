// SPDX-License-Identifier: MIT
#include "model_run.hpp"

#include "actors/broker/model/model.hpp"
#include "actors/model/sleep_dates.hpp"
#include "actors/tuple_space/model/model.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/arriving_bags.hpp"
#include "tests/support/round_order.hpp"

#include <map>

namespace malha::testing {
namespace model_run {

/// Keeps what it hears, and asks the policy for the model.
class Run : public BagListener, public broker::Assign {
public:
  Run(const ReferenceInstance& instance, broker::Assign& policy)
      : policy_(policy), arrivals_(instance.bags), model_(instance.speeds, no_profiles(instance), *this,
                                                          arrivals_, {true, true, instance.detection_delay}),
        crashes_(instance.crashes) {
    std::sort(crashes_.begin(), crashes_.end(), [](const ReferenceCrash& a, const ReferenceCrash& b) {
      return std::tie(a.date, a.resource) < std::tie(b.date, b.resource);
    });
    model_.add(*this);
  }

  RealSchedule schedule() {
    std::size_t crash = 0;
    while (!model_.is_over()) {
      const Seconds next_crash = crash < crashes_.size() ? crashes_[crash].date : never;
      const Seconds date = std::min(model_.next(), next_crash);
      if (date == never)
        break; // all resources are down
      for (; crash < crashes_.size() && crashes_[crash].date <= date; ++crash)
        model_.switched(static_cast<int>(crashes_[crash].resource), false, crashes_[crash].date);
      order_.round_begins();
      model_.round(date);
    }
    std::sort(made_.attempts.begin(), made_.attempts.end(),
              [](const ReferenceAttempt& a, const ReferenceAttempt& b) {
                return std::tie(a.start, a.task, a.resource) < std::tie(b.start, b.task, b.resource);
              });
    made_.unended = static_cast<std::size_t>(arrivals_.tasks()) - ended_;
    return made_;
  }

private:
  static std::vector<const SpeedProfile*> no_profiles(const ReferenceInstance& instance) {
    return std::vector<const SpeedProfile*>(instance.speeds.size());
  }

  std::vector<broker::Assignment> assign(const broker::AssignmentView& view) override {
    order_.decision_begins();
    return policy_.assign(view);
  }

  void submitted(const Job&) override { order_.heard(Event::submission); }
  void down(int, Seconds) override { order_.heard(Event::host_switch); }
  void cut_short(const Task& task, const TaskAttempt& run, const char* outcome) override {
    const bool lost = std::string(outcome) == "lost";
    (lost ? made_.lost : made_.cancelled) += 1;
    cut_short_[task.id].push_back(
        attempt(task, run, lost ? ReferenceOutcome::lost : ReferenceOutcome::cancelled));
  }
  void ended(const Task& task, const TaskAttempt& run) override {
    order_.heard(Event::end);
    ++ended_;
    made_.attempts.push_back(attempt(task, run, ReferenceOutcome::completed));
    const auto& others = cut_short_[task.id];
    made_.attempts.insert(made_.attempts.end(), others.begin(), others.end());
  }

  static ReferenceAttempt attempt(const Task& task, const TaskAttempt& run, ReferenceOutcome outcome) {
    return {static_cast<std::size_t>(task.id), static_cast<std::size_t>(run.resource), run.start, run.end,
            outcome};
  }

  broker::Assign& policy_;
  ArrivingBags<ReferenceBag> arrivals_;
  broker::Model model_;
  std::vector<ReferenceCrash> crashes_; ///< by date, then resource
  RoundOrder order_;
  std::map<TaskId, std::vector<ReferenceAttempt>> cut_short_;
  std::size_t ended_ = 0;
  RealSchedule made_;
};

/// Keeps the attempts of resources that pull.
class Pulled : public BagListener {
public:
  RealSchedule schedule() {
    std::sort(made_.attempts.begin(), made_.attempts.end(),
              [](const ReferenceAttempt& a, const ReferenceAttempt& b) {
                return std::tie(a.start, a.task, a.resource) < std::tie(b.start, b.task, b.resource);
              });
    made_.unended = submitted_ - ended_;
    return made_;
  }

private:
  void submitted(const Job& job) override { submitted_ += job.tasks.size(); }
  void cut_short(const Task& task, const TaskAttempt& run, const char*) override {
    made_.lost += 1;
    lost_[task.id].push_back(attempt(task, run, ReferenceOutcome::lost));
  }
  void ended(const Task& task, const TaskAttempt& run) override {
    ++ended_;
    made_.attempts.push_back(attempt(task, run, ReferenceOutcome::completed));
    const auto& others = lost_[task.id];
    made_.attempts.insert(made_.attempts.end(), others.begin(), others.end());
  }

  static ReferenceAttempt attempt(const Task& task, const TaskAttempt& run, ReferenceOutcome outcome) {
    return {static_cast<std::size_t>(task.id), static_cast<std::size_t>(run.resource), run.start, run.end,
            outcome};
  }

  std::map<TaskId, std::vector<ReferenceAttempt>> lost_;
  std::size_t submitted_ = 0, ended_ = 0;
  RealSchedule made_;
};

} // namespace model_run

RealSchedule pull_model_schedule(const ReferenceInstance& instance, const Settings& policy_parameters,
                                 const ReferencePullPolicy& policy) {
  namespace space = tuple_space;
  std::vector<std::unique_ptr<pull::Choice>> choices; // of each resource, and of the broker
  std::vector<space::Puller> resources;
  for (std::size_t i = 0; i <= instance.speeds.size(); ++i)
    choices.push_back(test::make<pull::Choice>("pull/ticket_classes", policy_parameters));
  for (std::size_t i = 0; i < instance.speeds.size(); ++i)
    resources.push_back({choices[i].get(), instance.speeds[i], nullptr, 0, policy.checkpoint, policy.interval,
                         policy.cost, 0});
  for (const auto& crash : instance.crashes)
    resources[crash.resource].crash = crash.date;
  space::TupleStore store(space::shapes());
  store.out(space::tuple_of(space::kinds::ticket, std::int64_t(0)));
  ArrivingBags<ReferenceBag> arrivals(instance.bags);
  model_run::Pulled heard;
  space::Model model(store, resources, *choices.back(), {0, 0}, arrivals, heard, instance.detection_delay);
  Seconds now = 0;
  for (model.round(now); !model.is_over() && model.next() < never; model.round(now))
    now = sleep_dates::reached(now, model.next());
  return heard.schedule();
}

RealSchedule model_schedule(const ReferenceInstance& instance, const std::string& policy,
                            const Settings& parameters) {
  const auto made = test::make<broker::Assign>(policy, parameters);
  return model_run::Run(instance, *made).schedule();
}

} // namespace malha::testing
