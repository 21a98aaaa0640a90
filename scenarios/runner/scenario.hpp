// SPDX-License-Identifier: MIT
#pragma once
#include "library.hpp"
#include "results/verdicts.hpp"

namespace malha {

/// Which cells of a scenario something speaks of: a run, and values of some varied parameters. In another scenario, its
/// name.
struct CellFilter {
  std::string scenario;
  std::string run; ///< empty: any
  Settings parameters;

  bool matches(const std::string& of_scenario, const std::string& of_run, const Settings& varied) const;
};

/// <published>: a number of the source.
struct PublishedValue {
  CellFilter cell;
  std::string metric;
  std::string called; ///< what the source calls the metric
  double value;
  double tolerance; ///< relative
  std::string unit;
  std::string source; ///< citation, and where in it
  std::string deviation;
};

/// <claim>: something the source says of its numbers. `less` and `than` are cells whose values of the metric are
/// compared; with `at_least`, every cell of `less` has at least that value.
struct Claim {
  std::string text;
  std::string metric;
  CellFilter less, than;
  std::optional<double> at_least;
  std::string source;
  std::string deviation;
};

/// One cell: a run of the scenario under one combination of the varied parameters.
struct Cell {
  std::string run;
  Settings varied;
  RunRequest request;

  std::string parameters(const char* separator) const;
};

/// An experiment as a file: what is asked, on which grid, under which load, which deployments, what is known of it.
struct Scenario {
  std::string name;
  std::string study;
  std::string question;
  std::string seed_varies; ///< empty: nothing, so that one run says all
  std::vector<Cell> cells; ///< by run, then by the varied parameters in the order of the file
  std::vector<PublishedValue> published;
  std::vector<Claim> claims;
  std::vector<std::string> metrics; ///< <measure>: what the tables show
};

/// Reads a scenario. Throws InputError (file and line). `overrides` are settings of the command line; they win.
Scenario read_scenario(const std::filesystem::path& file, const Settings& overrides,
                       const std::vector<std::string>& simgrid_options, const Library& library);

} // namespace malha
