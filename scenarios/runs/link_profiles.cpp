// SPDX-License-Identifier: MIT
#include "link_profiles.hpp"

#include <algorithm>
#include <iostream>
#include <set>

namespace malha {

void note_unused_link_profiles(const SimulationPlan& plan) {
  static std::set<std::filesystem::path> noted;
  const auto* file = std::get_if<std::filesystem::path>(&plan.platform.from);
  const auto& profiles = plan.platform.profiles;
  const auto of_link = std::find_if(profiles.begin(), profiles.end(), [](const Profile& profile) {
    return profile.kind != Profile::Kind::host_speed && profile.kind != Profile::Kind::host_state;
  });
  if (file == nullptr || plan.run.text("transport") != "instant" || of_link == profiles.end() ||
      !noted.insert(*file).second)
    return;
  std::cerr << "malha: " << of_link->place << ": the " << name_of(of_link->kind) << " profile of link '"
            << of_link->where << "' changes nothing: with transport=instant nothing travels over links\n";
}

} // namespace malha
