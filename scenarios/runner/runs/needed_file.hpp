// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// The variables of the environment that name folders of files that are not shipped, with ':' between them.
/// The second one is what tests called it before scenarios could need files.
inline constexpr std::array<const char*, 2> file_variables{"MALHA_FILES", "MALHA_TRACES"};

/// A file that a scenario reads and that is not shipped, since others publish it: <needs>.
struct NeededFile {
  std::string name;           ///< by which the scenario reads it: that of a file in a folder of the user
  std::string sha256;         ///< the SHA-256 sum of its content
  std::string url;            ///< where it is published
  std::string source;         ///< citation key
  std::string note;           ///< what else is to be known, such as its name there; "": nothing
  std::filesystem::path path; ///< where it lies here; "": nowhere

  bool is_here() const { return !path.empty(); }
};

/// What is missing, and where it is to be had, as part of a sentence: "needs lublin-1.swf, …".
std::string text_of_missing(const NeededFile& file);

/// Looks for the file in the folders, of which the first that has it wins. Throws InputError, which names
/// both sums, if the content has another one. The sum of a file is computed once in a process.
void find_file(NeededFile& file, const std::vector<std::filesystem::path>& folders);

/// The folders in which files are looked for that are not shipped: `first`, then those of `file_variables`.
/// Throws InputError if one is no folder.
std::vector<std::filesystem::path> folders_of_files(const std::vector<std::filesystem::path>& first);

} // namespace malha
