// SPDX-License-Identifier: MIT
#pragma once
#include <sys/stat.h>

#include <filesystem>
#include <optional>

namespace malha {

/// An input file as the file system describes it: a way to see that it has not changed without reading it.
class StampedFile {
public:
  /// Notes how the file is now. To be called before the file is read.
  explicit StampedFile(std::filesystem::path file);
  /// Whether the file is certainly as it was. A file that had just been changed when it was noted never is:
  /// the clocks of file systems are coarse, so that one more change would not be seen.
  bool is_unchanged() const;

private:
  std::filesystem::path file_;
  std::optional<struct stat> stamp_; ///< nothing where it cannot be relied on
};

} // namespace malha
