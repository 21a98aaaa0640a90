// SPDX-License-Identifier: MIT
#include "store_copy.hpp"

#include "policies/sdk/errors.hpp"

#include <cerrno>
#include <cstring>

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

StoreCopy::StoreCopy(const fs::path& store) : file_(folder_.path() / store.filename()) {
  copy_bytes(store, file_);
  if (const fs::path log = store.string() + log_suffix; fs::exists(log))
    copy_bytes(log, file_.string() + log_suffix);
}

} // namespace malha
