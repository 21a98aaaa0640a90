// SPDX-License-Identifier: MIT
// A command of a name that a shipped one has.
#include "scenarios/runner/commands/commands.hpp"

namespace malha {
namespace {

int do_nothing(const std::vector<std::string>&) { return 0; }

} // namespace

MALHA_COMMAND("run", "run", "nothing", do_nothing)

} // namespace malha
