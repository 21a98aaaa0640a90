// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/commands/options.hpp"

namespace malha {

/// What the templates of a project leave open: @KEY@ stands for the value.
using Blanks = std::map<std::string, std::string>;
/// The files of a project by their place in it.
using Project = std::map<std::filesystem::path, std::string>;

/// A text with its blanks filled in. Keys are taken in their order.
std::string filled(std::string text, const Blanks& blanks);
/// The text of a template. Throws InputError when it is not there.
std::string template_in(const std::filesystem::path& file);
/// The project of a folder of templates: each file without its ".template", blanks filled in name and text.
/// Throws InputError when the folder is not there.
Project project_of(const std::filesystem::path& templates, const Blanks& blanks);
/// All of it or nothing: written beside its place, then renamed. Throws InputError.
void write_project(const Project& project, const std::filesystem::path& folder);

/// Whether a text is of lower case letters, digits and what is in `also`, and begins with a letter.
bool is_word(const std::string& text, const std::string& also);
/// The blanks of a plugin called "<folder>/<name>". Throws InputError when that is no such name, or is taken.
Blanks blanks_of_plugin(const std::string& kind, const std::string& name, bool taken);
/// The blanks of a plugin that is called by a word: a workload, a platform, a part. Throws InputError.
Blanks blanks_of_word(const std::string& kind, const std::string& name, bool taken);

/// A policy that answers the question of --question, with a deployment in which it does. Throws InputError.
Project new_policy(const std::string& name, const Options& options, const Library& library);

} // namespace malha
