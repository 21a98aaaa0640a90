// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"

#include <iostream>

namespace malha {
namespace {

int version_command(const std::vector<std::string>& words) {
  const Options options("version", words, Options::none, "");
  if (options.help())
    return 0;
  std::cout << "malha " << MALHA_VERSION << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("version", "version", "the version of Malha", version_command, 135,
              "Prints the version of Malha, as malha --version does.", "version")

} // namespace malha
