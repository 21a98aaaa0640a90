// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// A name, or the whole path of a file, so that it is found wherever the next command is given.
std::string placed(const std::string& name);
std::string placed_workload(const std::string& name);
/// The value of a setting, or the whole path of a file that it names. A shipped file keeps its name.
std::string placed_setting(const std::string& key, const std::string& value, const Library& library);

/// A request, and back. Throws nlohmann::json::exception where something is missing.
nlohmann::json json_of(const RunRequest& request);
RunRequest request_from(const nlohmann::json& said);

/// A request as machine.json keeps it. `files` are those that its plan names.
nlohmann::json json_of(const RunRequest& request, const std::map<std::string, std::filesystem::path>& files,
                       const Library& library);

/// What was asked for when the run of this folder was made. Throws InputError when the folder holds no run,
/// or does not say it.
RunRequest request_of_run(const std::filesystem::path& folder);

/// The commit of the sources, which stand beside the program in a build tree; an installed program has it in
/// its data. "": it is not known.
std::string commit_of(const std::filesystem::path& data);

} // namespace malha
