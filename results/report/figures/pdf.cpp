// SPDX-License-Identifier: MIT
#include "pdf.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace malha::page {
namespace {

namespace fs = std::filesystem;

/// Runs rsvg-convert from one file to another. Returns its exit status; 127 where there is no such program.
int convert(const std::string& from, const std::string& to) {
  std::string program = "rsvg-convert", format = "--format=pdf", output = "--output=" + to, input = from;
  const std::array<char*, 5> words{program.data(), format.data(), output.data(), input.data(), nullptr};
  std::string path =
      "PATH=" + std::string(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "/usr/bin:/bin");
  std::string date = "SOURCE_DATE_EPOCH=0"; // PDF has the date of its making in it
  const std::array<char*, 3> environment{path.data(), date.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, words.data(), environment.data()) != 0)
    return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

void write_pdf(const std::string& svg, const fs::path& file) {
  const fs::path drawing = file.string() + ".partial.svg";
  const fs::path whole = file.string() + ".partial";
  write_file(drawing, [&](std::ostream& out) { out << svg; });
  const int status = convert(drawing.string(), whole.string());
  std::error_code ignored, error;
  fs::remove(drawing, ignored);
  if (status == 0)
    fs::rename(whole, file, error);
  if (status != 0 || error)
    fs::remove(whole, ignored);
  if (status == 127)
    throw InputError("PDF needs the program rsvg-convert; valid: install Debian's librsvg2-bin, or -o " +
                     file.stem().string() + ".svg");
  if (status != 0)
    cannot_write(file, "rsvg-convert failed");
  if (error)
    cannot_write(file, error.message());
}

} // namespace malha::page
