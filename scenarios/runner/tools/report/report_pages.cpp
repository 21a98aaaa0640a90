// SPDX-License-Identifier: MIT
#include "report_pages.hpp"

#include "report_data.hpp"
#include "report_provenance.hpp"
#include "results/files/files.hpp"
#include "results/files/shell_words.hpp"
#include "results/report/page/campaign_page.hpp"
#include "results/report/page/run_page.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/tools.hpp"
#include "scenarios/runner/processes/progress.hpp"

#include <algorithm>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// What a folder has on the page. Its sections have ids that begin with `prefix`.
page::Part part_of(const fs::path& folder, const std::string& prefix, const Library& library,
                   const page::ShareDone& share_done) {
  if (holds_campaign(folder))
    return page::campaign_part(campaign_data(folder, library), prefix, share_done);
  const bool holds_run = is_there(folder / "manifest.json") || is_written(folder / "jobs.csv") ||
                         is_there(folder / "schedule.csv");
  if (!holds_run)
    throw InputError(folder.string() +
                     ": holds no results; valid: an output folder of run, reproduce, compare or "
                     "simulate");
  auto part = page::run_part(folder, folder.string(), prefix, library.catalog().metrics(), share_done);
  part.sections.push_back(page::provenance_section(provenance_of_run(folder), prefix));
  return part;
}

/// Progress is shown meanwhile: reading the rows of jobs is most of the work.
page::Page page_of(const std::vector<fs::path>& folders, const Library& library) {
  constexpr double share_of_reading = 0.9;
  page::Page page;
  std::string errors;
  Progress progress(std::vector<Seconds>(folders.size(), 0), 0, 1, "folders");
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const auto& folder = folders[i];
    const auto share_done = [&](double read) { progress.look_at({{i, share_of_reading * read}}); };
    try {
      const auto prefix = folders.size() > 1 ? "part" + std::to_string(page.parts.size() + 1) + "-" : "";
      page.parts.push_back(part_of(folder, prefix, library, share_done));
    } catch (const InputError& error) {
      page.parts.push_back({folder.string(), "", {error.what()}, {}});
      errors += (errors.empty() ? "" : "; ") + std::string(error.what());
    }
    progress.done(i);
  }
  if (std::all_of(page.parts.begin(), page.parts.end(),
                  [](const auto& part) { return part.sections.empty(); }))
    throw InputError(errors.empty() ? page.parts.front().notes.front() : errors);
  page.title = "Results in " + folders.front().string();
  if (folders.size() > 1)
    page.title += " and " + std::to_string(folders.size() - 1) + " more";
  return page;
}

} // namespace

void write_page_of(const std::vector<fs::path>& folders, const fs::path& file, const Library& library) {
  const auto page = page_of(folders, library);
  write_file(file, [&](std::ostream& out) { page::write_page(page, out); });
}

MALHA_LINKED_PART(PageWriter{"html", write_page_of})

} // namespace malha
