// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/files.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace malha {

/// A new folder among the temporary files of the machine. The destructor removes it. Throws CannotWrite if
/// none can be made.
class ScratchFolder {
public:
  ScratchFolder() {
    const auto folder = std::filesystem::temp_directory_path();
    std::string name = (folder / "malha-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw CannotWrite(folder.string() + ": cannot be written: " + std::strerror(errno) +
                        "; valid: another folder for temporary files, in TMPDIR");
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// The path of `name` in the folder.
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
  std::filesystem::path path_;
};

} // namespace malha
