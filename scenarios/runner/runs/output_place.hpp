// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// The folder in which commands without -o make theirs.
inline constexpr const char* default_outputs = "malha-out";

/// The name of a command's new folder: the command and its main inputs, joined by '-', as in
/// "simulate-cluster.fcfs-lublin". A path is its last part without its ending. A long name is cut.
std::string output_name(const std::string& command, const std::vector<std::string>& inputs);

/// Makes malha-out/<number>-<what>. The number, of three digits at least, follows the greatest that
/// exists. Two commands that begin at once get two numbers. Throws CannotWrite.
std::filesystem::path make_new_folder(const std::string& what);

/// The folders malha-out/<number>-<what> that exist, the newest first.
std::vector<std::filesystem::path> earlier_folders(const std::string& what);

/// Removes the content of a folder, so that new results take its place. Throws InputError, and removes
/// nothing, unless everything in it is a file that Malha writes.
void remove_old_results(const std::filesystem::path& folder);

} // namespace malha
