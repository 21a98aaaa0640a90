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

PolicyWords policy_words(const std::string& policy) {
  for (const std::string prefix :
       {python_prefix, socket_prefix, batsim_prefix, command_prefix}) // the longer first
    if (policy.compare(0, prefix.size(), prefix) == 0)
      return {prefix, policy.substr(prefix.size())};
  return {"", policy};
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
  const auto words = policy_words(policy);
  return words.prefix +
         (words.is_one_file() ? without_folder(words.rest) : with_files(words.rest, ' ', without_folder));
}

std::string file_names(const std::string& files) { return with_files(files, ',', without_folder); }

bool is_external(const std::string& policy) { return !policy_words(policy).prefix.empty(); }

std::string placed_policy(const std::string& policy) {
  const auto known = policy_words(policy);
  const auto& [prefix, rest] = known;
  if (prefix.empty())
    return policy;
  if (known.is_one_file()) {
    std::error_code unknown;
    return prefix + (fs::exists(rest, unknown) ? fs::absolute(rest).lexically_normal().string() : rest);
  }
  const auto words = words_of(rest);
  // A program without a folder is one on the PATH, whatever lies beside it.
  const bool is_on_path = !words.empty() && words.front().find('/') == std::string::npos;
  const auto placed = with_files(listed_words(words, is_on_path ? 1 : 0), ' ', placed_word);
  return prefix + (is_on_path ? words.front() + (placed.empty() ? "" : " ") : "") + placed;
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
