// SPDX-License-Identifier: MIT
#pragma once
#include "results/compare/verdicts.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "scenarios/runner/runs/needed_file.hpp"
#include "tolerance.hpp"

#include <memory>
#include <set>

namespace malha {

class Statement;

/// Selects cells of a scenario: a run, and values of some varied parameters. `scenario` is set if the cells
/// are in another scenario.
struct CellFilter {
  std::string scenario;
  std::string run; ///< empty: any run
  Settings parameters;
  std::string metric = {}; ///< which of their metrics a claim is about

  bool matches(const std::string& of_scenario, const std::string& of_run, const Settings& varied) const;
};

/// Notes on a miss. A <deviation> explains it. <evidence> says what was looked for without finding
/// the reason, and records the miss as one that is known.
struct MissNotes {
  std::string deviation;
  std::string evidence;

  bool is_known() const { return !evidence.empty(); }
};

/// <hypothesis>: an assumption about the source's set-up that the source does not state. Values and claims
/// that name it are judged in cells of that set-up.
struct Hypothesis {
  std::string name;
  std::string text;
};

/// How a published value or claim is judged.
struct Judged {
  std::string hypothesis = {}; ///< the name of the hypothesis under which; empty: as the source says
  bool is_seen = false;        ///< whoever chose the hypothesis had looked at this value
};

/// <published>: a number of the source. It is a metric in one cell, or how that compares with another cell.
struct PublishedValue {
  /// In the order of the names: a; a / b; mean a / mean b; a - b; 100 (a / b - 1).
  enum class Compared { not_at_all, ratio, ratio_of_means, difference, percent };

  CellFilter cell;
  std::string metric;
  std::string called; ///< the name that the source has for it
  double value = 0;
  Tolerance tolerance;
  std::string unit;
  std::string source; ///< citation, and the place in it
  MissNotes notes;
  Compared compared = Compared::not_at_all;
  CellFilter against;        ///< the other cell of the comparison
  bool is_deviation = false; ///< the number is the standard deviation over seeds, and not the mean
  Judged judged = {};
};

/// <claim>: a statement of the source about its numbers.
struct Claim {
  std::string text;
  std::string metric;
  std::string source;
  MissNotes notes;
  std::shared_ptr<const Statement> statement; ///< what the claim says, read by its rule
  std::string unit = "";                      ///< of its metric
  Settings each = {};                         ///< the combination of `each` for which it is said
  Judged judged = {};
};

/// <measure>: a metric that a table shows.
struct Measure {
  std::string metric;
  std::string unit;
  std::set<std::string> folded; ///< varied parameters over which the table has means
};

/// One cell: a run of the scenario under one combination of the varied parameters.
struct Cell {
  std::string run;
  Settings varied;
  RunRequest request;

  std::string parameters(const std::string& separator) const { return joined(varied, separator); }
};

/// An experiment as a file: the question, the grid, the load, the deployments, and the published results.
struct Scenario {
  std::string name;
  std::string study;
  std::string question;
  /// What differs between seeds, in words; empty: nothing, so that one run is enough.
  std::string seed_varies;
  int seeds = 1;              ///< number for every cell, unless the command line gives another
  int first_seed = 0;         ///< the others follow one by one
  bool altered = false;       ///< settings or SimGrid options of the command line change it
  bool judged_anyway = false; ///< the command line wants verdicts although it alters the scenario
  bool cut_expected = false;  ///< a run that is cut at max_time is a result
  bool keeps_records = true;  ///< rows of jobs, messages, … are kept; otherwise only metrics
  bool compares = false;      ///< it was made for a comparison, and not read from a file
  std::vector<Cell> cells;    ///< by run, then by the varied parameters in the order of the file
  std::vector<PublishedValue> published;
  std::vector<Claim> claims;
  std::vector<Hypothesis> hypotheses;
  std::vector<Measure> measures;
  std::vector<std::string> averaged;   ///< <average>: varied parameters that a filter may leave open
  std::vector<NeededFile> needed = {}; ///< files that it reads and that are not shipped

  /// What keeps it from being run: a sentence about each file that is not here; "": nothing.
  std::string missing() const;
  /// Whether its runs can be made: all files that it needs are here.
  bool can_run() const { return missing().empty(); }
};

/// Reads a scenario. `overrides` are settings of the command line, which take precedence. Throws InputError,
/// with file and line.
Scenario read_scenario(const std::filesystem::path& file, const Settings& overrides,
                       const std::vector<std::string>& simgrid_options, const Library& library);

} // namespace malha
