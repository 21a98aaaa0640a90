// SPDX-License-Identifier: MIT
#pragma once
#include "platform.hpp"

#include <simgrid/s4u.hpp>

#include <memory>
#include <string>
#include <vector>

namespace malha {

/// Makes the engine of this process, which can have only one. `options`, each "key:value", win over those
/// that Malha sets. Throws InputError on an option that SimGrid refuses.
std::unique_ptr<simgrid::s4u::Engine> make_engine(const std::vector<std::string>& options);

/// Lets SimGrid load the platform as a run does. Returns the notes of `Grid`. When SimGrid does not load it,
/// this throws InputError or aborts; so the caller should be a process of its own.
std::vector<std::string> try_platform(const PlatformSource& platform);

} // namespace malha
