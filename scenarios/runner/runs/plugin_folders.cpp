// SPDX-License-Identifier: MIT
#include "plugin_folders.hpp"

#include "actors/runtime/plan/catalog.hpp"
#include "actors/runtime/plan/plugin_file.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/processes/workers.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The most real time that a plugin may take to be opened.
constexpr Seconds patience = 60;

/// Calls `act` with each file, in a process of its own. Throws InputError, which says `what`, if a process
/// fails or takes too long.
void try_elsewhere(const std::vector<fs::path>& files, const std::function<void(const fs::path&)>& act,
                   const std::string& what) {
  std::vector<WorkItem> items;
  for (const auto& file : files)
    items.push_back({file.string(), [&file, &act] {
                       refuse_endless(file);
                       if (std::freopen("/dev/null", "w", stderr) != nullptr)
                         act(file);
                       return Outcome{};
                     }});
  const auto check = [&](std::size_t item, const Outcome& outcome) {
    if (outcome.took_too_long)
      throw InputError("plugin " + files[item].string() + ": " + what + ": it does not come back within " +
                       shortest(patience) + " s");
    if (outcome.status != Status::done)
      throw InputError("plugin " + files[item].string() + ": " + what + ": " + outcome.message);
  };
  WorkLimits limits;
  limits.time_limit = patience;
  if (const int signal = run_workers(items, limits, check); signal != 0)
    end_by_signal(signal);
}

/// Opens each plugin of the folder, and reads what is in it, in a process of its own: code of the plugin runs
/// then, and may end the process.
void open_elsewhere(const fs::path& folder) {
  const auto files = shared_objects(folder);
  // This function does nothing else: an initialiser may throw, while dlopen is declared as not throwing.
  const auto open = [](const fs::path& file) { dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); };
  try_elsewhere(files, open, "cannot be opened");
  const auto read = [](const fs::path& file) {
    try {
      Catalog::try_plugin(file);
    } catch (const InputError&) { // reported when the plugin is opened for use
    }
  };
  try_elsewhere(files, read, "cannot say what is in it");
}

} // namespace

fs::path shipped_plugins() { return program_file().parent_path().parent_path() / "lib/malha/plugins"; }

fs::path program_file() { return fs::read_symlink("/proc/self/exe"); }

std::vector<fs::path> plugin_folders(const std::vector<fs::path>& more) {
  std::vector<fs::path> folders{shipped_plugins()};
  if (const char* path = std::getenv("MALHA_PLUGIN_PATH")) {
    const std::string text = path;
    for (std::size_t begin = 0; begin <= text.size();) {
      const auto end = std::min(text.find(':', begin), text.size());
      if (end > begin)
        folders.emplace_back(text.substr(begin, end - begin));
      if (end > begin && !fs::is_directory(folders.back()))
        throw InputError("MALHA_PLUGIN_PATH: " + folders.back().string() + " is not a folder");
      begin = end + 1;
    }
  }
  folders.insert(folders.end(), more.begin(), more.end());
  for (std::size_t foreign = 1; foreign < folders.size(); ++foreign)
    open_elsewhere(folders[foreign]);
  return folders;
}

bool is_shipped(const fs::path& plugin) {
  const auto own = shipped_plugins().string() + "/";
  return plugin.string().compare(0, own.size(), own) == 0;
}

} // namespace malha
