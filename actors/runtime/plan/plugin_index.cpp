// SPDX-License-Identifier: MIT
#include "plugin_index.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/split.hpp>

#include <fstream>
#include <optional>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr const char* head = "plugins of ABI ";

/// Reads one line: kind, size in bytes, name, question, endings with a ',' between them, and file, with a tab
/// between each two. Returns nothing if it is another one, or if the plugin is not as it was.
std::optional<IndexedPlugin> read_entry(const std::string& line, const fs::path& folder,
                                        fs::file_time_type indexed) {
  std::vector<std::string> fields;
  boost::split(fields, line, boost::is_any_of("\t"));
  constexpr std::size_t number = 6;
  if (fields.size() != number)
    return std::nullopt;
  IndexedPlugin plugin{folder / fields[5], PluginKind::policy, fields[2], fields[3]};
  if (fields[0] != "policy")
    plugin.kind = fields[0] == "workload" ? PluginKind::workload : PluginKind::platform;
  if (!fields[4].empty())
    boost::split(plugin.endings, fields[4], boost::is_any_of(","));
  std::error_code not_there;
  const auto size = fs::file_size(plugin.file, not_there);
  if (not_there || parse_number<std::uintmax_t>(fields[1]) != size ||
      fs::last_write_time(plugin.file, not_there) > indexed || not_there)
    return std::nullopt;
  return plugin;
}

const char* word_of(PluginKind kind) {
  return kind == PluginKind::policy ? "policy" : kind == PluginKind::workload ? "workload" : "platform";
}

} // namespace

std::vector<IndexedPlugin> plugins_in_index(const fs::path& folder) {
  std::vector<IndexedPlugin> plugins;
  std::error_code not_there;
  const auto indexed = fs::last_write_time(folder / plugin_index_name, not_there);
  std::ifstream index(folder / plugin_index_name);
  std::string line;
  if (not_there || !std::getline(index, line) || line != head + std::to_string(plugin_abi))
    return plugins;
  while (std::getline(index, line))
    if (auto plugin = read_entry(line, folder, indexed))
      plugins.push_back(*std::move(plugin));
  return plugins;
}

void write_plugin_index(const fs::path& folder, const std::vector<IndexedPlugin>& plugins) {
  write_file(folder / plugin_index_name, [&](std::ostream& out) {
    out << head << plugin_abi << '\n';
    for (const auto& plugin : plugins)
      out << word_of(plugin.kind) << '\t' << fs::file_size(plugin.file) << '\t' << plugin.name << '\t'
          << plugin.question << '\t' << boost::join(plugin.endings, ",") << '\t'
          << fs::relative(plugin.file, folder).string() << '\n';
  });
}

} // namespace malha
