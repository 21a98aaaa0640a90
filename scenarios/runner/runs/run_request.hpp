// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// A name, or the absolute path of a file, so that a command in another folder finds it.
std::string placed(const std::string& name);
std::string placed_workload(const std::string& name);
/// The value of a setting, or the absolute path of the file that it names. A shipped file keeps its name.
std::string placed_setting(const std::string& key, const std::string& value, const Library& library);

/// Writes and reads a request as JSON. Throws nlohmann::json::exception if a member is missing.
nlohmann::json json_of(const RunRequest& request);
RunRequest request_from(const nlohmann::json& json);

/// A request as machine.json keeps it. `files` are those that its plan names.
nlohmann::json json_of(const RunRequest& request, const std::map<std::string, std::filesystem::path>& files,
                       const Library& library);

/// The request by which the run of this folder was made. Throws InputError if the folder holds no run, or no
/// request.
RunRequest request_of_run(const std::filesystem::path& folder);

/// The commit of the sources, which stand beside the program in a build tree; an installed program has it in
/// its data. "": it is not known.
std::string commit_of(const std::filesystem::path& data);

} // namespace malha
