// SPDX-License-Identifier: MIT
#include "needed_files.hpp"

#include "results/files/sha256.hpp"

#include <algorithm>

namespace malha {

NeededFiles::NeededFiles(ScenarioFile& file, const pugi::xml_node& root) : file_(file) {
  auto& all = file_.scenario.needed;
  for (const auto node : root.children("needs")) {
    auto found = needed(node);
    for (const auto& other : all)
      if (other.name == found.name)
        file_.xml.fail(node, "a second <needs> of '" + found.name + "'");
    file_.at(node, [&] { find_file(found, file_.library.file_folders()); });
    all.push_back(std::move(found));
  }
}

NeededFile NeededFiles::needed(const pugi::xml_node& node) const {
  const auto& xml = file_.xml;
  xml.allow(node, {"file", "sha256", "url", "source", "note"}, {});
  NeededFile found{xml.required(node, "file"),   xml.required(node, "sha256"),   xml.required(node, "url"),
                   xml.required(node, "source"), xml.optional(node, "note", ""), {}};
  if (found.name.empty() || found.name.front() == '.' || found.name.find('/') != std::string::npos)
    xml.fail(node, "'" + found.name + "' is no name of a file in a folder; valid: a name without '/'");
  if (!is_sha256(found.sha256))
    xml.fail(node, "'" + found.sha256 + "' is no SHA-256 sum; valid: 64 digits, 0 to 9 and a to f");
  if (found.url.empty() || found.source.empty())
    xml.fail(node, "does not say where '" + found.name + "' is published; valid: a url and a source");
  return found;
}

const NeededFile* NeededFiles::read(const std::string& name) {
  const auto& all = file_.scenario.needed;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  if (found == all.end())
    return nullptr;
  read_.insert(name);
  return &*found;
}

bool NeededFiles::lacks(const std::string& name) {
  const auto* needed = read(name);
  return needed != nullptr && !needed->is_here();
}

void NeededFiles::locate(RunRequest& request) {
  for (const auto& [key, value] : request.settings)
    if (file_.library.is_file_setting(key))
      if (const auto* needed = read(value); needed != nullptr && needed->is_here())
        request.files[value] = needed->path.string();
}

void NeededFiles::check_all_read(const pugi::xml_node& root) const {
  for (const auto node : root.children("needs"))
    if (const auto name = file_.xml.required(node, "file"); read_.count(name) == 0)
      file_.xml.fail(node, "nothing reads '" + name +
                               "'; valid: the name of the platform or workload, or the value of a setting "
                               "that names a file");
}

} // namespace malha
