// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "actors/model/message.hpp"
#include "job_intake.hpp"

#include <simgrid/s4u.hpp>

namespace malha {

/// Notifies an entry actor, from its failure detector, that a host has failed or recovered.
struct HostSwitched {
  MALHA_MESSAGE("switched", 1);
};

/// Drives a model of resources that run bags of tasks, broker::Model or ownership::Model: waits for the next
/// event, passes on jobs and host changes, and calls `round`. If the model plans ends, the loop sleeps until
/// the next planned date; otherwise it waits for messages.
template <class Model>
class RoundLoop {
public:
  /// `hosts` has the hosts of the resources, in their order. `handle` takes the messages of other actors.
  RoundLoop(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts,
            std::function<void(const std::any&)> handle)
      : context_(context), is_instant_(context.simulation().transport() == Transport::instant),
        intake_(context,
                {[this](const Job& job) { model_->submit(job); }, std::move(handle), [this] { catch_up(); }}),
        hosts_(context.simulation(), std::move(hosts)) {}

  /// The source of the jobs of the model.
  JobIntake& arrivals() { return intake_; }
  const HostWatch& hosts() const { return hosts_; }

  /// Runs until the model is over, also again after the actor's host was down. `broke` takes the rule that a
  /// decision breaks, and throws. `opened` is called when messages can be received.
  template <class Broke>
  void run(
      Model& model, Broke broke, const std::function<void()>& opened = [] {}) {
    model_ = &model;
    intake_.open();
    opened();
    if (!plans() && context_.simulation().hosts_may_change())
      hosts_.notify_of_switches([to = Address<EntryMessage, std::variant<HostSwitched>>(
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

  /// Makes one round for each planned date, however close they are, and one at the date of what was reported.
  void rounds(Seconds now) {
    for (Seconds date; (date = model_->next()) <= now;)
      model_->round(date);
    if (!plans())
      model_->round(now);
  }

  /// Passes the switches of hosts on to the model, when all that happens at this date has happened. Returns
  /// the date up to which everything is known: now, or that of the last switch.
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

  /// Brings the model to the date of the message that is being taken, which may have arrived long ago, behind
  /// a slower one.
  void catch_up() {
    if (is_instant_)
      return;
    date_of_message_ = see_switches(date_of_message_);
    model_->catch_up(date_of_message_);
  }

  /// Waits for the next event. Returns the date up to which everything is known.
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
