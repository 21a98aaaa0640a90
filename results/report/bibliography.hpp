// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace malha::page {

/// The entries of a BibTeX file by their keys, as they stand there. What is no entry is left out; where there
/// is no file, there are none.
std::map<std::string, std::string> bibliography(const std::filesystem::path& file);

} // namespace malha::page
