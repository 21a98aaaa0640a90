// SPDX-License-Identifier: MIT
#pragma once
#include "results/measures/metric.hpp"
#include "results/statistics/statistics.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace malha::page {

/// A number as it is written in a file.
struct Value {
  std::string text;
  double number;
};

/// The results of one cell: a run of a scenario under one combination of the varied parameters.
struct CellData {
  std::string scenario;
  std::string run;
  std::string parameters; ///< "key=value" pairs, joined by ';'
  /// By metric and seed.
  std::map<std::string, std::map<std::uint64_t, Value>> metrics = {};
  bool resamples = false; ///< each seed resamples the same trace (workload.resample)

  /// The value of a varied parameter; "" if the cell has none of that name.
  std::string parameter(const std::string& key) const;
  /// The values of a metric by seed; empty if there are none.
  const std::map<std::uint64_t, Value>& values(const std::string& metric) const;
};

/// A row of verdicts.csv, with details from the scenario. Numbers are texts; empty: there is none.
struct VerdictRow {
  std::string scenario, run, parameters, metric;
  std::string published, ours, low, high, unit, relative_error;
  /// As that of a Verdict; with a "*" at the end: runs rejected jobs.
  std::string verdict;
  std::string source;
  std::string called = {};                          ///< the name of the metric in the source
  std::string tolerance = {};                       ///< "5 %"
  std::string numbers = {};                         ///< the numbers by which a claim was judged
  std::string reason = {};                          ///< why it deviates, or what was tried
  std::string claim_metric = {}, claim_unit = {};   ///< subject of a claim
  std::string constant = {}, constant_verdict = {}; ///< the best constant, and whether it agrees or misses
  std::string baseline_run = {}, baseline = {}, baseline_verdict = {}; ///< the nearest other run, likewise
  std::string hypothesis = {}, seen = {};      ///< under which it is judged; "yes" if it was seen before
  std::string claim_low = {}, claim_high = {}; ///< interval of the number that decides it
  /// The number that decides, its interval, the value with which it is compared, and its values by seed.
  std::optional<double> value = {}, low_end = {}, high_end = {}, reference = {};
  std::vector<double> seeds = {};

  bool is_claim() const { return published.empty(); }
  /// The verdict without its mark.
  std::string word() const { return verdict.substr(0, verdict.find('*')); }
  /// The cell, for display: "static hosts=50 tasks=500".
  std::string place() const;
};

/// The texts of a scenario.
struct ScenarioData {
  std::string name;
  std::string question = {};
  std::string seed_varies = {};           ///< what differs between seeds; empty: nothing, or unknown
  std::vector<std::string> measures = {}; ///< metrics that its tables show
  /// Varied parameters over which means are taken.
  std::set<std::string> averaged = {};
};

/// The rows of a file of results, unchanged.
struct FileRows {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows = {};

  /// The position of a column; the number of columns if there is none of that name.
  std::size_t column(const std::string& name) const;
};

/// A file or a name, with the hash of its content.
struct HashedFile {
  std::string name;
  std::string hash;
};

/// The origin of results, and the commands that repeat them.
struct Provenance {
  std::vector<std::pair<std::string, std::string>> facts = {}; ///< "SimGrid": "3.32"
  std::vector<std::string> commands = {};
  std::vector<HashedFile> hashes = {};
};

/// Finished results of scenarios or of a comparison, for pages and figures.
struct CampaignData {
  std::filesystem::path folder;
  std::string subject = {}; ///< the request: "easygrid-benefit-static, …", "a comparison of …"
  bool compares = false;
  std::vector<std::string> notes = {}; ///< missing or inconsistent files
  std::vector<ScenarioData> scenarios = {};
  std::vector<CellData> cells = {};
  std::map<std::string, std::string> units = {}; ///< by metric
  std::map<std::string, Better> better = {};     ///< by metric, of the vocabulary
  std::vector<VerdictRow> verdicts = {};
  std::map<std::string, std::string> hypotheses = {}; ///< by name, what each states
  FileRows differences = {};                          ///< differences.csv
  std::vector<std::string> compared = {};             ///< metrics that a comparison compares, in its order
  std::string asked_metric = {};                      ///< the first requested metric; empty: none
  std::map<std::string, std::string> sources = {};    ///< BibTeX entries by their keys
  /// Values of users.csv: by column, user, position of the cell in `cells`, and seed.
  std::map<std::string, std::map<std::string, std::map<std::size_t, std::map<std::uint64_t, double>>>> users =
      {};
  /// Folders with the rows of the cells' runs: positions in `cells`, seed, folder.
  struct RunFolder {
    std::size_t cell;
    std::uint64_t seed;
    std::filesystem::path folder;
  };
  std::vector<RunFolder> run_folders = {};
  Provenance provenance = {};

  /// The cells of a scenario, in their order.
  std::vector<const CellData*> cells_of(const std::string& scenario) const;
  std::string unit_of(const std::string& metric) const;
  /// The baseline of differences, by the name of its run in differences.csv; otherwise the first cell.
  /// Requires a cell.
  const CellData& baseline() const;
  /// Whether there are cells, one for each run. A sweep has several cells for each run.
  bool has_one_cell_a_run() const;
};

/// The mean over seeds of a cell's metric; none if it has no value.
std::optional<MeanWithInterval> mean_of(const CellData& cell, const std::string& metric);

/// Adds the rows of a file in the format of runs.csv. Throws InputError.
void read_values(const std::filesystem::path& runs_csv, CampaignData& data);
/// Reads a file in the format of verdicts.csv. Throws InputError.
std::vector<VerdictRow> read_verdicts(const std::filesystem::path& verdicts_csv);
/// Reads the rows of a CSV file. Throws InputError.
FileRows read_rows(const std::filesystem::path& csv);

} // namespace malha::page
