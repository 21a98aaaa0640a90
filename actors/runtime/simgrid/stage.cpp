// SPDX-License-Identifier: MIT
#include "stage.hpp"

#include "actors/model/message_faults.hpp"
#include "actors/model/requests_of_jobs.hpp"
#include "actors/runtime/plan/required_settings.hpp"
#include "channel.hpp"
#include "engine.hpp"
#include "policies/sdk/recorded_state.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <utility>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

Seconds looks_ahead_until(const SimulationPlan& plan) {
  return plan.run.text("lookahead") == "on" && plan.platform.profiles.empty() ? plan.run.real("max_time") : 0;
}

} // namespace

Stage::Stage(const SimulationPlan& plan) : Stage(plan, platform_for(plan)) {}

Stage::Stage(const SimulationPlan& plan, PreparedPlatform prepared)
    : plan_(plan),
      hosts_may_change_(imposes(plan, Condition::host_fails) || imposes(plan, Condition::host_recovers)),
      hosts_may_recover_(imposes(plan, Condition::host_recovers)),
      hosts_are_shared_(imposes(plan, Condition::external_load)), looks_ahead_until_(looks_ahead_until(plan)),
      states_(plan.platform.profiles), speeds_(speeds_over_time(plan.platform.profiles)),
      random_(std::move(prepared.random)), engine_(std::move(prepared.engine)),
      grid_(std::move(prepared.grid)), workload_(plan.workload.name),
      network_(plan, *grid_, hosts_may_change_), placement_(plan, *grid_) {}

/// The engine stays. The process ends with its run, and SimGrid 4 complains on the standard error of actors
/// that are left when an engine is destroyed.
Stage::~Stage() { static_cast<void>(engine_.release()); }

std::vector<s4u::Host*> Stage::hosts(const std::string& selector) const {
  try {
    return grid_->select(selector);
  } catch (const std::invalid_argument& error) {
    throw InputError(error.what());
  }
}

const SpeedProfile* Stage::speeds_of(const s4u::Host& host) const {
  const auto changing = speeds_.find(host.get_name());
  return changing == speeds_.end() ? nullptr : &changing->second;
}

std::vector<const SpeedProfile*> Stage::speeds_of(const std::vector<s4u::Host*>& hosts) const {
  std::vector<const SpeedProfile*> speeds;
  for (const auto* host : hosts)
    speeds.push_back(speeds_of(*host));
  return speeds;
}

void Stage::check_preceding(const Job& job) const {
  const auto& runs = entry().descriptor->runs;
  if (job.preceding != nullptr &&
      (refuses_jobs_that_wait_ || std::find(runs.begin(), runs.end(), Shape::dag) == runs.end()))
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(job.id) +
                     " waits for other jobs, which actor '" + entry().descriptor->name +
                     "' does not support; valid: workload.dependencies=ignore");
}

/// Data of tasks must come by messages, or lie in a file system.
void Stage::check_data(const Job& job) const {
  const bool is_dag = shape_of(job) == Shape::dag;
  if (transport() != Transport::network ||
      std::none_of(job.tasks.begin(), job.tasks.end(), [](const Task& task) { return task.input > 0; }))
    return;
  const auto which = "job " + std::to_string(job.id) + " of workload '" + workload_.name() + "'";
  const auto& shares_files = entry().descriptor->shares_files;
  if (!is_dag || !shares_files)
    return check_supports(plan_,
                          {Condition::inputs, which, is_dag ? "workload.data_scale=0" : "workload.input=0"});
  const SettingsOfRun run{entry().parameters, plan_.deployment.actors, plan_.run.text("transport")};
  if (!run.all_hold(*shares_files))
    throw InputError("actor '" + entry().descriptor->name + "' does not send data from task to task (" +
                     which + "); valid: " + text_of(*shares_files).substr(std::string("with ").size()) +
                     ", transport=instant, or workload.data_scale=0");
}

Job Stage::take_job() {
  const auto& runs = entry().descriptor->runs;
  if (workload_.peek() == nullptr)
    throw std::logic_error("a job is taken where none is left");
  const Job& next = *workload_.peek();
  if (next.tasks.empty())
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) +
                     " has no tasks; valid: at least one");
  const Shape shape = shape_of(next);
  if (std::find(runs.begin(), runs.end(), shape) == runs.end()) {
    std::vector<std::string> shapes;
    for (const auto run : runs)
      shapes.emplace_back(name_of(run));
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) + " is a " +
                     name_of(shape) + ", which actor '" + entry().descriptor->name +
                     "' does not run; valid: " + listed(shapes));
  }
  check_preceding(next);
  if (next.details != nullptr && next.details->resources() > 0 && !takes_unrelated_times_)
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) +
                     " has run times for certain hosts, which actor '" + entry().descriptor->name +
                     "' does not take; valid: broker/broker with transport=instant, "
                     "execution=planned, and data=eager or lazy");
  check_data(next);
  if (!takes_running_jobs_ && next.extensions.find<RunsAlready>() != nullptr)
    throw InputError("workload '" + workload_.name() + "': job " + std::to_string(next.id) +
                     " runs already when the run begins, which actor '" + entry().descriptor->name +
                     "' does not support here; valid: cluster/scheduler without workload/submitter, or with "
                     "transport=instant");
  note_what_is_not_heeded(next);
  if (on_job_)
    on_job_(next);
  Job job = workload_.pop();
  if (shape == Shape::dag)
    recorder_->submitted_dag(job);
  if (job.preceding != nullptr)
    recorder_->waits(job);
  return job;
}

/// Says once that jobs ask for something that has no effect here.
void Stage::note_what_is_not_heeded(const Job& job) {
  if (!notes_requests_ || !asks_for_more_than_resources(job))
    return;
  notes_requests_ = false;
  add_note(
      "memory, devices, licences, features, reservations, fragments, limits of arrays, nice values, begin, "
      "hold and deadlines of jobs have no effect under actor '" +
      entry().descriptor->name + "'; valid: cluster/scheduler");
}

const std::vector<Peer>& Stage::peers(const std::string& actor) const {
  static const std::vector<Peer> none;
  const auto found = placement_.peers().find(actor);
  return found == placement_.peers().end() ? none : found->second;
}

const Peer& Stage::only_peer(const std::string& actor) const {
  const auto& all = peers(actor);
  if (all.size() != 1)
    throw InputError("needs one actor '" + actor + "'; there are " + std::to_string(all.size()));
  return all.front();
}

bool Stage::entry_recovers() const { return states_.recovers(entry().host->get_name()); }

bool Stage::nobody_else_acts_before(Seconds date, std::size_t asleep) const {
  return date < looks_ahead_until_ && engine_->get_actor_count() == 1 + asleep;
}

} // namespace malha
