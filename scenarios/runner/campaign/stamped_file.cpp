// SPDX-License-Identifier: MIT
#include "stamped_file.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <ctime>

namespace malha {

std::optional<StampedFile::Stamp> StampedFile::stamp_of(const std::filesystem::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0)
    return std::nullopt;
  return Stamp{static_cast<std::int64_t>(found.st_dev),
               static_cast<std::int64_t>(found.st_ino),
               found.st_size,
               found.st_mtim.tv_sec,
               found.st_mtim.tv_nsec,
               found.st_ctim.tv_sec,
               found.st_ctim.tv_nsec};
}

StampedFile::StampedFile(std::filesystem::path file) : file_(std::move(file)), stamp_(stamp_of(file_)) {
  constexpr std::time_t coarsest_clock = 2; // in s
  constexpr std::size_t changed = 5;        // position in the stamp of the last change of the inode, in s
  if (stamp_ && (*stamp_)[changed] + coarsest_clock >= std::time(nullptr))
    stamp_.reset();
}

StampedFile::StampedFile(const nlohmann::json& json) : file_(json.at(0).get<std::string>()) {
  if (!json.at(1).is_null())
    stamp_ = json.at(1).get<Stamp>();
}

nlohmann::json StampedFile::to_json() const {
  return {file_.string(), stamp_ ? nlohmann::json(*stamp_) : nlohmann::json()};
}

bool StampedFile::is_unchanged() const { return stamp_ && stamp_of(file_) == stamp_; }

} // namespace malha
