// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace malha {

/// Detects changes of an input file without reading it, by what the file system says.
class StampedFile {
public:
  /// Notes the state of the file. Call it before the file is hashed.
  explicit StampedFile(std::filesystem::path file);
  /// Reads what `to_json` of another process has written.
  explicit StampedFile(const nlohmann::json& json);
  nlohmann::json to_json() const;
  /// Whether the file cannot have changed since it was noted. False for a file that had just been changed
  /// then: clocks of file systems are coarse, and would not show another change.
  bool is_unchanged() const;

private:
  /// Of the file system: device, number of the file, size in B, and two dates with their nanoseconds.
  using Stamp = std::array<std::int64_t, 7>;
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::filesystem::path file_;
  std::optional<Stamp> stamp_; ///< nothing if it cannot be relied on
};

} // namespace malha
