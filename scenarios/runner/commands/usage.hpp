// SPDX-License-Identifier: MIT
#pragma once
#include "commands.hpp"

#include <iosfwd>

namespace malha {

/// Prints all commands, in groups, each with a sentence.
void print_usage(std::ostream& out);

/// The names of all commands.
std::vector<std::string> command_names();

} // namespace malha
