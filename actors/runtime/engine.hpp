// SPDX-License-Identifier: MIT
#pragma once
#include <simgrid/s4u.hpp>

#include <memory>
#include <string>
#include <vector>

namespace malha {

/// The engine of this process: there can be one. Its options, "key:value", win over Malha's own. Throws
/// InputError.
std::unique_ptr<simgrid::s4u::Engine> make_engine(const std::vector<std::string>& options);

} // namespace malha
