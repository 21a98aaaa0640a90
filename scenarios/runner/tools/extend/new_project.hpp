// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/commands/options.hpp"

namespace malha {

/// The values of the blanks of templates: @KEY@ stands for a value.
using Blanks = std::map<std::string, std::string>;
/// The files of a project by their place in it.
using Project = std::map<std::filesystem::path, std::string>;

/// Fills in the blanks of a text, in the order of the keys.
std::string filled(std::string text, const Blanks& blanks);
/// Reads the text of a template. Throws InputError if it does not exist.
std::string template_in(const std::filesystem::path& file);
/// The project of a folder of templates: each file without its ".template", with the blanks of its name and
/// text filled in. Throws InputError if the folder does not exist.
Project project_of(const std::filesystem::path& templates, const Blanks& blanks);
/// Writes all files of a project, or none: writes them into a temporary folder, and renames it. Throws
/// InputError.
void write_project(const Project& project, const std::filesystem::path& folder);

/// Whether a text begins with a letter, and has only lower case letters, digits and characters of `also`.
bool is_word(const std::string& text, const std::string& also);
/// The blanks of a plugin called "<folder>/<name>". Throws InputError if the name is not valid, or taken.
Blanks blanks_of_plugin(const std::string& kind, const std::string& name, bool taken);
/// The blanks of a plugin whose name is one word: a workload, a platform, a part. Throws InputError.
Blanks blanks_of_word(const std::string& kind, const std::string& name, bool taken);
/// The platform on which a first simulation asks the question, if that takes hosts of a kind: those of
/// machines that may sleep. Nothing for most questions. `files` has the folder "policies" with the templates.
std::optional<std::string> platform_for(const std::string& question, const std::filesystem::path& files);

/// The project of a policy that answers the question of --question, with a deployment that uses it. Throws
/// InputError.
Project new_policy(const std::string& name, const Options& options, const Library& library);
/// The same of a policy in Python: one file.
Project new_python_policy(const std::string& name, const Options& options, const Library& library);

} // namespace malha
