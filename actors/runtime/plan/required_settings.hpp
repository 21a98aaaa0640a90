// SPDX-License-Identifier: MIT
#pragma once
#include "deployment.hpp"

namespace malha {

/// Settings on which something depends that an actor or a policy declares: what it supports, or what it
/// allows to schedules. Each is a value of one of its own parameters, or of `transport`. With the name of an
/// actor as its key, the value "none" stands for an actor that is not deployed, and any other value for one
/// that is.
using RequiredSettings = std::map<std::string, std::string>;

/// Where settings are looked up: the parameters of the actor or policy that requires them, and its run.
struct SettingsOfRun {
  const Parameters& own;
  const std::vector<PlacedActor>& actors; ///< that are deployed
  const std::string& transport;

  bool all_hold(const RequiredSettings& required) const;
  bool any_holds(const RequiredSettings& required) const;

private:
  bool holds(const RequiredSettings::value_type& setting) const;
};

bool is_deployed(const std::vector<PlacedActor>& actors, const std::string& name);

/// The settings that are left for a user to set, if these actors are deployed: without the actors that are
/// deployed or missing as required. Nothing if an actor is required that is not deployed.
std::optional<RequiredSettings> left_to_set(const RequiredSettings& required,
                                            const std::vector<PlacedActor>& actors);

/// "with execution=exec without workload/submitter without transport=network", or "": all of `when` must
/// hold, and none of `unless`.
std::string text_of(const RequiredSettings& when, const RequiredSettings& unless = {});

} // namespace malha
