// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// The version of SimGrid that is linked: "3.32.0".
std::string simgrid_version();
/// The name of SimGrid in messages: "SimGrid 3.32".
const std::string& simgrid_name();
/// "simgrid-4" if some results differ from those of SimGrid 3.32, of which the common references are; "" if
/// none does.
std::string simgrid_of_other_results();
/// The page of SimGrid's manual that lists its options.
std::string simgrid_options_manual();

/// The shared libraries in which simulations run: SimGrid's, and the one of this runtime.
std::vector<std::filesystem::path> runtime_libraries();
/// The file of the library or program that some code is in.
std::filesystem::path file_of_code(const void* code);

} // namespace malha
