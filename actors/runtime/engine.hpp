// SPDX-License-Identifier: MIT
#pragma once
#include "platform.hpp"

#include <simgrid/s4u.hpp>

#include <memory>
#include <string>
#include <vector>

namespace malha {

/// The engine of this process: there can be one. Its options, "key:value", win over Malha's own. Throws
/// InputError.
std::unique_ptr<simgrid::s4u::Engine> make_engine(const std::vector<std::string>& options);

/// Has SimGrid load the platform as a run does: throws InputError, or aborts, when it does not. Returns the
/// notes of `Grid`. For a process of its own.
std::vector<std::string> try_platform(const PlatformSource& platform);

} // namespace malha
