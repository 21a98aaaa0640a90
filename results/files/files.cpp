// SPDX-License-Identifier: MIT
#include "files.hpp"

#include "policies/sdk/input_files.hpp"

#define XXH_INLINE_ALL // a header alone, so that there is no library to find
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace malha {

namespace fs = std::filesystem;

namespace {

/// What to do next where nobody, or not this user, may write at all, as in a container without write access;
/// "" for other reasons.
std::string advice(const std::string& reason) {
  for (const int closed : {EROFS, EACCES, EPERM})
    if (reason == std::strerror(closed))
      return "; valid: a folder where you may write";
  return "";
}

} // namespace

void cannot_write(const fs::path& file, const std::string& reason) {
  throw CannotWrite(file.string() + ": cannot be written: " + reason + advice(reason));
}

std::ofstream open_for_writing(const fs::path& file) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (!out)
    cannot_write(file, std::strerror(errno));
  return out;
}

void close_written(std::ofstream& out, const fs::path& file) {
  errno = 0;
  const bool failed_before = !out;
  out.close();
  if (!out) // a stream that failed earlier has lost the reason
    cannot_write(file, std::strerror(failed_before || errno == 0 ? ENOSPC : errno));
}

void write_file(const fs::path& file, const std::function<void(std::ostream&)>& write) {
  const fs::path temporary = file.string() + ".partial";
  auto out = open_for_writing(temporary);
  try {
    write(out);
    close_written(out, file);
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) {
    fs::remove(temporary);
    cannot_write(file, error.message());
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error == std::errc::no_space_on_device)
    cannot_write(folder, error.message());
  if (error)
    throw InputError("output folder " + folder.string() + ": cannot be written: " + error.message() +
                     advice(error.message()));
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

fs::path plain_or_compressed(const fs::path& file) {
  const auto compressed = file.parent_path() / compressed_name(file.filename().string());
  return !is_there(file) && is_there(compressed) ? compressed : file;
}

std::string sentence_of(const fs::filesystem_error& error) {
  return error.path1().string() + ": " + error.code().message();
}

namespace {

/// The hash of a text that is given piece by piece: XXH3 of 128 bits.
class TextHash {
public:
  TextHash() { XXH3_128bits_reset(&state_); }
  void add(std::string_view piece) { XXH3_128bits_update(&state_, piece.data(), piece.size()); }
  /// 32 hexadecimal digits.
  std::string text() const {
    const auto hash = XXH3_128bits_digest(&state_);
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, hash.high64, hash.low64);
    return digits;
  }

private:
  XXH3_state_t state_;
};

} // namespace

std::string content_hash(const fs::path& file) {
  refuse_endless(file);
  std::ifstream in(file, std::ios::binary);
  TextHash hash;
  for (std::array<char, 65536> piece; in;) {
    in.read(piece.data(), piece.size());
    hash.add({piece.data(), static_cast<std::size_t>(in.gcount())});
  }
  return hash.text();
}

std::string text_hash(const std::string& text) {
  TextHash hash;
  hash.add(text);
  return hash.text();
}

} // namespace malha
