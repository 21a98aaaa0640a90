// SPDX-License-Identifier: MIT
#include "simulation.hpp"

#include "actors/model/given_up.hpp"
#include "actors/runtime/records/run_status.hpp"
#include "channel.hpp"
#include "engine.hpp"
#include "kernel.hpp"
#include "planned_crashes.hpp"
#include "policies/sdk/beginning.hpp"
#include "policies/sdk/estimates.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/result_files.hpp"
#include "results/files/row_file.hpp"
#include "run_clock.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <boost/functional/hash.hpp>

#include <algorithm>
#include <map>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

/// Leaves SimGrid's loop.
struct OnlyDaemonsAreLeft {};

} // namespace

std::string date_now() { return shortest(run_clock.now()); }

Simulation::Simulation(const SimulationPlan& plan, const RowFolder& folder) : Stage(plan), folder_(folder) {
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
  const auto& runs = entry().descriptor->runs;
  const bool joins_bags = std::find(runs.begin(), runs.end(), Shape::rigid) == runs.end();
  workload_.open(generator->make(
      WorkloadInput{parameters, random_, file, reference_speed, joins_bags, recorder_->resources()}));
  run_status->jobs = workload_.source().jobs().value_or(-1);
}

/// A host that crashes for good is not switched by a profile, too, which would turn it on again.
void Simulation::check_crashes() {
  for (const auto& profile : plan_.platform.profiles)
    if (profile.kind == Profile::Kind::host_state &&
        PlannedCrashes::of(*this).date_of(*s4u::Host::by_name(profile.where)) < never)
      throw InputError(profile.place + ": the state of host '" + profile.where +
                       "' has a profile, and the environment turns the host off for good; valid: crashes of "
                       "other hosts (crashes.hosts), or a platform without this profile");
}

void Simulation::build_actors() {
  for (const auto& [placed, peer] : placement_.actors())
    build(actors_.add(), *placed, peer);
  for (auto& one : actors_.all()) {
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
  const auto& self = one.self();
  if (!self.host->is_on())
    throw InputError("actor '" + self.mailbox + "' cannot start: host '" + self.host->get_name() +
                     "' is off at t=0 s" + switched_by(plan_.platform, self.host->get_name()) +
                     "; valid: actors on hosts that are on");
  auto actor = add_actor(self.mailbox, self.host, [this, &one] { live(one); });
  actor->on_exit([this, &one](bool) {
    if (failure_.status == Status::done && !one.ended && !one.self().host->is_on())
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
    if (!one.is_daemon()) {
      last_end_ = run_clock.now();
      leave_daemons();
    }
  } catch (const InputError& error) {
    fail(Status::bad_input, error.what());
  } catch (const RuleBroken& error) {
    fail(Status::rule_broken, beginning_of(error.what()));
  } catch (const GivenUp& given_up) {
    fail(Status::not_ended,
         "given up at t=" + date_now() + " s by " + one.self().mailbox + ": " + given_up.what());
  } catch (const std::exception& error) {
    fail(Status::died,
         "actor '" + one.self().mailbox + "' died at t=" + date_now() + " s: " + beginning_of(error.what()));
  }
}

/// When only daemons are left, SimGrid would end each of them by an exception. That takes time for nothing,
/// since the process ends with the run. So this function throws OnlyDaemonsAreLeft out of
/// `Engine::run` instead.
void Simulation::leave_daemons() {
  if (!actors_.only_daemons_are_left())
    return;
  const auto is_helped = [this, self = s4u::Actor::self()] { // by actors that are not of the deployment
    const auto all = engine_->get_all_actors();
    return std::any_of(all.begin(), all.end(),
                       [self](const auto& one) { return one.get() != self && !one->is_daemon(); });
  };
  if (is_helped())
    s4u::this_actor::yield(); // who has woken this actor may end in the same round
  if (!is_helped())
    kernel::run_in_loop([] { throw OnlyDaemonsAreLeft(); });
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
                  "deadlock at t=" + date_now() + " s: nothing can happen any more" +
                      actors_.who_waits(plan_.run.text("transport")),
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
  note_whether_cut();
  return outcome();
}

/// Notes what is wrong with a run that was cut, or in which nothing can happen any more.
void Simulation::note_whether_cut() {
  cut_ = failure_.status == Status::done && !actors_.have_ended();
  if (!cut_)
    return;
  const Seconds max_time = plan_.run.real("max_time");
  failure_ = {Status::not_ended,
              (max_time < no_limit ? "cut at max_time=" + shortest(max_time) + " s"
                                   : "nothing can happen any more at t=" + date_now() + " s") +
                  actors_.who_was_lost(plan_.platform) +
                  (actors_.wait() ? actors_.who_waits(plan_.run.text("transport")) : ""),
              {},
              0,
              0};
}

void Simulation::write_messages() const {
  if (folder_.empty())
    return;
  RowFile messages({folder_.path}, "messages.csv");
  for (const auto& [key, row] : network_.rows())
    messages.add(csv_line(row));
  messages.close();
}

std::vector<MetricValue> Simulation::metrics(bool all_have_ended) const {
  SimulationEnd end;
  for (const auto& [key, row] : network_.rows()) {
    end.messages += row.count;
    end.message_bytes += row.bytes;
  }
  for (const auto& [name, channel] : network_.channels())
    end.messages_unread += channel->sent - channel->received;
  end.is_cut = cut_;
  if (recorded_nodes_ && *recorded_nodes_ != recorder_->resources())
    end.recorded_nodes = *recorded_nodes_;
  if (const auto energy = recorder_->counters().find("energy");
      energy != recorder_->counters().end() && all_have_ended)
    end.energy = energy->second;
  const bool ended = failure_.status != Status::not_ended;
  auto metrics = recorder_->schedule().values(ended ? last_end_ : run_clock.now(), end);
  std::map<std::string, MetricSpec> declared; // by name: two kinds of actors may count into one
  for (const auto& [name, peers] : placement_.peers())
    for (const auto& metric : peers.front().descriptor->metrics)
      declared[metric.name] = metric;
  for (const auto& [name, value] : recorder_->counters())
    if (const auto metric = find_metric(declared, name))
      metrics.push_back({name, value, metric->unit});
  return metrics;
}

Outcome Simulation::outcome() {
  for (auto& one : actors_.all())
    one.actor->measure(run_clock.now());
  recorder_->close();
  Outcome result = failure_;
  write_messages();
  result.tasks_submitted = workload_.tasks_read();
  result.tasks_unfinished = result.tasks_submitted - recorder_->schedule().rows();
  result.metrics = metrics(result.tasks_unfinished == 0);
  result.submissions = workload_.submissions();
  if (const Job* next = workload_.peek(); !result.submissions && next != nullptr) // cut before it came
    result.submissions = {next->submitted, next->submitted};
  result.end = failure_.status == Status::not_ended ? run_clock.now() : last_end_;
  result.delays_are_busy = recorder_->has_busy_delays();
  result.workload_numbers_tasks = workload_.numbers_tasks();
  result.workload_notes = workload_.source().notes();
  result.workload_header = workload_.source().header();
  result.notes = notes_;
  if (result.status == Status::done && (result.tasks_unfinished != 0 || workload_.peek() != nullptr)) {
    result.status = Status::not_ended;
    result.message = "all actors have ended, and " + std::to_string(result.tasks_unfinished) +
                     " tasks have not" + (workload_.peek() ? "; jobs are left in the workload" : "");
  }
  if (result.status == Status::done && network_.faults() != nullptr)
    if (const auto unsent = network_.faults()->unsent(); !unsent.empty())
      result = {Status::bad_input, unsent, {}, 0, 0};
  return result;
}

std::vector<ActorPlace> Simulation::places() const {
  std::vector<ActorPlace> places;
  for (const auto& one : actors_.all())
    if (const auto& self = one.self(); !self.descriptor->is_environment) {
      const auto parameters = self.parameters.all();
      const auto site = parameters.find("site");
      places.push_back({self.descriptor->name, self.host->get_name(), one.actor->is_active(),
                        site == parameters.end() ? "" : site->second});
    }
  return places;
}

void Simulation::watch(const std::function<void(Seconds)>& look) {
  s4u::Engine::on_time_advance_cb([look](double) { look(s4u::Engine::get_clock()); });
}

void Simulation::watch_messages(std::function<void(const SentMessage&)> look) const {
  network_.faults()->watch(std::move(look));
}

std::uint64_t Simulation::under_way() const {
  std::size_t hash = 0;
  for (const auto& [name, channel] : network_.channels()) // in the order of their names
    boost::hash_combine(hash, channel->sent - channel->received);
  for (const auto* host : hosts("*"))
    boost::hash_combine(hash, host->is_on());
  return hash;
}

} // namespace malha
