// SPDX-License-Identifier: MIT
#include "state_profiles.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

bool is_off(const Profile::Point& point) { return point.value <= 0; }
bool is_on(const Profile::Point& point) { return !is_off(point); }

} // namespace

bool fails(const Profile& profile) {
  return std::any_of(profile.points.begin(), profile.points.end(), is_off);
}

bool recovers(const Profile& profile) {
  const auto off = std::find_if(profile.points.begin(), profile.points.end(), is_off);
  return off != profile.points.end() &&
         std::any_of(profile.period < never ? profile.points.begin() : off, profile.points.end(), is_on);
}

bool always_recovers(const Profile& profile) {
  return recovers(profile) && (profile.period < never || is_on(profile.points.back()));
}

StateProfiles::StateProfiles(const std::vector<Profile>& profiles) {
  for (const auto& profile : profiles)
    if (profile.kind == Profile::Kind::host_state)
      profiles_.push_back(&profile);
}

/// Whether it holds of a profile of the host.
template <class Holds>
bool StateProfiles::any_holds(const std::string& host, Holds condition) const {
  return std::any_of(profiles_.begin(), profiles_.end(),
                     [&](const Profile* profile) { return profile->where == host && condition(*profile); });
}

bool StateProfiles::has(const std::string& host) const {
  return any_holds(host, [](const Profile&) { return true; });
}

bool StateProfiles::recovers(const std::string& host) const {
  return any_holds(host, [](const Profile& profile) { return malha::recovers(profile); });
}

bool StateProfiles::recovers_after(const std::string& host, Seconds date) const {
  return any_holds(host, [date](const Profile& profile) {
    return std::any_of(profile.points.begin(), profile.points.end(), [&](const Profile::Point& point) {
      return is_on(point) && (profile.period < never || point.date > date);
    });
  });
}

bool StateProfiles::fails_at(const std::string& host, Seconds date) const {
  constexpr Seconds near = 1e-6;
  return any_holds(host, [date](const Profile& profile) {
    const Seconds in_period =
        profile.period < never ? date - std::floor((date + near) / profile.period) * profile.period : date;
    return std::any_of(profile.points.begin(), profile.points.end(),
                       [in_period](const Profile::Point& point) {
                         return is_off(point) && std::abs(point.date - in_period) < near;
                       });
  });
}

} // namespace malha
