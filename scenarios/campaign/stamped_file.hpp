// SPDX-License-Identifier: MIT
#pragma once
#include <sys/stat.h>

#include <filesystem>
#include <optional>

namespace malha {

/// An input file as the file system describes it: a way to see that it has not changed without reading it.
class StampedFile {
public:
  /// Notes how the file is now. To be called before the file is hashed.
  explicit StampedFile(std::filesystem::path file);
  /// Whether the file is certainly as it was when it was noted. False for a file that had just been changed
  /// then: clocks of file systems are coarse, and would not show one more change.
  bool is_unchanged() const;

private:
  std::filesystem::path file_;
  std::optional<struct stat> stamp_; ///< nothing where it cannot be relied on
};

} // namespace malha
