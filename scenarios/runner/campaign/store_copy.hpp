// SPDX-License-Identifier: MIT
#pragma once
#include "scratch_folder.hpp"

namespace malha {

/// A copy of a store, in a folder that the destructor removes.
class StoreCopy {
public:
  /// Ending of the file in which SQLite keeps what a killed process left behind.
  static constexpr const char* log_suffix = "-wal";

  /// Throws InputError when the store cannot be read, CannotWrite when there is no room for a copy.
  explicit StoreCopy(const std::filesystem::path& store);

  const std::filesystem::path& file() const { return file_; }

private:
  ScratchFolder folder_;
  std::filesystem::path file_;
};

} // namespace malha
