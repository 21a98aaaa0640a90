// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace malha {

/// The SHA-256 sum of a file's content (FIPS 180-4) in 64 hexadecimal digits, as `sha256sum` prints it:
/// others publish sums of their files so. Inputs of runs are known by `content_hash`, which is faster.
/// Neither SimGrid nor Boost nor SQLite brings SHA-256, and a cryptographic library would be one more package
/// to install for these sums alone. Throws InputError if the file cannot be read.
std::string sha256_of(const std::filesystem::path& file);

/// Whether the text is such a sum: 64 digits, 0 to 9 and a to f.
bool is_sha256(const std::string& text);

} // namespace malha
