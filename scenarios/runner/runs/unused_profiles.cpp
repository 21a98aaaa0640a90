// SPDX-License-Identifier: MIT
#include "unused_profiles.hpp"

#include "actors/runtime/plan/environment.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace malha {
namespace {

void note(const std::string& text) {
  static std::set<std::string> noted;
  if (noted.insert(text).second)
    std::cerr << "malha: " << text << '\n';
}

bool is_of_link(const Profile& profile) {
  return profile.kind != Profile::Kind::host_speed && profile.kind != Profile::Kind::host_state;
}

std::string beginning_of_note(const Profile& profile) {
  return profile.place + ": the " + name_of(profile.kind) + " profile of " +
         (is_of_link(profile) ? "link '" : "host '") + profile.where + "' changes nothing: ";
}

void note_unused_link_profile(const SimulationPlan& plan) {
  const auto& profiles = plan.platform.profiles;
  const auto of_link = std::find_if(profiles.begin(), profiles.end(), is_of_link);
  if (plan.run.text("transport") == "instant" && of_link != profiles.end())
    note(beginning_of_note(*of_link) + "with transport=instant nothing travels over links");
}

void note_profile_after_the_end(const SimulationPlan& plan) {
  const Seconds end = plan.run.real("max_time");
  const auto& profiles = plan.platform.profiles;
  const auto late = std::find_if(profiles.begin(), profiles.end(), [end](const Profile& profile) {
    return profile.points.front().date >= end;
  });
  if (late != profiles.end())
    note(beginning_of_note(*late) + "its first date is " + shortest(late->points.front().date) +
         " s, and the run is cut at max_time=" + plan.run.text("max_time") + " s");
}

void note_crashes_after_the_end(const SimulationPlan& plan) {
  for (const auto& placed : plan.environment) {
    const auto& specs = placed.descriptor->parameters;
    const bool has_horizon = std::any_of(specs.begin(), specs.end(),
                                         [](const ParameterSpec& spec) { return spec.name == "horizon"; });
    const auto& imposes = placed.descriptor->imposes;
    const bool crashes = std::any_of(imposes.begin(), imposes.end(), [&](const Imposes& imposed) {
      return imposed.condition == Condition::host_fails &&
             (imposed.unless_zero.empty() || placed.parameters.real(imposed.unless_zero) != 0);
    });
    if (has_horizon && crashes && placed.parameters.real("horizon") > plan.run.real("max_time"))
      note(prefix_of(*placed.descriptor) + ".horizon=" + placed.parameters.text("horizon") +
           ": the run is cut at max_time=" + plan.run.text("max_time") +
           " s, so that crashes after that date do not happen");
  }
}

} // namespace

void note_unused_profiles(const SimulationPlan& plan) {
  if (std::get_if<std::filesystem::path>(&plan.platform.from) != nullptr) {
    note_unused_link_profile(plan);
    note_profile_after_the_end(plan);
  }
  note_crashes_after_the_end(plan);
}

} // namespace malha
