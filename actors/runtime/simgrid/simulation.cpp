// SPDX-License-Identifier: MIT
#include "simulation.hpp"
#include "results/files/result_files.hpp"

#include "engine.hpp"
#include "given_up.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "run_clock.hpp"
#include "run_status.hpp"

#include <simgrid/s4u.hpp>
#include <simgrid/simix.hpp>

#include <algorithm>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

/// Leaves SimGrid's loop.
struct OnlyDaemonsAreLeft {};

} // namespace

std::string date_now() { return shortest(run_clock.now()); }

Simulation::Simulation(const SimulationPlan& plan, const RowFolder& folder) : Stage(plan), folder_(folder) {
  check_supports(plan);
  place_actors(plan.deployment);
  place_environment();
  find_entry();
  check_keepers();
  recorder_ = std::make_unique<Recorder>(
      folder, executions_,
      Recorder::Options{
          plan.run.text("explain") == "on", plan.run.text("series") == "on", plan.run.real("warm_up"),
          plan.run.real("cool_down"),
          SlowdownRule{plan.run.real("slowdown_threshold"), plan.run.real("slowdown_speed")},
          ClassBorders{plan.run.real("short_job"), static_cast<int>(plan.run.integer("narrow_job"))},
          &speeds_});
  build_actors();
  check_crashes();
  open_workload();
}

Simulation::~Simulation() = default;

void Simulation::open_workload() {
  const auto& [name, generator, parameters, file] = plan_.workload;
  FlopsPerSecond reference_speed = given_reference_speed(parameters);
  if (reference_speed <= 0)
    reference_speed = hosts("@role=worker").front()->get_speed();
  if (generator->recorded_nodes != nullptr)
    recorded_nodes_ = generator->recorded_nodes(file);
  const auto& runs = entry_->descriptor->runs;
  const bool joins_bags = std::find(runs.begin(), runs.end(), Shape::rigid) == runs.end();
  workload_.open(generator->make(
      WorkloadInput{parameters, random_, file, reference_speed, joins_bags, recorder_->resources()}));
  run_status->jobs = workload_.source().jobs().value_or(-1);
}

void Simulation::build_actors() {
  for (const auto& [placed, peer] : placed_)
    build(actors_.emplace_back(), *placed, peer);
  placed_.clear();
  for (auto& one : actors_) {
    one.is_idle = !one.actor->is_active();
    one.ended = one.is_idle;
    if (!one.is_idle)
      start(one);
  }
}

void Simulation::build(ActorInstance& one, const PlacedActor& placed, const Peer& peer) {
  one.context = std::make_unique<ActorContext>(static_cast<Stage&>(*this), peer, placed.choices, plan_.seed);
  for (const auto& metric : peer.descriptor->metrics)
    if (!metric.is_optional)
      recorder_->count(metric.name, 0);
  const std::string who = peer.descriptor->is_environment ? ""
                                                          : ": actor '" + peer.descriptor->name +
                                                                "' on host '" + peer.host->get_name() + "'";
  try {
    one.actor = peer.descriptor->make(*one.context);
  } catch (const InputError& error) {
    throw InputError(placed.place + who + ": " + error.what());
  } catch (const CannotWrite&) {
    throw;
  } catch (const std::exception& error) {
    throw std::runtime_error("actor '" + peer.mailbox + "' cannot be made: " + error.what());
  }
}

void Simulation::start(ActorInstance& one) {
  const auto& self = one.context->self();
  if (!self.host->is_on())
    throw InputError("actor '" + self.mailbox + "' cannot start: host '" + self.host->get_name() +
                     "' is off at t=0 s" + switched_by(plan_.platform, self.host->get_name()) +
                     "; valid: actors on hosts that are on");
  auto actor = s4u::Actor::create(self.mailbox, self.host, [this, &one] { live(one); });
  actor->on_exit([this, &one](bool) {
    if (failure_.status == Status::done && !one.ended && !one.context->self().host->is_on())
      one.lost = s4u::Engine::get_clock();
  });
  if (self.descriptor->daemon)
    actor->daemonize();
}

void Simulation::live(ActorInstance& one) {
  one.lost = never; // it may run again after its host was down
  try {
    one.actor->run();
    one.ended = true;
    if (!one.context->self().descriptor->daemon) {
      last_end_ = run_clock.now();
      leave_daemons();
    }
  } catch (const InputError& error) {
    fail(Status::bad_input, error.what());
  } catch (const RuleBroken& error) {
    fail(Status::rule_broken, beginning_of(error.what()));
  } catch (const GivenUp& given_up) {
    fail(Status::not_ended,
         "given up at t=" + date_now() + " s by " + one.context->self().mailbox + ": " + given_up.what());
  } catch (const std::exception& error) {
    fail(Status::died, "actor '" + one.context->self().mailbox + "' died at t=" + date_now() +
                           " s: " + beginning_of(error.what()));
  }
}

/// When only daemons are left, SimGrid would end each of them by an exception. That takes time, and nobody
/// sees what comes of it: the process ends with the run. So this function throws OnlyDaemonsAreLeft out of
/// `Engine::run` instead.
void Simulation::leave_daemons() {
  const auto is_daemon = [](const ActorInstance& one) {
    return one.ended || one.context->self().descriptor->daemon;
  };
  if (!std::all_of(actors_.begin(), actors_.end(), is_daemon))
    return;
  const auto is_helped = [this, self = s4u::Actor::self()] { // by actors that are not of the deployment
    const auto all = engine_->get_all_actors();
    return std::any_of(all.begin(), all.end(),
                       [self](const auto& one) { return one.get() != self && !one->is_daemon(); });
  };
  if (is_helped())
    s4u::this_actor::yield(); // who has woken this actor may end in the same round
  if (!is_helped())
    simcall_run_blocking([] { throw OnlyDaemonsAreLeft(); }, nullptr);
}

void Simulation::fail(Status status, const std::string& message) {
  if (failure_.status == Status::done)
    failure_ = {status, message, {}, 0, 0};
  s4u::Actor::kill_all();
}

Outcome Simulation::run() {
  s4u::Engine::on_deadlock_cb([this] {
    if (failure_.status == Status::done)
      failure_ = {Status::not_ended,
                  "deadlock at t=" + date_now() + " s: nothing can happen any more" + who_waits(),
                  {},
                  0,
                  0};
  });
  const Seconds max_time = plan_.run.real("max_time");
  try {
    if (max_time < no_limit)
      engine_->run_until(max_time);
    else
      engine_->run(); // run_until would pass over a deadlock, up to its date
  } catch (const OnlyDaemonsAreLeft&) {
  }
  see_whether_cut();
  return outcome();
}

} // namespace malha
