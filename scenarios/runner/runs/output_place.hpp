// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// Below it are the folders of commands that were given no -o.
inline constexpr const char* default_outputs = "malha-out";

/// How the new folder of a command is called: the command and its main inputs, of paths their last part
/// without its ending, joined by '-': "simulate-cluster.fcfs-lublin". A long name is cut.
std::string output_name(const std::string& command, const std::vector<std::string>& inputs);

/// Makes malha-out/<number>-<what>. The number, of three digits at least, is the one after the greatest there
/// is. Two commands that begin at once get two numbers. Throws CannotWrite.
std::filesystem::path make_new_folder(const std::string& what);

/// The folders malha-out/<number>-<what> that are there, the newest first.
std::vector<std::filesystem::path> earlier_folders(const std::string& what);

/// Removes what is in a folder, so that new results take its place. Throws InputError, and removes nothing,
/// unless everything in it is a file that Malha writes.
void remove_old_results(const std::filesystem::path& folder);

} // namespace malha
