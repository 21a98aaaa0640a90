// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

namespace malha {

/// A result could not be written, as on a full disk (exit status 5): nothing else would be either.
struct CannotWrite : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "<file>: cannot be written: <what the system says>".
[[noreturn]] void cannot_write(const std::filesystem::path& file, const std::string& reason);

/// Opens a file for writing. Throws CannotWrite.
std::ofstream open_for_writing(const std::filesystem::path& file);

/// Closes it. Throws CannotWrite unless everything is in the file.
void close_written(std::ofstream& out, const std::filesystem::path& file);

/// Writes a file whole or not at all: under a temporary name, then renamed. Throws CannotWrite.
void write_file(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write);

/// Makes the folder and those above it. Throws CannotWrite where the disk is full, InputError elsewhere.
void make_folder(const std::filesystem::path& folder);

/// Whether something of that name is there; what cannot be a name, such as one that is too long, is not.
bool is_there(const std::filesystem::path& path);

/// "<path>: <what the system says>".
std::string sentence_of(const std::filesystem::filesystem_error& error);

/// A hash of the content: two files with the same have the same bytes.
std::string content_hash(const std::filesystem::path& file);
/// The same of a text.
std::string text_hash(const std::string& text);

} // namespace malha
