// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace malha::page {

/// The entries of a BibTeX file by their keys, as written. Other text is left out; without a file there are
/// no entries.
std::map<std::string, std::string> bibliography(const std::filesystem::path& file);

} // namespace malha::page
