// SPDX-License-Identifier: MIT
#include "simgrid_library.hpp"

#include <dlfcn.h>
#include <simgrid/forward.h>
#include <simgrid/version.h> // needs what forward.h includes

#include <stdexcept>

namespace malha {
namespace {

/// "3.32".
std::string short_version() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  return std::to_string(major) + "." + std::to_string(minor);
}

} // namespace

std::string simgrid_version() {
  int major = 0, minor = 0, patch = 0;
  sg_version_get(&major, &minor, &patch);
  return short_version() + "." + std::to_string(patch);
}

const std::string& simgrid_name() {
  static const std::string name = "SimGrid " + short_version();
  return name;
}

std::string simgrid_of_other_results() {
  const auto version = short_version();
  const auto major = version.substr(0, version.find('.'));
  return major == "3" ? "" : "simgrid-" + major;
}

std::string simgrid_options_manual() {
  return "https://simgrid.org/doc/v" + short_version() + "/Configuring_SimGrid.html";
}

std::filesystem::path file_of_code(const void* code) {
  Dl_info found{};
  if (dladdr(code, &found) == 0)
    throw std::logic_error("code is in no file");
  return std::filesystem::canonical(found.dli_fname);
}

std::vector<std::filesystem::path> runtime_libraries() {
  return {file_of_code(reinterpret_cast<const void*>(&sg_version_get)),
          file_of_code(reinterpret_cast<const void*>(&runtime_libraries))};
}

} // namespace malha
