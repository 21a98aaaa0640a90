// SPDX-License-Identifier: MIT
#include "output_file.hpp"

#include "policies/sdk/errors.hpp"

namespace malha {

namespace fs = std::filesystem;

void check_output_file(const std::string& command, const fs::path& file) {
  const auto there = fs::symlink_status(file);
  if (fs::exists(there) && !fs::is_regular_file(there))
    throw InputError(command + ": " + file.string() +
                     " exists and is not a regular file; valid: another path");
  const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder))
    throw InputError(command + ": " + folder.string() + " is not a folder; valid: an existing folder");
}

} // namespace malha
