// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>

namespace malha {

/// Throws InputError unless the run in the folder had the inputs of the manifest `now`. `done` is what cannot
/// be done with other inputs: "repeated". Other versions of Malha and SimGrid are only printed.
void check_same_inputs(const std::filesystem::path& folder, const nlohmann::json& now,
                       const std::string& done);

} // namespace malha
