// SPDX-License-Identifier: MIT
// A command of one file, with an option of its own.
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"

#include <iostream>

namespace malha {
namespace {

int spell_command(const std::vector<std::string>& words) {
  const Options options("spell", words, Options::none, "WORD",
                        {{"between", "TEXT", "what stands between letters"}});
  if (options.help())
    return 0;
  std::string spelt;
  for (const char letter : options.one())
    spelt += (spelt.empty()            ? ""
              : options.has("between") ? options.text("between")
                                       : " ") +
             std::string(1, letter);
  std::cout << spelt << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("spell", "spell WORD", "the letters of a word", spell_command)

} // namespace malha
