// SPDX-License-Identifier: MIT
#pragma once
#include "results/verdicts.hpp"
#include "scenarios/runs/library.hpp"
#include "tolerance.hpp"

#include <memory>
#include <set>

namespace malha {

class Statement;

/// Which cells of a scenario something speaks of: a run, and values of some varied parameters. In another
/// scenario, its name.
struct CellFilter {
  std::string scenario;
  std::string run; ///< empty: any
  Settings parameters;
  std::string metric = {}; ///< which of their metrics a claim is about

  bool matches(const std::string& of_scenario, const std::string& of_run, const Settings& varied) const;
};

/// What is known of a miss. A <deviation> explains it; <evidence> is what was looked for without finding the
/// reason.
struct MissNotes {
  std::string deviation;
  std::string evidence;
};

/// <published>: a number of the source: a metric in one cell, or how it compares with another cell.
struct PublishedValue {
  /// a; a / b; mean a / mean b; a - b; 100 (a / b - 1)
  enum class Compared { not_at_all, ratio, ratio_of_means, difference, percent };

  CellFilter cell;
  std::string metric;
  std::string called; ///< what the source calls it
  double value = 0;
  Tolerance tolerance;
  std::string unit;
  std::string source; ///< citation, and where in it
  MissNotes notes;
  Compared compared = Compared::not_at_all;
  CellFilter against; ///< the other cell
};

/// <claim>: something the source says of its numbers.
struct Claim {
  std::string text;
  std::string metric;
  std::string source;
  MissNotes notes;
  std::shared_ptr<const Statement> statement; ///< what it says, as its rule has read it
};

/// <measure>: a metric that is shown in a table.
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

/// An experiment as a file: what is asked, on which grid, under which load, which deployments, what is known
/// of it.
struct Scenario {
  std::string name;
  std::string study;
  std::string question;
  std::string seed_varies;   ///< empty: nothing, so that one run says all
  int seeds = 1;             ///< of every cell, unless the command line says how many
  bool altered = false;      ///< by settings or SimGrid options of the command line
  bool cut_expected = false; ///< a run that is cut at max_time is a result
  bool keeps_records = true; ///< rows of jobs, messages, …; otherwise metrics only
  bool compares = false;     ///< made for a comparison, not read from a file
  std::vector<Cell> cells;   ///< by run, then by the varied parameters in the order of the file
  std::vector<PublishedValue> published;
  std::vector<Claim> claims;
  std::vector<Measure> measures;
  std::vector<std::string> averaged; ///< <average>: varied parameters that may be left open
};

/// Reads a scenario. Throws InputError (file and line). `overrides` are settings of the command line; they
/// win.
Scenario read_scenario(const std::filesystem::path& file, const Settings& overrides,
                       const std::vector<std::string>& simgrid_options, const Library& library);

} // namespace malha
