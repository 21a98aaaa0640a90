// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runs/library.hpp"

namespace malha::chaos {

/// A host that goes down at a date, and returns after so long; `never`: it stays down.
struct Crash {
  std::string host;
  Seconds date;
  Seconds down = never;
};

/// The crashes of one run.
using CrashCase = std::vector<Crash>;

/// A case as people write it: "w1@12.5" stays down from 12.5 s on, "w1@12.5+30,w2@14" has w1 back at 42.5 s.
std::string text_of(const CrashCase& crashes);
/// The case that a text says. Throws InputError where it says none.
CrashCase case_from(const std::string& text);

/// The same simulation with these crashes. They are profiles of the states of hosts, as a platform file has
/// them, so that the run is held to what its actors bear. Throws InputError where a host has a profile of its
/// own.
SimulationPlan with_crashes(SimulationPlan plan, const CrashCase& crashes);

} // namespace malha::chaos
