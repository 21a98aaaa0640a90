// SPDX-License-Identifier: MIT
#include "new_project.hpp"
#include "policies/sdk/input_files.hpp"
#include "results/files/files.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// "WidestFirst" from "widest_first".
std::string class_name(const std::string& stem) {
  std::string name;
  bool upper = true;
  for (const char c : stem) {
    if (c != '_')
      name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '_';
  }
  return name;
}

} // namespace

std::string filled(std::string text, const Blanks& blanks) {
  for (const auto& [key, value] : blanks) {
    const std::string blank = "@" + key + "@";
    for (auto at = text.find(blank); at != std::string::npos; at = text.find(blank, at + value.size()))
      text.replace(at, blank.size(), value);
  }
  return text;
}

std::string template_in(const fs::path& file) {
  const auto text = all_bytes(file);
  if (!text)
    throw InputError(file.string() + ": is not there; this Malha cannot write such a project");
  return *text;
}

Project project_of(const fs::path& templates, const Blanks& blanks) {
  Project project;
  if (!is_there(templates))
    throw InputError("new: " + templates.string() +
                     " is not there; valid: install malha-dev, which has the " + "templates of projects");
  for (const auto& entry : fs::recursive_directory_iterator(templates))
    if (entry.path().extension() == ".template") {
      const auto place = fs::relative(entry.path(), templates).replace_extension().string();
      project[filled(place, blanks)] = filled(template_in(entry.path()), blanks);
    }
  return project;
}

bool is_word(const std::string& text, const std::string& also) {
  const auto fits = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || also.find(c) != std::string::npos;
  };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
         std::all_of(text.begin(), text.end(), fits);
}

Blanks blanks_of_plugin(const std::string& kind, const std::string& name, bool taken) {
  const auto slash = std::min(name.find('/'), name.size());
  const std::string folder = name.substr(0, slash), stem = name.substr(std::min(slash + 1, name.size()));
  if (!is_word(folder, "_") || !is_word(stem, "_"))
    throw InputError(
        "new: '" + name + "' cannot be the name of " + (kind.front() == 'a' ? "an " : "a ") + kind +
        "; valid: <folder>/<name> in lower case letters, digits and '_', such as mine/widest_first");
  if (taken)
    throw InputError("new: the name '" + name + "' is taken; malha describe " + name);
  return {{"NAME", name},
          {"FOLDER", folder},
          {"STEM", stem},
          {"CLASS", class_name(stem)},
          {"DOTTED", folder + "." + stem},
          {"VERSION", MALHA_VERSION}};
}

Blanks blanks_of_word(const std::string& kind, const std::string& name, bool taken) {
  if (!is_word(name, "_"))
    throw InputError("new: '" + name + "' cannot be the name of " + (kind.front() == 'a' ? "an " : "a ") +
                     kind + "; valid: lower case letters, digits and '_', such as my_" + kind);
  if (taken)
    throw InputError("new: the name '" + name + "' is taken; malha describe " + name);
  return {{"STEM", name}, {"CLASS", class_name(name)}, {"VERSION", MALHA_VERSION}};
}

void write_project(const Project& project, const fs::path& folder) {
  const fs::path partial = folder.string() + ".partial";
  std::error_code error;
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder, error)))
    throw InputError("new: " + folder.string() +
                     " is there already; valid: another folder (-o), or remove it");
  if (fs::exists(partial))
    throw InputError("new: " + partial.string() + " is in the way; valid: another folder (-o), or remove it");
  try {
    for (const auto& [place, text] : project) {
      make_folder((partial / place).parent_path());
      write_file(partial / place, [&text = text](std::ostream& out) { out << text; });
    }
    fs::rename(partial, folder);
  } catch (...) {
    fs::remove_all(partial, error);
    throw;
  }
}

std::optional<std::string> platform_for(const std::string& question, const fs::path& files) {
  const fs::path written = (files / "policies" / question).string() + ".platform.template";
  return is_there(written) ? std::optional(template_in(written)) : std::nullopt;
}

} // namespace malha
