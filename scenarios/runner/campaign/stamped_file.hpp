// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace malha {

/// Detects changes of an input file without reading it, by its dates and size in the file system.
class StampedFile {
public:
  /// Notes the state of the file. Call it before the file is hashed.
  explicit StampedFile(std::filesystem::path file);
  /// Reads what `to_json` has written, in this or another process.
  explicit StampedFile(const nlohmann::json& json);
  nlohmann::json to_json() const;
  /// Whether the file cannot have changed since its state was noted. False if it had changed just before
  /// that: the clock of a file system is coarse, so that its dates may not show another change.
  bool is_unchanged() const;

private:
  /// Device, inode, size in B, and the dates of the last change of the content and of the inode, each in s
  /// and ns.
  using Stamp = std::array<std::int64_t, 7>;
  static std::optional<Stamp> stamp_of(const std::filesystem::path& file);

  std::filesystem::path file_;
  std::optional<Stamp> stamp_; ///< nothing if it would not show each change
};

} // namespace malha
