// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message_faults.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha::chaos {

/// A host that goes down at a date, and returns after so long; `never`: it stays down.
struct Crash {
  std::string host;
  Seconds date;
  Seconds down = never;
};

/// What goes wrong in one run.
struct FaultCase {
  std::vector<Crash> crashes = {};
  std::vector<MessageFault> messages = {};

  bool empty() const { return crashes.empty() && messages.empty(); }
};

/// A case as people write it. "w1@12.5" stays down from 12.5 s on, "w1@12.5+30,w2@14" has w1 back at 42.5 s.
/// "17+30" is message 17, late by 30 s; "17:lost" does not arrive.
std::string text_of(const FaultCase& faults);
/// The case that a text says. Throws InputError where it says none.
FaultCase case_from(const std::string& text);

/// The names of the environment actors that a case needs: those of messages that are late, or lost.
std::vector<std::string> environment_of(const FaultCase& faults);

/// The same simulation with these faults. Crashes are profiles of the states of hosts, as a platform file has
/// them, so that the run is held to what its actors support. Messages are those of the environment actors,
/// which the simulation has. Throws InputError where a host has a profile of its own.
SimulationPlan with_faults(SimulationPlan plan, const FaultCase& faults);

} // namespace malha::chaos
