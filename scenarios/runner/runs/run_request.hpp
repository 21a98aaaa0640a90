// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha {

/// The absolute path, if the name of a platform, deployment or scenario is a path; otherwise the name. So a
/// command in another folder finds the file.
std::string placed(const std::string& name);
/// The same for the name of a workload.
std::string placed_workload(const std::string& name);
/// The absolute path, if the value of a setting names an existing file; otherwise the value, such as the name
/// of a shipped file.
std::string placed_setting(const std::string& key, const std::string& value, const Library& library);

/// Writes and reads a request as JSON. Throws nlohmann::json::exception if a member is missing.
nlohmann::json json_of(const RunRequest& request);
RunRequest request_from(const nlohmann::json& json);

/// A request as machine.json keeps it, with absolute paths. `files` are those of its plan.
nlohmann::json json_of(const RunRequest& request, const std::map<std::string, std::filesystem::path>& files,
                       const Library& library);

/// The request by which the run of this folder was made. Throws InputError if the folder holds no run, or no
/// request.
RunRequest request_of_run(const std::filesystem::path& folder);

/// The commit of the sources of the program; "": unknown. `data` is the folder of the shipped files. An
/// installed program has a file `commit` there; in a build tree, `data` is the Git repository.
std::string commit_of(const std::filesystem::path& data);

} // namespace malha
