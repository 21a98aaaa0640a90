// SPDX-License-Identifier: MIT
#include "report_parts.hpp"

#include "results/files.hpp"
#include "results/report/run_page.hpp"
#include "scenarios/campaign/store.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

bool has_any(const fs::path& folder, const std::vector<std::string>& names) {
  for (const auto& name : names)
    if (is_there(folder / name))
      return true;
  return false;
}

/// What a folder has on the page. Its sections have ids that begin with `prefix`.
page::Part part_of(const fs::path& folder, const std::string& prefix) {
  if (!is_there(folder))
    throw InputError(folder.string() + ": there is no such folder");
  if (has_any(folder, {"manifest.json", "jobs.csv", "schedule.csv"}))
    return page::run_part(folder, folder.string(), prefix);
  if (has_any(folder, {Store::file_name, "runs.csv"}))
    return {folder.string(), "", {}, {}};
  throw InputError(folder.string() +
                   ": holds no results; valid: an output folder of run, reproduce, compare or "
                   "simulate");
}

} // namespace

page::Page page_of(const std::vector<fs::path>& folders, const Library&) {
  page::Page page{"Results in " + folders.front().string(), {}};
  std::string errors;
  for (const auto& folder : folders)
    try {
      const auto prefix = folders.size() > 1 ? "part" + std::to_string(page.parts.size() + 1) + "-" : "";
      page.parts.push_back(part_of(folder, prefix));
    } catch (const InputError& error) {
      page.parts.push_back({folder.string(), "", {error.what()}, {}});
      errors += (errors.empty() ? "" : "\n") + std::string(error.what());
      if (folders.size() == 1)
        throw;
    }
  return page;
}

} // namespace malha
