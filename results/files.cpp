// SPDX-License-Identifier: MIT
#include "files.hpp"

#include "policies/sdk/input_files.hpp"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace malha {

namespace fs = std::filesystem;

void cannot_write(const fs::path& file, const std::string& reason) {
  throw CannotWrite(file.string() + ": cannot be written: " + reason);
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
  fs::rename(temporary, file);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error == std::errc::no_space_on_device)
    cannot_write(folder, error.message());
  if (error)
    throw InputError("output folder " + folder.string() + ": cannot be written: " + error.message());
}

std::string content_hash(const fs::path& file) {
  refuse_endless(file);
  std::ifstream in(file, std::ios::binary);
  return text_hash({std::istreambuf_iterator<char>(in), {}});
}

std::string text_hash(const std::string& text) {
  const boost::uuids::name_generator_sha1 generator(boost::uuids::ns::oid());
  return boost::uuids::to_string(generator(text));
}

} // namespace malha
