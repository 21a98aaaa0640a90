// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace malha {

/// An input file as the file system describes it: a way to see that it has not changed without reading it.
class StampedFile {
public:
  /// Notes how the file is now. To be called before the file is hashed.
  explicit StampedFile(std::filesystem::path file);
  /// As another process has told it.
  explicit StampedFile(const nlohmann::json& told);
  nlohmann::json told() const;
  /// Whether the file is certainly as it was when it was noted. False for a file that had just been changed
  /// then: clocks of file systems are coarse, and would not show one more change.
  bool is_unchanged() const;

private:
  /// Of the file system: device, number of the file, size in B, and two dates with their nanoseconds.
  using Stamp = std::array<std::int64_t, 7>;
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::filesystem::path file_;
  std::optional<Stamp> stamp_; ///< nothing where it cannot be relied on
};

} // namespace malha
