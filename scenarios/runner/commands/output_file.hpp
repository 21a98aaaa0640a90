// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace malha {

/// Checks that a command can write a file. Throws InputError, which begins with the name of the command, if
/// something else than a regular file exists there, or if the folder does not exist.
void check_output_file(const std::string& command, const std::filesystem::path& file);

} // namespace malha
