// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// The folder in which commands without -o make their output folders.
inline constexpr const char* default_outputs = "malha-out";

/// The name of a command's new folder: the command and its main inputs, joined by '-', as in
/// "simulate-cluster.fcfs-lublin". Of a path it has the name of the file without its ending. A long name is
/// cut.
std::string output_name(const std::string& command, const std::vector<std::string>& inputs);

/// Makes malha-out/<number>-<what>. The number, of at least three digits, is the greatest existing one
/// plus 1. Commands that run at the same time get different numbers. Throws CannotWrite.
std::filesystem::path make_new_folder(const std::string& what);

/// The existing folders malha-out/<number>-<what>, the greatest number first.
std::vector<std::filesystem::path> earlier_folders(const std::string& what);

/// Removes the content of a folder, to make room for new results. Throws InputError and removes nothing if
/// the folder has a file that Malha does not write.
void remove_old_results(const std::filesystem::path& folder);

} // namespace malha
