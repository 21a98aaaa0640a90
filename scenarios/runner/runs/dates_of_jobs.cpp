// SPDX-License-Identifier: MIT
#include "dates_of_jobs.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {
namespace {

/// When a run has jobs.
struct DatesOfJobs {
  Seconds first, last; ///< submissions
  Seconds end;

  std::string first_text() const { return "the first job is submitted at " + shortest(first) + " s"; }
  std::string last_text() const { return "the last job is submitted at " + shortest(last) + " s"; }
  std::string end_text() const { return "the run ends at " + shortest(end) + " s"; }
};

void look_at_window(const SimulationPlan& plan, const DatesOfJobs& jobs, std::vector<std::string>& notes) {
  const Seconds warm_up = plan.run.real("warm_up"), cool_down = plan.run.real("cool_down");
  const auto said = "warm_up=" + plan.run.text("warm_up") + " s: ";
  if (warm_up > 0 && jobs.first >= warm_up)
    notes.push_back(said + "it leaves no job out of the means, since " + jobs.first_text());
  if (jobs.last < warm_up)
    notes.push_back(said + "it leaves all jobs out of the means, since " + jobs.last_text());
  const auto until = "cool_down=" + plan.run.text("cool_down") + " s: ";
  if (jobs.first >= cool_down)
    notes.push_back(until + "it leaves all jobs out of the means, since " + jobs.first_text());
  if (cool_down < no_limit && jobs.last < cool_down)
    notes.push_back(until + "it leaves no job out of the means, since " + jobs.last_text());
}

bool has(const ActorDescriptor& actor, const std::string& parameter) {
  return std::any_of(actor.parameters.begin(), actor.parameters.end(),
                     [&](const ParameterSpec& spec) { return spec.name == parameter; });
}

/// Whether the actor does anything at all with these settings.
bool is_used(const PlacedActor& placed) {
  const auto& imposes = placed.descriptor->imposes;
  return std::all_of(imposes.begin(), imposes.end(), [&](const Imposes& brought) {
    return brought.unless_zero.empty() || placed.parameters.real(brought.unless_zero) != 0;
  });
}

void look_at_environment(const SimulationPlan& plan, const DatesOfJobs& jobs,
                         std::vector<std::string>& notes) {
  for (const auto& placed : plan.environment) {
    if (!is_used(placed))
      continue;
    const auto said = [&](const char* parameter) {
      return prefix_of(*placed.descriptor) + "." + parameter + "=" + placed.parameters.text(parameter) +
             " s: ";
    };
    if (has(*placed.descriptor, "horizon") && placed.parameters.real("horizon") <= jobs.first)
      notes.push_back(said("horizon") + "all of it is over when " + jobs.first_text());
    if (has(*placed.descriptor, "start") && placed.parameters.real("start") >= jobs.end)
      notes.push_back(said("start") + "it begins after the last job, since " + jobs.end_text());
  }
}

/// One that only says what holds from 0 s on has no dates to miss. Of many profiles the first says it.
void look_at_profiles(const SimulationPlan& plan, const DatesOfJobs& jobs, std::vector<std::string>& notes) {
  const auto said_of = [](const Profile& profile) {
    return (profile.place.empty() ? "" : profile.place + ", ") + name_of(profile.kind) + " profile of '" +
           profile.where + "': ";
  };
  for (const auto& profile : plan.platform.profiles) {
    const Seconds begin = profile.points.front().date, end = profile.points.back().date;
    if (profile.period == never && end > 0 && end <= jobs.first) {
      notes.push_back(said_of(profile) + "its last date is " + shortest(end) + " s, and " +
                      jobs.first_text());
      return;
    }
    if (begin >= jobs.end) {
      notes.push_back(said_of(profile) + "its first date is " + shortest(begin) + " s, and " +
                      jobs.end_text());
      return;
    }
  }
}

} // namespace

std::vector<std::string> what_misses_the_jobs(const SimulationPlan& plan, const Outcome& outcome) {
  std::vector<std::string> notes;
  if (!outcome.submissions)
    return notes;
  const DatesOfJobs jobs{outcome.submissions->first, outcome.submissions->second, outcome.end};
  look_at_window(plan, jobs, notes);
  look_at_environment(plan, jobs, notes);
  look_at_profiles(plan, jobs, notes);
  if (plan.run.real("max_time") <= jobs.first)
    notes.push_back("max_time=" + plan.run.text("max_time") +
                    " s: the run is cut before any job comes, since " + jobs.first_text());
  return notes;
}

} // namespace malha
