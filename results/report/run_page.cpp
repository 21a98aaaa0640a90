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
Section metrics_section(const std::filesystem::path& file, const std::string& prefix,
                        const std::map<std::string, MetricSpec>& known) {
  CsvReader reader(file);
  HtmlTable table("Metrics of the run", {{"metric"}, {"value", true}, {"unit"}});
  if (reader.next())
    for (const auto& name : reader.names()) {
      const auto metric = find_metric(known, name);
      table.add({name, reader.text(name), metric ? metric->unit : ""});
    }
  return {prefix + "metrics", "Metrics", table.html()};
}

} // namespace

Part run_part(const std::filesystem::path& folder, const std::string& title, const std::string& prefix,
              const std::map<std::string, MetricSpec>& known, const Told& told) {
  Part part{title, "", {}, {}};
  if (!is_there(folder / "schedule.csv")) {
    part.notes.push_back("schedule.csv is missing: the run has not ended, or somebody removed it");
    return part;
  }
  try {
    part.sections.push_back(metrics_section(folder / "schedule.csv", prefix, known));
  } catch (const InputError& error) {
    part.notes.push_back(error.what());
  }
  add_chart_sections(folder, prefix, part, {}, told);
  return part;
}

} // namespace malha::page
