// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "job_intake.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

/// The failure detector of an actor where jobs enter tells it: a host has gone down, or come back.
struct HostSwitched {
  static constexpr const char* kind = "switched";
  Bytes size() const { return 1; }
};

/// Leads a model of resources that run bags of tasks, `Model` or `Model`, through time. It waits,
/// shows the model which jobs came and which hosts were switched, and asks for its rounds. Where the model
/// plans ends, the loop sleeps until the next planned date; otherwise it waits for messages.
template <class Model>
class RoundLoop {
public:
  /// The hosts are those of the resources, in their order. `hear` is given the messages of other actors.
  RoundLoop(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts,
            std::function<void(const std::any&)> hear)
      : context_(context), is_instant_(context.simulation().transport() == Transport::instant),
        intake_(context,
                {[this](const Job& job) { model_->submit(job); }, std::move(hear), [this] { catch_up(); }}),
        hosts_(context.simulation(), std::move(hosts)) {}

  /// Where the jobs of the model come from.
  JobIntake& arrivals() { return intake_; }
  const HostWatch& hosts() const { return hosts_; }

  /// Until the model is over. `broke` is given what a decision breaks, and throws. It may be called again
  /// after the actor's host was down. `opened` is called when messages can be received.
  template <class Broke>
  void run(
      Model& model, Broke broke, const std::function<void()>& opened = [] {}) {
    model_ = &model;
    intake_.open();
    opened();
    if (!plans() && context_.simulation().hosts_may_change())
      hosts_.tell_switches([to = Address<EntryMessage, std::variant<HostSwitched>>(
                                context_, context_.self())] { to.send(HostSwitched{}); });
    for (Seconds now = see_switches(simgrid::s4u::Engine::get_clock());; now = wait()) {
      try {
        rounds(now);
      } catch (const BrokenRule& broken) {
        broke(broken);
      }
      if (model.is_over())
        return;
    }
  }

private:
  bool plans() const { return model_->rules().plans_ends; }

  /// One round a planned date, however close they are, and one at the date of what was reported.
  void rounds(Seconds now) {
    for (Seconds date; (date = model_->next()) <= now;)
      model_->round(date);
    if (!plans())
      model_->round(now);
  }

  /// Shows the model what has been seen of hosts, when all that happens at this date has happened. Answers
  /// the date up to which everything is known, now or the last of them.
  Seconds see_switches(Seconds now) {
    take_switches(now);
    if (plans() && context_.simulation().hosts_may_change())
      settle(context_.simulation(), Turn::takes_news, [&] { return take_switches(now); });
    return now;
  }

  bool take_switches(Seconds& now) {
    const auto switches = hosts_.take();
    for (const auto& [resource, is_on, date] : switches) {
      model_->switched(resource, is_on, date);
      now = std::max(now, date);
    }
    return !switches.empty();
  }

  /// Before a message: it may have arrived long ago, behind a slower one.
  void catch_up() {
    if (is_instant_)
      return;
    date_of_message_ = see_switches(date_of_message_);
    model_->catch_up(date_of_message_);
  }

  /// Answers the date up to which everything is known.
  Seconds wait() {
    const Seconds next = model_->next();
    if (!plans())
      return wait_for_messages(next);
    if (intake_.try_to_look_ahead(next, hosts_)) // no host has been switched
      return next;
    return see_switches(intake_.sleep_until(next, hosts_, waits_for_policy_));
  }

  Seconds wait_for_messages(Seconds until) {
    const auto message = intake_.receive_before(until == never ? hosts_.latest() : until);
    if (!message && until == never)
      return see_switches(simgrid::s4u::Engine::get_clock());
    date_of_message_ = message ? std::max(model_->date(), simgrid::s4u::Engine::get_clock()) : until;
    if (message)
      intake_.take(*message);
    intake_.take_all();
    return see_switches(date_of_message_);
  }

  ActorContext& context_;
  const bool is_instant_;
  JobIntake intake_;
  HostWatch hosts_;
  Model* model_ = nullptr; ///< once it runs
  const std::string waits_for_policy_ = "its policy to start a task";
  Seconds date_of_message_ = 0; ///< that is being taken
};

} // namespace malha
