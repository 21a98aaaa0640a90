// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace malha {

/// Something that a user wrote is wrong (exit status 2). The message is complete: it says where, what is
/// wrong, and what would be valid.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A plugin broke a rule (exit status 3). Most often a policy gave an answer that its actor's book does not
/// allow.
struct RuleBroken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The names in the given order as "a, b, c"; "(none)" when there is none.
inline std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "(none)" : text;
}

} // namespace malha
