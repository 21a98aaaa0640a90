// SPDX-License-Identifier: MIT
#include "run_page.hpp"

#include "escaping.hpp"
#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "results/csv_reader.hpp"
#include "results/files.hpp"
#include "run_charts.hpp"

namespace malha::page {
namespace {

/// The metrics of the run, as schedule.csv has them.
Section metrics_section(const std::filesystem::path& file, const std::string& prefix) {
  CsvReader reader(file);
  HtmlTable table("Metrics of the run", {{"metric"}, {"value", true}});
  if (reader.next())
    for (const auto& name : reader.names())
      table.add({name, reader.text(name)});
  return {prefix + "metrics", "Metrics", table.html()};
}

} // namespace

Part run_part(const std::filesystem::path& folder, const std::string& title, const std::string& prefix) {
  Part part{title, "", {}, {}};
  if (!is_there(folder / "schedule.csv")) {
    part.notes.push_back("schedule.csv is missing: the run has not ended, or somebody removed it");
    return part;
  }
  try {
    part.sections.push_back(metrics_section(folder / "schedule.csv", prefix));
  } catch (const InputError& error) {
    part.notes.push_back(error.what());
  }
  add_chart_sections(folder, prefix, part);
  return part;
}

} // namespace malha::page
