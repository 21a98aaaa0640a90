// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

namespace malha {

/// A result could not be written, for example since the disk is full (exit status 5). Further results would
/// fail in the same way.
struct CannotWrite : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws CannotWrite: "<file>: cannot be written: <error of the system>", and what to do if the user lacks
/// the permission.
[[noreturn]] void cannot_write(const std::filesystem::path& file, const std::string& reason);

/// Opens a file for writing. Throws CannotWrite.
std::ofstream open_for_writing(const std::filesystem::path& file);

/// Closes the file. Throws CannotWrite unless everything is in it.
void close_written(std::ofstream& out, const std::filesystem::path& file);

/// Writes a file whole or not at all: it has a temporary name until it is complete. Throws CannotWrite.
void write_file(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write);

/// Makes the folder, and the folders above it. Throws CannotWrite if the disk is full, InputError on other
/// errors.
void make_folder(const std::filesystem::path& folder);

/// Whether the path exists. The answer is no for a text that cannot be a path, for example if it is too
/// long.
bool is_there(const std::filesystem::path& path);

/// The name of a file as gzip.
inline std::string compressed_name(const std::string& name) { return name + ".gz"; }
/// The file, or its gzip file if only that exists.
std::filesystem::path plain_or_compressed(const std::filesystem::path& file);
/// Whether the file exists, plain or as gzip.
inline bool is_written(const std::filesystem::path& file) { return is_there(plain_or_compressed(file)); }

/// The error as a text: "<path>: <error of the system>".
std::string sentence_of(const std::filesystem::filesystem_error& error);

/// A hash of the file's content, in 32 hexadecimal digits. Two files with the same hash have the same bytes,
/// unless they were made on purpose to collide.
std::string content_hash(const std::filesystem::path& file);
/// The hash of a file with this text.
std::string text_hash(const std::string& text);

} // namespace malha
