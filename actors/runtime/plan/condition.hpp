// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

namespace malha {

/// Conditions a run can impose: failures, profiles, network delays. A run is refused unless its architecture
/// supports each of them.
enum class Condition {
  network,           ///< messages take time (transport=network)
  inputs,            ///< tasks have input data, if messages take time
  bandwidth_profile, ///< links change their bandwidth or latency, if messages take time
  link_fails,        ///< links are turned off, if messages take time
  speed_profile,     ///< hosts change their speed
  host_fails,        ///< hosts are turned off for good
  host_recovers,     ///< hosts are turned on again
  entry_recovers,    ///< the host of the entry point fails, and recovers
  external_load,     ///< processes of others run on the hosts
  message_late,      ///< messages between hosts that are up arrive late, and overtaken by others
  message_lost,      ///< messages between hosts that are up do not arrive
  snapshot,          ///< the run leaves a snapshot, or continues one
  instant,        ///< messages take no time (transport=instant); an actor that does not name it supports it
  message_doubled ///< messages between hosts that are up arrive twice
};

const std::vector<Condition>& all_conditions();

/// Whether the condition concerns only messages that travel. Under transport=instant no actor has to support
/// it.
bool is_of_network(Condition condition);

/// The name of a condition in messages: "hosts that recover".
std::string name_of(Condition condition);

/// A condition that an actor supports, and the settings under which it does (required_settings.hpp). For
/// example, an actor that runs under instant transport only if it executes its tasks supports
/// {Condition::instant, {{"execution", "exec"}}}.
struct Support {
  Condition condition;
  std::map<std::string, std::string> when = {};
};

/// A condition that an environment actor imposes on the other actors.
struct Imposes {
  Condition condition;
  std::string unless_zero = ""; ///< if this parameter is 0, the actor does not impose the condition
};

} // namespace malha
