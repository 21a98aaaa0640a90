// SPDX-License-Identifier: MIT
#include "iteration.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <boost/random/lognormal_distribution.hpp>

namespace malha::easygrid {

std::vector<ParameterSpec> Iteration::parameters() {
  return {real("monitor_interval", 1, above(0), "s", "pause between two iterations (I_monitor)"),
          reception_parameter("rendezvous"),
          choice("intake", "drain", {"drain", "snapshot"},
                 "an iteration takes messages until none is left, or only those there when it begins"),
          real("iteration_cost", 9e-3, at_least(0), "s", "time of the host's core that an iteration takes"),
          real("message_cost", 3e-4, at_least(0), "s", "the same, for each message taken"),
          real("task_cost", 0, at_least(0), "s",
               "the same, for each task sent, received, launched or found ended"),
          real("cost_noise", 0, between(0, 10), "1",
               "what an iteration takes is multiplied by a random factor: sigma of a log-normal distribution "
               "with median 1")};
}

std::vector<MetricSpec> Iteration::metrics() {
  return {{"manager_time", "s", "time of cores that managers of all levels occupied"},
          {"manager_share", "1", "mean over managers of the share of their time that this is"}};
}

Iteration::Iteration(ActorContext& context)
    : stage_(context.simulation()), drains_(context.parameters().text("intake") == "drain"),
      interval_(context.parameters().real("monitor_interval")),
      cost_(context.parameters().real("iteration_cost")),
      message_cost_(context.parameters().real("message_cost")),
      task_cost_(context.parameters().real("task_cost")),
      cost_noise_(context.parameters().real("cost_noise")), speed_(context.host()->get_speed()) {
  if (cost_noise_ > 0)
    random_ = &stage_.random().stream("easygrid.iteration." + context.self().mailbox);
}

void Iteration::charge() {
  Seconds cost =
      cost_ + message_cost_ * static_cast<double>(messages_) + task_cost_ * static_cast<double>(tasks_);
  messages_ = tasks_ = 0;
  if (random_ != nullptr)
    cost *= boost::random::lognormal_distribution<>(0, cost_noise_)(*random_);
  if (cost > 0)
    simgrid::s4u::this_actor::execute(cost * speed_);
  charged_ += cost;
  until_ = simgrid::s4u::Engine::get_clock();
}

void Iteration::sleep() const { simgrid::s4u::this_actor::sleep_for(interval_); }

void Iteration::measure() const {
  auto& recorder = stage_.recorder();
  recorder.count("manager_time", charged_);
  std::size_t managers = 0;
  for (const auto* level :
       {"easygrid/host_manager", "easygrid/site_manager", "easygrid/global_manager", "easygrid/manager",
        "easygrid/dag_host_manager", "easygrid/dag_site_manager", "easygrid/dag_global_manager"})
    managers += stage_.peers(level).size();
  if (until_ > 0)
    recorder.count("manager_share", charged_ / until_ / static_cast<double>(managers));
}

} // namespace malha::easygrid
