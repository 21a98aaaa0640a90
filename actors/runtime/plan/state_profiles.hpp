// SPDX-License-Identifier: MIT
#pragma once
#include "profiles.hpp"

namespace malha {

/// Whether the profile of a state turns its host or link off.
bool fails(const Profile& profile);

/// Whether the profile of a state turns its host or link off, and on again later.
bool recovers(const Profile& profile);

/// Whether the profile of a state turns its host or link off, and on again each time.
bool always_recovers(const Profile& profile);

/// How the platform of a run turns hosts off and on over time.
class StateProfiles {
public:
  /// Takes the profiles of states of hosts among those of a platform, which must outlive this object.
  explicit StateProfiles(const std::vector<Profile>& profiles);

  /// Whether any host has such a profile, or this host.
  bool any() const { return !profiles_.empty(); }
  bool has(const std::string& host) const;

  /// Whether the platform turns the host off, and on again later.
  bool recovers(const std::string& host) const;
  /// Whether the platform turns the host on after that date.
  bool recovers_after(const std::string& host, Seconds date) const;
  /// Whether the platform turns the host off within a microsecond of that date.
  bool fails_at(const std::string& host, Seconds date) const;

private:
  template <class Holds>
  bool any_holds(const std::string& host, Holds condition) const;

  std::vector<const Profile*> profiles_;
};

} // namespace malha
