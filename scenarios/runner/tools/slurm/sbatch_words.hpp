// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// The words of a command line on either side of "--".
struct SplitWords {
  std::vector<std::string> before;
  std::vector<std::string> behind;
};
SplitWords split_at_dashes(const std::vector<std::string>& words);

/// Checks the words after "--", which are passed to sbatch. Throws InputError on a word that is no option,
/// and on an option that Malha sets itself.
void check_sbatch_words(const std::vector<std::string>& words);

} // namespace malha
