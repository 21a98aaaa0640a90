// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace malha {

/// Throws InputError, which begins with the name of the command, where a command cannot put a file: what is
/// there is no regular file, or there is no folder for it.
void check_output_file(const std::string& command, const std::filesystem::path& file);

} // namespace malha
