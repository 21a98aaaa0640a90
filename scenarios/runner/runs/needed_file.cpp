// SPDX-License-Identifier: MIT
#include "needed_file.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/files.hpp"
#include "results/files/sha256.hpp"

#include <cstdlib>
#include <map>
#include <tuple>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The sum of a file. Many commands read all scenarios, and several of these the same file.
const std::string& sum_of(const fs::path& file) {
  static std::map<std::tuple<fs::path, std::uintmax_t, fs::file_time_type>, std::string> known;
  const auto [sum, is_new] =
      known.try_emplace({fs::absolute(file), fs::file_size(file), fs::last_write_time(file)});
  if (is_new)
    sum->second = sha256_of(file);
  return sum->second;
}

void check_folder(const fs::path& folder, const std::string& who) {
  if (!is_there(folder) || !fs::is_directory(folder))
    throw InputError(who + ": " + folder.string() +
                     " is not a folder; valid: a folder of files that are not shipped");
}

} // namespace

std::string text_of_missing(const NeededFile& file) {
  return "needs " + file.name + ", which is not shipped (SHA-256 " + file.sha256 + "): get it from " +
         file.url + (file.note.empty() ? "" : " (" + file.note + ")") +
         ", and name its folder by --files or " + file_variables.front();
}

void find_file(NeededFile& file, const std::vector<fs::path>& folders) {
  for (const auto& folder : folders) {
    const auto path = folder / file.name;
    if (!is_there(path))
      continue;
    if (!fs::is_regular_file(path))
      throw InputError(path.string() + ": is no regular file; valid: the file with the SHA-256 sum " +
                       file.sha256);
    if (const auto& sum = sum_of(path); sum != file.sha256)
      throw InputError(path.string() + ": has the SHA-256 sum " + sum + "; valid: the file with the sum " +
                       file.sha256 + ", from " + file.url);
    file.path = path;
    return;
  }
}

std::vector<fs::path> folders_of_files(const std::vector<fs::path>& first) {
  for (const auto& folder : first)
    check_folder(folder, "--files");
  auto folders = first;
  for (const char* variable : file_variables)
    if (const char* named = std::getenv(variable))
      for (const auto& folder : split(named, ':'))
        if (!folder.empty()) {
          check_folder(folder, variable);
          folders.emplace_back(folder);
        }
  return folders;
}

} // namespace malha
