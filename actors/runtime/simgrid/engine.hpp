// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "forward.hpp"

#include <memory>
#include <string>
#include <vector>

namespace malha {

/// Makes the engine of this process, which can have only one. `options`, each "key:value", override the ones
/// of Malha. Throws InputError on an option that SimGrid refuses.
std::unique_ptr<simgrid::s4u::Engine> make_engine(const std::vector<std::string>& options);

/// The engine of a process with its platform, before any actor is there.
struct PreparedPlatform {
  RandomStreams random; ///< from which a generated platform is drawn
  std::unique_ptr<simgrid::s4u::Engine> engine;
  std::unique_ptr<Grid> grid;
};

/// The engine and platform of a run: those that `prepare_platform` has made, or new ones. They are taken
/// once. Throws InputError.
PreparedPlatform platform_for(const SimulationPlan& plan);

/// Prepares the engine and platform of a run for the processes that are forked from this one. Their runs
/// must have the same options of SimGrid and the same platform, also the same seed if it draws numbers.
/// Throws InputError.
void prepare_platform(const SimulationPlan& plan);

/// Lets SimGrid load the platform as a run does. Returns the notes of `Grid`. When SimGrid does not load it,
/// this throws InputError or aborts; so the caller should be a process of its own.
std::vector<std::string> try_platform(const PlatformSource& platform);

} // namespace malha
