// SPDX-License-Identifier: MIT
#include "options.hpp"
#include "policies/sdk/near_names.hpp"
#include "usage.hpp"

#include <cstdlib>
#include <iostream>

namespace malha {
namespace {

int help_command(const std::vector<std::string>& words) {
  const Options options("help", words, Options::none, "[COMMAND]");
  if (options.help())
    return 0;
  if (!options.plugin_paths().empty() || std::getenv("MALHA_PLUGIN_PATH") != nullptr)
    const Library commands_of_plugins(options.plugin_paths());
  if (options.positional().empty()) {
    print_usage(std::cout);
    return 0;
  }
  if (const auto* command = command_named(options.one()))
    return command->run({"--help"});
  throw InputError("help: unknown command '" + options.one() + "'" +
                   instead_of(options.one(), command_names(), "malha help"));
}

} // namespace

MALHA_COMMAND("help", "help [COMMAND]", "all commands, or the help of one", help_command, 125,
              "Lists all commands with a sentence. With a COMMAND it prints the text and the options of this "
              "command, as malha COMMAND --help does.",
              "help simulate")

} // namespace malha
