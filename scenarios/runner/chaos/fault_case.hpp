// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message_faults.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha::chaos {

/// A host that fails at a date, and recovers after the time `down`; `never`: it stays down.
struct Crash {
  std::string host;
  Seconds date;
  Seconds down = never;
};

/// The faults of one run.
struct FaultCase {
  std::vector<Crash> crashes = {};
  std::vector<MessageFault> messages = {};

  bool empty() const { return crashes.empty() && messages.empty(); }
};

/// Writes a case as text. In "w1@12.5" host w1 stays down from 12.5 s on; in "w1@12.5+30,w2@14" it recovers
/// at 42.5 s. "17+30" delays message 17 by 30 s; "17:lost" loses it;
/// "17:twice+30" sends it again after 30 s.
std::string text_of(const FaultCase& faults);
/// Reads the text of a case. Throws InputError.
FaultCase case_from(const std::string& text);

/// The environment actors that a case needs: those of late, lost or doubled messages.
std::vector<std::string> environment_of(const FaultCase& faults);

/// Adds faults to a simulation. Crashes become state profiles of hosts, as in a platform file, so that the
/// run is refused if its actors do not support them. Faults of messages go to the environment actors of the
/// simulation. Throws InputError if a host has a profile of its own.
SimulationPlan with_faults(SimulationPlan plan, const FaultCase& faults);

} // namespace malha::chaos
