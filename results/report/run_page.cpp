// SPDX-License-Identifier: MIT
#include "run_page.hpp"

#include "escaping.hpp"
#include "html_table.hpp"
#include "policies/sdk/errors.hpp"
#include "results/csv_reader.hpp"
#include "results/files.hpp"

namespace malha::page {
namespace {

/// The metrics of the run, as schedule.csv has them.
Section metrics_section(const std::filesystem::path& file, const std::string& prefix) {
  CsvReader reader(file);
  HtmlTable table("Metrics of the run", {{"metric"}, {"value", true}});
  std::string names = reader.header() + ",";
  if (reader.next())
    for (std::size_t comma = names.find(','); comma != std::string::npos; comma = names.find(',')) {
      const auto name = names.substr(0, comma);
      table.add({name, reader.text(name)});
      names.erase(0, comma + 1);
    }
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
  return part;
}

} // namespace malha::page
