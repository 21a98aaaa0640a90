// SPDX-License-Identifier: MIT
#include "store_copy.hpp"

#include "policies/sdk/errors.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace malha {
namespace {

namespace fs = std::filesystem;

void copy_bytes(const fs::path& from, const fs::path& to) {
  std::ifstream in(from, std::ios::binary);
  if (!in)
    throw InputError(from.string() + ": cannot be read: " + std::strerror(errno));
  auto out = open_for_writing(to);
  if (in.peek() != std::ifstream::traits_type::eof())
    out << in.rdbuf();
  close_written(out, to);
}

} // namespace

/// A campaign may be writing while its store is copied. It mostly appends to the log, of which SQLite ignores
/// an incomplete end. If it wrote into the store itself meanwhile, the two copies may not fit: both are made
/// again.
StoreCopy::StoreCopy(const fs::path& store) : file_(folder_.path() / store.filename()) {
  constexpr int most_tries = 50;
  constexpr auto pause = std::chrono::milliseconds(20);
  const fs::path log = store.string() + log_suffix, log_copy = file_.string() + log_suffix;
  for (int tries = 1;; ++tries) {
    std::error_code none;
    const auto before = fs::last_write_time(store, none);
    copy_bytes(store, file_);
    fs::remove(log_copy);
    if (fs::exists(log))
      copy_bytes(log, log_copy);
    if (fs::last_write_time(store, none) == before || tries == most_tries)
      return;
    std::this_thread::sleep_for(pause);
  }
}

} // namespace malha
