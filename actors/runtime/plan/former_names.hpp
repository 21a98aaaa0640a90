// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// The name of an actor today. A former name is noted on standard error, each name once in a command. The
/// next version no longer reads former names.
std::string current_name(const std::string& name);

/// The names of several actors today.
std::vector<std::string> current_names(std::vector<std::string> names);

/// The text of a manifest in which each former name of an actor is replaced by the name of today. Notes
/// nothing.
std::string with_current_names(std::string manifest);

} // namespace malha
