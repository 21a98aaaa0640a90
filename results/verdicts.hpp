// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// One number of one run: a row of runs.csv.
struct RunValue {
  std::string scenario;
  std::string run;
  std::string parameters; ///< "key=value" pairs, sorted, joined by ';'
  std::uint64_t seed = 0;
  std::string metric;
  double value = 0;
  std::string unit;
};

/// One published value or claim beside ours: a row of verdicts.csv.
struct Verdict {
  std::string scenario;
  std::string run;
  std::string parameters;
  std::string metric; ///< of the vocabulary; for a claim, its text
  std::string called; ///< what the source calls it; shown to people
  std::optional<double> published;
  std::optional<double> ours;            ///< the mean, where there are several seeds
  std::optional<double> ci_low, ci_high; ///< 95 % interval of the mean, where there are several seeds
  std::string unit;
  std::string tolerance;                ///< "5 %", "factor 2"; shown to people; empty: none
  std::optional<double> relative_error; ///< ours / published - 1
  std::string verdict = "unchecked";    ///< agrees, missed, deviates or unchecked
  bool with_rejections = false;         ///< runs that it was judged by rejected jobs
  std::string source;
  std::string numbers; ///< what a claim was judged by; shown to people
  std::string reason;  ///< of a deviation; what was looked for in vain; why it is unchecked

  /// The verdict, and "*" behind it where runs rejected jobs.
  std::string marked() const { return verdict + (with_rejections ? "*" : ""); }
};

/// A row of runs.csv, without its end.
std::string csv_line(const RunValue& row);
void write_runs(const std::vector<RunValue>& values, std::ostream& out);
void write_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out);

/// "hosts=50 tasks=500" from "platform.hosts=50;workload.tasks=500", for people.
std::string short_parameters(const std::string& parameters);

/// The verdicts of one scenario as a table of at most 80 columns, with the reasons below it.
void print_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out);

} // namespace malha
