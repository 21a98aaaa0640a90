// SPDX-License-Identifier: MIT
#include "output_place.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "run_folder.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The number of a folder, 12 of "012-run-x"; 0 if it has none.
int number_of(const std::string& name) {
  const auto end = name.find_first_not_of("0123456789");
  return parse_number<int>(name.substr(0, end)).value_or(0);
}

/// The name without its number, "run-x" of "012-run-x"; "" if it has none.
std::string without_number(const std::string& name) {
  const auto dash = name.find('-');
  return dash == std::string::npos || number_of(name) == 0 ? "" : name.substr(dash + 1);
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().filename().string());
  return names;
}

std::string padded(int number) {
  const auto digits = std::to_string(number);
  return std::string(digits.size() < 3 ? 3 - digits.size() : 0, '0') + digits;
}

/// The names of all files that commands leave in their folders.
const std::set<std::string>& own_files() {
  static const auto names = [] {
    std::set<std::string> all{"campaign.sqlite",         "campaign.sqlite-wal", "campaign.sqlite-shm",
                              "campaign.sqlite-journal", "report.html",         "shard.json",
                              "progress.json",           "whatif.json"};
    for (const auto& file : result_files()) {
      all.insert(file.name);
      all.insert(compressed_name(file.name));
    }
    return all;
  }();
  return names;
}

/// Whether Malha writes files of this name. A file that is not complete yet ends in ".partial".
bool is_own_file(const fs::path& file) {
  const auto name = file.extension() == ".partial" ? file.stem() : file.filename();
  return own_files().count(name.string()) > 0;
}

} // namespace

std::string output_name(const std::string& command, const std::vector<std::string>& inputs) {
  constexpr std::size_t longest = 80; // in characters
  std::string name = command;
  for (const auto& input : inputs) {
    const bool is_file = input.find('/') != std::string::npos || fs::path(input).extension() == ".xml";
    auto last = fs::path(input).filename();
    if (is_file || is_there(input)) // "trace" of "trace.swf.gz"
      while (last.has_extension())
        last = last.stem();
    name += '-';
    name += last.string();
  }
  for (auto& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-')
      c = '_';
  return name.substr(0, longest);
}

fs::path make_new_folder(const std::string& what) {
  const fs::path root = default_outputs;
  make_folder(root);
  for (int number = 0;;) {
    for (const auto& name : names_in(root))
      number = std::max(number, number_of(name));
    const auto digits = padded(++number);
    const auto taken = root / digits; // the command that makes it has the number
    std::error_code error;
    if (!fs::create_directory(taken, error)) {
      if (error)
        cannot_write(taken, error.message());
      continue;
    }
    // Since the names were read, another command may have taken the number and renamed its folder.
    const auto names = names_in(root);
    const auto begin = digits + "-";
    if (std::any_of(names.begin(), names.end(),
                    [&](const auto& name) { return name.rfind(begin, 0) == 0; })) {
      fs::remove(taken, error);
      continue;
    }
    auto folder = root / (begin + what);
    fs::rename(taken, folder);
    return folder;
  }
}

std::vector<fs::path> earlier_folders(const std::string& what) {
  std::vector<std::string> names;
  for (const auto& name : names_in(default_outputs))
    if (without_number(name) == what)
      names.push_back(name);
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return number_of(a) > number_of(b); });
  std::vector<fs::path> folders;
  for (const auto& name : names)
    folders.push_back(fs::path(default_outputs) / name);
  return folders;
}

void remove_old_results(const fs::path& folder) {
  if (!fs::is_directory(folder))
    return;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto type = entry.symlink_status().type();
    if (type != fs::file_type::directory && (type != fs::file_type::regular || !is_own_file(entry.path())))
      throw InputError("--overwrite: " + entry.path().string() +
                       " is no file that Malha writes; valid: another folder (-o), or move the file away");
  }
  for (const auto& name : names_in(folder))
    fs::remove_all(folder / name);
}

} // namespace malha
