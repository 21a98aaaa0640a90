// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace malha::test {

namespace fs = std::filesystem;

inline const fs::path source_folder = MALHA_SOURCE_FOLDER;

/// Files below a folder whose extension is among those given, by path.
inline std::vector<fs::path> files_below(const fs::path& folder, const std::vector<std::string>& extensions) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (std::find(extensions.begin(), extensions.end(), entry.path().extension()) != extensions.end())
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// What the group of a pattern matches in a text, each time.
inline std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator();
       ++match)
    found.push_back(match->str(1));
  return found;
}

/// The files that the lines of a source include.
inline std::vector<std::string> includes_of(const std::string& source) {
  static const std::regex include(R"((?:^|\n)[ \t]*#[ \t]*include[ \t]*[<"]([^>"]*)[>"])");
  return matches(source, include);
}

inline bool is_of_simgrid(const std::string& include) {
  return include.find("simgrid/") != std::string::npos || include.find("xbt/") != std::string::npos;
}

} // namespace malha::test
