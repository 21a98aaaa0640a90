// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/linked_parts.hpp"

namespace malha {

/// A question that a command asks, and no actor. Policies may answer it as any other.
struct __attribute__((visibility("default"))) CommandQuestion {
  static constexpr const char* kind = "question of a command";

  std::string name; ///< the question
  std::string command;
  int place = last_place;
};

/// All questions that commands ask.
inline std::set<std::string> questions_of_commands() {
  std::set<std::string> asked;
  for (const auto& question : linked_parts<CommandQuestion>())
    asked.insert(question.name);
  return asked;
}

} // namespace malha

/// MALHA_COMMAND_ASKS("question", "command"), behind the MALHA_COMMAND of that command.
#define MALHA_COMMAND_ASKS(...) MALHA_LINKED_PART(malha::CommandQuestion{__VA_ARGS__})
