// SPDX-License-Identifier: MIT
#include "campaign_data.hpp"

#include "policies/sdk/split.hpp"
#include "results/compare/verdicts.hpp"
#include "results/files/csv_reader.hpp"

#include <algorithm>
#include <unordered_map>

namespace malha::page {

std::string CellData::parameter(const std::string& key) const {
  for (const auto& pair : split(parameters, ';'))
    if (pair.size() > key.size() && pair[key.size()] == '=' && pair.compare(0, key.size(), key) == 0)
      return pair.substr(key.size() + 1);
  return "";
}

const std::map<std::uint64_t, Value>& CellData::values(const std::string& metric) const {
  static const std::map<std::uint64_t, Value> none;
  const auto found = metrics.find(metric);
  return found == metrics.end() ? none : found->second;
}

std::string VerdictRow::place() const {
  const auto shown = short_parameters(parameters);
  return run + (run.empty() || shown.empty() ? "" : " ") + shown;
}

std::size_t FileRows::column(const std::string& name) const {
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
}

std::vector<const CellData*> CampaignData::cells_of(const std::string& scenario) const {
  std::vector<const CellData*> found;
  for (const auto& cell : cells)
    if (cell.scenario == scenario)
      found.push_back(&cell);
  return found;
}

std::string CampaignData::unit_of(const std::string& metric) const {
  const auto found = units.find(metric);
  return found == units.end() ? "" : found->second;
}

const CellData& CampaignData::baseline() const {
  const auto against = differences.column("against");
  for (const auto& row : differences.rows)
    if (against < row.size() && !row[against].empty())
      for (const auto& cell : cells)
        if (cell.run == row[against])
          return cell;
  return cells.front();
}

bool CampaignData::has_one_cell_a_run() const {
  std::set<std::string> runs;
  for (const auto& cell : cells)
    if (!runs.insert(cell.run).second)
      return false;
  return !cells.empty();
}

std::optional<MeanWithInterval> mean_of(const CellData& cell, const std::string& metric) {
  std::vector<double> values;
  for (const auto& [seed, value] : cell.values(metric))
    values.push_back(value.number);
  if (values.empty())
    return std::nullopt;
  return mean_over_seeds(values, cell.resamples);
}

void read_values(const std::filesystem::path& runs_csv, CampaignData& data) {
  CsvReader reader(runs_csv);
  std::unordered_map<std::string, std::size_t> position;
  for (std::size_t i = 0; i < data.cells.size(); ++i)
    position[data.cells[i].scenario + '\n' + data.cells[i].run + '\n' + data.cells[i].parameters] = i;
  std::string last;
  std::size_t cell = 0;
  while (reader.next()) {
    const auto& scenario = reader.text("scenario");
    auto key = scenario + '\n' + reader.text("run") + '\n' + reader.text("parameters");
    if (key != last) {
      const auto [found, is_new] = position.emplace(key, data.cells.size());
      if (is_new)
        data.cells.push_back({scenario, reader.text("run"), reader.text("parameters")});
      cell = found->second;
      last = std::move(key);
    }
    const auto& metric = reader.text("metric");
    const auto seed = static_cast<std::uint64_t>(reader.integer("seed"));
    data.cells[cell].metrics[metric][seed] = {reader.text("value"), reader.real("value")};
    data.units.emplace(metric, reader.text("unit"));
  }
}

std::vector<VerdictRow> read_verdicts(const std::filesystem::path& verdicts_csv) {
  CsvReader reader(verdicts_csv);
  std::vector<VerdictRow> rows;
  while (reader.next()) {
    VerdictRow row{reader.text("scenario"),       reader.text("run"),       reader.text("parameters"),
                   reader.text("metric"),         reader.text("published"), reader.text("ours"),
                   reader.text("ci_low"),         reader.text("ci_high"),   reader.text("unit"),
                   reader.text("relative_error"), reader.text("verdict"),   reader.text("source")};
    row.claim_metric = reader.text_if_any("claim_metric");
    row.claim_unit = reader.text_if_any("claim_unit");
    row.claim_low = reader.text_if_any("claim_low");
    row.claim_high = reader.text_if_any("claim_high");
    row.constant = reader.text_if_any("constant");
    row.constant_verdict = reader.text_if_any("constant_verdict");
    row.baseline_run = reader.text_if_any("baseline_run");
    row.baseline = reader.text_if_any("baseline");
    row.baseline_verdict = reader.text_if_any("baseline_verdict");
    row.hypothesis = reader.text_if_any("hypothesis");
    row.seen = reader.text_if_any("seen");
    rows.push_back(std::move(row));
  }
  return rows;
}

FileRows read_rows(const std::filesystem::path& csv) {
  CsvReader reader(csv);
  FileRows file{reader.names()};
  while (reader.next()) {
    auto& row = file.rows.emplace_back();
    for (const auto& name : file.columns)
      row.push_back(reader.text(name));
  }
  return file;
}

} // namespace malha::page
