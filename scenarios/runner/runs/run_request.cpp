// SPDX-License-Identifier: MIT
#include "run_request.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "actors/runtime/plan/former_names.hpp"
#include "readable.hpp"
#include "results/files/files.hpp"
#include "run_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string absolute_path(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

std::string first_line(const fs::path& file) {
  std::error_code error;
  std::ifstream in;
  if (fs::is_regular_file(file, error))
    in.open(file);
  std::string line;
  std::getline(in, line);
  return line;
}

/// The commit of a reference, such as refs/heads/main, in the file in which Git packs many of them; "": none.
std::string packed_commit(const fs::path& file, const std::string& reference) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return "";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (const auto blank = line.find(' '); blank != std::string::npos && line.substr(blank + 1) == reference)
      return line.substr(0, blank);
  return "";
}

} // namespace

std::string placed(const std::string& name) { return is_path(name) ? absolute_path(name) : name; }

std::string placed_workload(const std::string& name) {
  return is_workload_path(name) ? absolute_path(name) : name;
}

std::string placed_setting(const std::string& key, const std::string& value, const Library& library) {
  if (external::is_external(value))
    return external::placed_policy(value);
  if (external::is_files(key))
    return external::placed_files(value);
  return !value.empty() && library.is_file_setting(key) && is_there(value) ? absolute_path(value) : value;
}

json json_of(const RunRequest& request) {
  json said{{"platform", request.platform},
            {"deployment", request.deployment},
            {"workload", request.workload},
            {"settings", request.settings},
            {"seed", request.seed},
            {"simgrid_options", request.simgrid_options},
            {"environment", request.environment}};
  if (!request.files.empty())
    said["files"] = request.files;
  return said;
}

RunRequest request_from(const json& said) {
  return {said.at("platform"),
          said.at("deployment"),
          said.at("workload"),
          said.at("settings"),
          said.at("seed"),
          said.at("simgrid_options"),
          current_names(said.at("environment")),
          said.value("files", Settings())};
}

json json_of(const RunRequest& request, const std::map<std::string, fs::path>& files,
             const Library& library) {
  auto absolute = request;
  absolute.platform = placed(request.platform);
  absolute.deployment = placed(request.deployment);
  absolute.workload = placed_workload(request.workload);
  for (auto& [key, value] : absolute.settings) // the policy may be named in the deployment
    value = external::is_files(key) ? external::placed_files(value) : external::placed_policy(value);
  absolute.files.clear();
  for (const auto& [name, file] : files)
    if (file != library.shipped_file(name))
      absolute.files[name] = absolute_path(file.string());
  return json_of(absolute);
}

RunRequest request_of_run(const fs::path& folder) {
  const auto machine = read_json(folder / "machine.json");
  if (!fs::exists(folder / "manifest.json") || !machine.is_object())
    throw InputError(folder.string() + ": holds no run; valid: a folder with manifest.json and machine.json");
  if (!machine.contains("request"))
    throw InputError(folder.string() +
                     ": its machine.json has no 'request', which says what was simulated; valid: a folder of "
                     "simulate, run or compare of this version");
  try {
    return request_from(machine["request"]);
  } catch (const json::exception&) {
    throw InputError((folder / "machine.json").string() + ": 'request' is damaged");
  }
}

std::string commit_of(const fs::path& data) {
  if (const auto installed = first_line(data / "commit"); !installed.empty())
    return installed;
  const auto git = data / ".git";
  const auto head = first_line(git / "HEAD");
  const std::string reference = "ref: ";
  if (head.rfind(reference, 0) != 0)
    return head;
  const auto name = head.substr(reference.size());
  const auto commit = first_line(git / name);
  return commit.empty() ? packed_commit(git / "packed-refs", name) : commit;
}

} // namespace malha
