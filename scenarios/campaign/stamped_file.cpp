// SPDX-License-Identifier: MIT
#include "stamped_file.hpp"

#include <ctime>
#include <tuple>

namespace malha {
namespace {

std::optional<struct stat> stamp_of(const std::filesystem::path& file) {
  struct stat stamp {};
  if (stat(file.c_str(), &stamp) != 0)
    return std::nullopt;
  return stamp;
}

auto parts_of(const struct stat& stamp) {
  return std::tuple(stamp.st_dev, stamp.st_ino, stamp.st_size, stamp.st_mtim.tv_sec, stamp.st_mtim.tv_nsec,
                    stamp.st_ctim.tv_sec, stamp.st_ctim.tv_nsec);
}

} // namespace

StampedFile::StampedFile(std::filesystem::path file) : file_(std::move(file)), stamp_(stamp_of(file_)) {
  constexpr std::time_t coarsest_clock = 2; // in s
  if (stamp_ && stamp_->st_ctim.tv_sec + coarsest_clock >= std::time(nullptr))
    stamp_.reset();
}

bool StampedFile::is_unchanged() const {
  if (!stamp_)
    return false;
  const auto now = stamp_of(file_);
  return now && parts_of(*now) == parts_of(*stamp_);
}

} // namespace malha
