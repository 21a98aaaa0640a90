// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/runs/library.hpp"

namespace malha {

// These functions print what `malha describe` shows. Each `describe_…` returns whether it knows the name.

/// Prints "name: what", a sentence and a source.
void print_head(const std::string& name, const std::string& what, const std::string& sentence,
                const std::string& source);
/// Prints each parameter with its default value, its unit, its meaning, and the values that it accepts.
void print_parameters(const std::vector<ParameterSpec>& specs, const std::string& prefix);

/// Prints the file of a plugin that did not come with the program.
void print_file(const std::string& name, const Library& library);
/// Describes a policy or an actor.
bool describe_plugin(const std::string& name, const Library& library);
/// Describes a policy in another process.
bool describe_external(const std::string& name);
/// Describes a metric, a rule of claims, a rule of schedules or a command.
bool describe_part(const std::string& name, const Library& library);
/// Describes a question: who asks it, and who answers it.
bool describe_question(const std::string& name, const Library& library);
/// Describes "matrix": which architecture supports what.
bool describe_matrix(const std::string& name, const Library& library);
/// Describes "claims", "files", "metrics" or "rules" as a table in Markdown. The docs contain the first two
/// tables.
bool describe_table(const std::string& name);
/// The names that `describe_table` knows.
std::vector<std::string> described_tables();
/// All names that `malha describe` knows.
std::vector<std::string> described_names(const Library& library);
/// The kinds of names that `malha list` knows.
std::vector<std::string> listed_kinds();

/// The comment above the first element of an XML file, in one line: the purpose of the file. "": there is
/// none.
std::string comment_of(const std::filesystem::path& file);
/// Replaces blanks and ends of lines by one blank.
std::string in_one_line(const std::string& text);
/// "1 claim", "0 claims", "2 claims".
std::string counted(std::size_t number, const std::string& what);

/// "; did you mean …?" if some of `names` are similar to `name`; else "".
std::string suggestion(const std::string& name, const std::vector<std::string>& names);

} // namespace malha
