// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/command_question.hpp"

namespace malha {

/// A command of the command line. One file in this folder, or of a plugin, is one command: it ends with
/// MALHA_COMMAND.
struct __attribute__((visibility("default"))) Command {
  static constexpr const char* kind = "command";

  std::string name;
  std::string usage;
  std::string summary;
  /// Runs the command with the words after its name. Returns the exit status. Throws InputError.
  int (*run)(const std::vector<std::string>& words);
  int place = last_place;   ///< place in the list that `malha` prints
  std::string text = {};    ///< the text of --help, in sentences
  std::string example = {}; ///< a whole command line, without "malha "
};

} // namespace malha

/// MALHA_COMMAND("name", "name ARGUMENTS", "what it does", function, place, "It does…", "name argument -o
/// out")
#define MALHA_COMMAND(...) MALHA_LINKED_PART(malha::Command{__VA_ARGS__})
