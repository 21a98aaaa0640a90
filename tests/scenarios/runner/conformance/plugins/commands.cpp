// SPDX-License-Identifier: MIT
// A command that does nothing.
#include "scenarios/runner/commands/commands.hpp"

namespace malha {
namespace {

int do_nothing(const std::vector<std::string>&) { return 0; }

} // namespace

MALHA_COMMAND("rest", "rest", "nothing", do_nothing)

} // namespace malha
