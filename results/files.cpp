// SPDX-License-Identifier: MIT
#include "files.hpp"

#include "policies/sdk/input_files.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <array>
#include <cerrno>
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

std::string sentence_of(const fs::filesystem_error& error) {
  return error.path1().string() + ": " + error.code().message();
}

namespace {

/// The hash of a text that is given piece by piece: a UUID of version 5 (RFC 4122), of the SHA-1 of the name
/// space of object identifiers and the text.
class TextHash {
public:
  TextHash() {
    const auto space = boost::uuids::ns::oid();
    add({reinterpret_cast<const char*>(space.data), space.size()});
  }
  void add(std::string_view piece) { sha1_.process_bytes(piece.data(), piece.size()); }
  std::string text() {
    boost::uuids::detail::sha1::digest_type digest;
    sha1_.get_digest(digest);
    boost::uuids::uuid uuid;
    for (unsigned i = 0; i < uuid.size(); ++i)
      uuid.data[i] = static_cast<std::uint8_t>(digest[i / 4] >> (24 - 8 * (i % 4)) & 0xFFU);
    uuid.data[8] = static_cast<std::uint8_t>((uuid.data[8] & 0x3FU) | 0x80U); // variant
    uuid.data[6] = static_cast<std::uint8_t>((uuid.data[6] & 0x0FU) | 0x50U); // version
    return boost::uuids::to_string(uuid);
  }

private:
  boost::uuids::detail::sha1 sha1_;
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
