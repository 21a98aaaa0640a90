// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha::external {

constexpr auto python_prefix = "python:", command_prefix = "external:";

/// What stands behind the prefix; "" if the text has another beginning.
std::string behind(const std::string& text, const std::string& prefix);
/// The words of a text, between which are blanks.
std::vector<std::string> words_of(const std::string& text);
/// The absolute path of a file; any other word as it is. A path with a blank would be two words, and is not
/// made.
std::string placed_word(const std::filesystem::path& word);
/// The name of a policy: it has no folders.
std::string name_of(const std::string& policy);
/// A list of files, separated by commas, without the folders of those that are there.
std::string file_names(const std::string& files);

} // namespace malha::external
