// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <vector>

namespace malha {

/// What a run may ask of an architecture beyond bags on a grid that stays as it is. An architecture that does
/// not say that it supports a condition is refused where the run has it.
enum class Condition {
  network,           ///< messages take time (transport=network)
  inputs,            ///< tasks have input data, where messages take time
  bandwidth_profile, ///< links change their bandwidth or latency, where messages take time
  link_fails,        ///< links are turned off, where messages take time
  speed_profile,     ///< hosts change their speed
  host_fails,        ///< hosts are turned off for good
  host_recovers,     ///< hosts are turned on again
  entry_recovers,    ///< the host of the actor where jobs enter goes, and returns
  external_load,     ///< processes of others run on the hosts
  message_late,      ///< messages between hosts that are up arrive late, and overtaken by others
  message_lost,      ///< messages between hosts that are up do not arrive
  instant ///< messages take no time (transport=instant); an actor that does not name it supports it
};

const std::vector<Condition>& all_conditions();

/// Whether the condition concerns only messages that travel. Under transport=instant no actor has to support
/// it.
bool is_of_network(Condition condition);

/// The name of a condition in messages: "hosts that return".
std::string name_of(Condition condition);

/// A condition that an actor supports, and the settings under which it does. A setting is the value of one of
/// the actor's parameters or of `transport`. The value "none" stands for an actor that is not deployed, as in
/// {"workload/submitter", "none"}. An actor that does not run under instant transport unless it executes its
/// tasks supports {Condition::instant, {{"execution", "exec"}}}.
struct Support {
  Condition condition;
  std::map<std::string, std::string> when = {};
};

/// A condition that an environment actor puts on the other actors.
struct Imposes {
  Condition condition;
  std::string unless_zero = ""; ///< where this parameter is 0, the actor does not impose the condition
};

} // namespace malha
