// SPDX-License-Identifier: MIT
#pragma once
#include "scratch_folder.hpp"

namespace malha {

/// A copy of a store, in a folder that the destructor removes.
class StoreCopy {
public:
  /// Ending of SQLite's write-ahead log, which has what is not in the store file yet.
  static constexpr const char* log_suffix = "-wal";

  /// Copies the store. Throws InputError if it cannot be read, CannotWrite if the copy cannot be written.
  explicit StoreCopy(const std::filesystem::path& store);

  const std::filesystem::path& file() const { return file_; }

private:
  ScratchFolder folder_;
  std::filesystem::path file_;
};

} // namespace malha
