// SPDX-License-Identifier: MIT
#include "dates_of_jobs.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {
namespace {

/// The dates between which a run has jobs.
struct DatesOfJobs {
  Seconds first, last; ///< submissions
  Seconds end;         ///< of the run

  std::string first_text() const { return "the first job is submitted at " + shortest(first) + " s"; }
  std::string last_text() const { return "the last job is submitted at " + shortest(last) + " s"; }
  std::string end_text() const { return "the run ends at " + shortest(end) + " s"; }
};

void look_at_window(const SimulationPlan& plan, const DatesOfJobs& jobs, std::vector<std::string>& notes) {
  const Seconds warm_up = plan.run.real("warm_up"), cool_down = plan.run.real("cool_down");
  const auto of_warm_up = "warm_up=" + plan.run.text("warm_up") + " s: ";
  if (warm_up > 0 && jobs.first >= warm_up)
    notes.push_back(of_warm_up + "it leaves no job out of the means, since " + jobs.first_text());
  if (warm_up > 0 && jobs.last < warm_up) // without a warm-up jobs from before the run count
    notes.push_back(of_warm_up + "it leaves all jobs out of the means, since " + jobs.last_text());
  const auto of_cool_down = "cool_down=" + plan.run.text("cool_down") + " s: ";
  if (jobs.first >= cool_down)
    notes.push_back(of_cool_down + "it leaves all jobs out of the means, since " + jobs.first_text());
  if (cool_down < no_limit && jobs.last < cool_down)
    notes.push_back(of_cool_down + "it leaves no job out of the means, since " + jobs.last_text());
}

bool has_parameter(const ActorDescriptor& actor, const std::string& parameter) {
  return std::any_of(actor.parameters.begin(), actor.parameters.end(),
                     [&](const ParameterSpec& spec) { return spec.name == parameter; });
}

/// Whether the actor imposes all its conditions under its settings.
bool is_used(const PlacedActor& placed) {
  const auto& imposes = placed.descriptor->imposes;
  return std::all_of(imposes.begin(), imposes.end(), [&](const Imposes& imposed) {
    return imposed.unless_zero.empty() || placed.parameters.real(imposed.unless_zero) != 0;
  });
}

void look_at_environment(const SimulationPlan& plan, const DatesOfJobs& jobs,
                         std::vector<std::string>& notes) {
  for (const auto& placed : plan.environment) {
    if (!is_used(placed))
      continue;
    const auto setting = [&](const char* parameter) {
      return prefix_of(*placed.descriptor) + "." + parameter + "=" + placed.parameters.text(parameter) +
             " s: ";
    };
    if (has_parameter(*placed.descriptor, "horizon") && placed.parameters.real("horizon") <= jobs.first)
      notes.push_back(setting("horizon") + "all of it is over when " + jobs.first_text());
    if (has_parameter(*placed.descriptor, "start") && placed.parameters.real("start") >= jobs.end)
      notes.push_back(setting("start") + "it begins after the last job, since " + jobs.end_text());
  }
}

/// Notes the first profile that misses the jobs. A profile whose only date is 0 s misses none.
void look_at_profiles(const SimulationPlan& plan, const DatesOfJobs& jobs, std::vector<std::string>& notes) {
  const auto name_of_profile = [](const Profile& profile) {
    return (profile.place.empty() ? "" : profile.place + ", ") + name_of(profile.kind) + " profile of '" +
           profile.where + "': ";
  };
  for (const auto& profile : plan.platform.profiles) {
    const Seconds begin = profile.points.front().date, end = profile.points.back().date;
    if (profile.period == never && end > 0 && end <= jobs.first) {
      notes.push_back(name_of_profile(profile) + "its last date is " + shortest(end) + " s, and " +
                      jobs.first_text());
      return;
    }
    if (begin >= jobs.end) {
      notes.push_back(name_of_profile(profile) + "its first date is " + shortest(begin) + " s, and " +
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
