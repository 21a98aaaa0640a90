// SPDX-License-Identifier: MIT
#include "sbatch_words.hpp"

#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <array>

namespace malha {
namespace {

/// An option that Malha sets: its long name, and its letter where it has one.
struct OwnOption {
  std::string name;
  char letter;
};

const std::array<OwnOption, 8> own_options{{{"--array", 'a'},
                                            {"--dependency", 'd'},
                                            {"--output", 'o'},
                                            {"--cpus-per-task", 'c'},
                                            {"--ntasks", 'n'},
                                            {"--wrap", '\0'},
                                            {"--parsable", '\0'},
                                            {"--test-only", '\0'}}};

/// Letters of sbatch that take no value, so that another letter may stand behind them in the same word.
const std::string letters_without_value = "HhkOQsvVW";

/// sbatch takes the beginning of a long name for the name: --arr for --array.
bool sets_own_name(const std::string& word) {
  const auto name = word.substr(0, word.find('='));
  return std::any_of(own_options.begin(), own_options.end(),
                     [&](const auto& own) { return own.name.rfind(name, 0) == 0; });
}

bool sets_own_letter(const std::string& word) {
  const auto letter = word.find_first_not_of(letters_without_value, 1);
  return letter != std::string::npos &&
         std::any_of(own_options.begin(), own_options.end(),
                     [&](const auto& own) { return own.letter == word[letter]; });
}

} // namespace

SplitWords split_at_dashes(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return {{words.begin(), end}, {end == words.end() ? end : end + 1, words.end()}};
}

void check_sbatch_words(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word.size() < 2 || word.front() != '-' || word == "--")
      throw InputError(
          "submit: '" + word +
          "' after -- is not an option of sbatch; valid: each option with its value in one word, such as "
          "--account=NAME");
    if (word[1] == '-' ? sets_own_name(word) : sets_own_letter(word))
      throw InputError("submit: " + word +
                       " is set by malha submit itself; valid after --: other options of sbatch, such as "
                       "--account=NAME");
  }
}

} // namespace malha
