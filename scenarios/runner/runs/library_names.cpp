// SPDX-License-Identifier: MIT
// The functions of Library for shipped names and their files.
#include "library.hpp"

#include "policies/sdk/near_names.hpp"
#include "results/files/files.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> xml_names(const fs::path& folder) {
  std::vector<std::string> names;
  if (is_there(folder) && fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".xml")
        names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The names of a study's scenarios, "<study>-<what>". Its folder may also have XML that they share.
std::vector<std::string> scenarios_in(const fs::path& study) {
  const auto begin = study.filename().string() + "-";
  auto names = xml_names(study);
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const auto& name) { return name.compare(0, begin.size(), begin) != 0; }),
              names.end());
  return names;
}

} // namespace

std::vector<std::string> Library::platforms() const {
  std::vector<std::string> names;
  for (const auto& [name, generator] : catalog_.platforms())
    names.push_back(name);
  const auto files = xml_names(data_ / "platforms");
  names.insert(names.end(), files.begin(), files.end());
  return names;
}

std::vector<std::string> Library::deployments() const { return xml_names(data_ / "deployments"); }

// A folder without a scenario of its own is no study.
std::vector<std::string> Library::studies() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(data_ / "scenarios"))
    if (entry.is_directory() && !scenarios_in(entry.path()).empty())
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Library::scenarios_of(const std::string& study) const {
  const auto found = scenarios_in(data_ / "scenarios" / study);
  if (found.empty())
    throw InputError("unknown study '" + study + "'" + instead_of(study, studies(), "", "all"));
  return found;
}

std::vector<std::string> Library::scenarios() const {
  std::vector<std::string> all;
  for (const auto& study : studies()) {
    const auto own = scenarios_of(study);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::string Library::study_of(const fs::path& scenario_file) {
  return scenario_file.parent_path().filename().string();
}

fs::path Library::deployment_file(const std::string& name) const {
  if (is_path(name))
    return name;
  const fs::path file = data_ / "deployments" / (name + ".xml");
  if (!is_there(file))
    throw InputError("unknown deployment '" + name + "'" +
                     instead_of(name, deployments(), "malha list deployments", "a path"));
  return file;
}

fs::path Library::scenario_file(const std::string& name) const {
  if (is_path(name))
    return name;
  for (const auto& study : studies())
    for (const auto& scenario : scenarios_of(study))
      if (scenario == name)
        return data_ / "scenarios" / study / (name + ".xml");
  if (const auto all = studies(); std::find(all.begin(), all.end(), name) != all.end())
    throw InputError(name + " is a study; its scenarios are run by: malha reproduce " + name);
  throw InputError("unknown scenario '" + name + "'" +
                   instead_of(name, scenarios(), "malha list scenarios", "a path"));
}

} // namespace malha
