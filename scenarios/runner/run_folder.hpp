// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include "policies/sdk/numbers.hpp"

#include <nlohmann/json.hpp>

namespace malha {

/// What a run says of the command it belongs to, in machine.json.
struct CommandInfo {
  std::string line;
  int workers = 1;
};

/// What identifies the run in its manifest: every input, by content, and every parameter. Nothing of the
/// machine.
nlohmann::json manifest_of(const SimulationPlan& plan, const RunRequest& request, const Library& library);

/// Throws InputError unless `folder` can take the results: it must be new, empty, or hold results of the same
/// inputs, or for a run of a scenario, of the same scenario.
void check_run_folder(const std::filesystem::path& folder, const nlohmann::json& manifest);

/// Removes results of other inputs, which a scenario is about to replace: should the run fail, they must not
/// pass for its own.
void remove_stale(const std::filesystem::path& folder, const nlohmann::json& manifest);

/// Simulates and fills the folder: files appear in it only when the run is over. To be called in a process of
/// its own.
Outcome run_into(const std::filesystem::path& folder, const SimulationPlan& plan, nlohmann::json manifest,
                 const CommandInfo& command);

/// The longest part of the path that exists.
std::filesystem::path existing_part(std::filesystem::path folder);

/// Removes what a run that did not end left in the folder, and folders that are empty then, up to `keep`.
void discard_partial(const std::filesystem::path& folder, const std::filesystem::path& keep);

} // namespace malha
