// SPDX-License-Identifier: MIT
#include "policy_words.hpp"

#include "external_policy.hpp"
#include "policies/sdk/split.hpp"

namespace malha::external {
namespace {

namespace fs = std::filesystem;

/// The words from this one on, with blanks in between.
std::string listed_words(const std::vector<std::string>& words, std::size_t first) {
  std::string text;
  for (auto i = first; i < words.size(); ++i)
    text += (text.empty() ? "" : " ") + words[i];
  return text;
}

/// The same list with another word for each that names a file.
template <class Change>
std::string with_files(const std::string& list, char separator, const Change& change) {
  std::string changed;
  for (const auto& part : split(list, separator))
    if (const std::string word(part); !word.empty()) {
      std::error_code unknown;
      changed += (changed.empty() ? "" : std::string(1, separator)) +
                 (fs::is_regular_file(word, unknown) ? change(fs::path(word)) : word);
    }
  return changed;
}

std::string without_folder(const fs::path& file) { return file.filename().string(); }

} // namespace

std::string behind(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : "";
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const auto& word : split(text, ' '))
    if (!word.empty())
      words.emplace_back(word);
  return words;
}

std::string placed_word(const fs::path& word) {
  std::error_code unknown;
  const auto placed = fs::absolute(word).lexically_normal().string();
  return fs::is_regular_file(word, unknown) && placed.find(' ') == std::string::npos ? placed : word.string();
}

std::string name_of(const std::string& policy) {
  if (const auto script = behind(policy, python_prefix); !script.empty())
    return python_prefix + without_folder(script);
  return command_prefix + with_files(behind(policy, command_prefix), ' ', without_folder);
}

std::string file_names(const std::string& files) { return with_files(files, ',', without_folder); }

bool is_external(const std::string& policy) {
  return policy.rfind(python_prefix, 0) == 0 || policy.rfind(command_prefix, 0) == 0;
}

std::string placed_policy(const std::string& policy) {
  if (policy.rfind(command_prefix, 0) == 0) {
    const auto words = words_of(behind(policy, command_prefix));
    // A program without a folder is one on the PATH, whatever lies beside it.
    const bool is_on_path = !words.empty() && words.front().find('/') == std::string::npos;
    const auto placed = with_files(listed_words(words, is_on_path ? 1 : 0), ' ', placed_word);
    return command_prefix + (is_on_path ? words.front() + (placed.empty() ? "" : " ") : "") + placed;
  }
  const auto script = behind(policy, python_prefix);
  std::error_code unknown;
  return fs::is_regular_file(script, unknown)
             ? python_prefix + fs::absolute(script).lexically_normal().string()
             : policy;
}

bool is_files(const std::string& key) {
  const std::string ending = ".files";
  return key.size() > ending.size() && key.compare(key.size() - ending.size(), ending.size(), ending) == 0;
}

std::string placed_files(const std::string& files) {
  return with_files(files, ',',
                    [](const fs::path& file) { return fs::absolute(file).lexically_normal().string(); });
}

} // namespace malha::external
