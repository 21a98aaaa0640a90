// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace malha {

/// The first key of a JSON file that `is_wanted`, by which formats are told from each other; "": there is
/// none, or the file is no regular one. `depth` is the number of brackets around the key: 1 of the outermost
/// object. No more of the file is read than needed.
std::string first_key_of(const std::filesystem::path& file,
                         const std::function<bool(const std::string& key, int depth)>& is_wanted);

} // namespace malha
