// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runs/library.hpp"

namespace malha {

// What `malha describe` prints. Each `describe_…` answers whether it knows the name.

/// "name: what", a sentence and a source.
void print_head(const std::string& name, const std::string& what, const std::string& sentence,
                const std::string& source);
/// Each parameter with its default value, its unit, its meaning and what it accepts.
void print_parameters(const std::vector<ParameterSpec>& specs, const std::string& prefix);

/// Where a plugin is, when it did not come with the program.
void print_file(const std::string& name, const Library& library);
/// A policy or an actor.
bool describe_plugin(const std::string& name, const Library& library);
/// A metric, a rule of claims or a command.
bool describe_part(const std::string& name, const Library& library);
/// A question: who asks it, who answers it.
bool describe_question(const std::string& name, const Library& library);
/// "matrix": which architecture bears what.
bool describe_matrix(const std::string& name, const Library& library);
/// "claims", "files" or "metrics": a table in Markdown; the docs have the first two.
bool describe_table(const std::string& name);
/// The names that `describe_table` knows.
std::vector<std::string> described_tables();

/// "; did you mean …?" when one of the names is near, or its last part is that name.
std::string suggestion(const std::string& name, const std::vector<std::string>& names);

} // namespace malha
