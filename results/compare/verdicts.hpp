// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// A number of a run: a row of runs.csv.
struct RunValue {
  std::string scenario;
  std::string run;
  std::string parameters; ///< "key=value" pairs, sorted, joined by ';'
  std::uint64_t seed = 0;
  std::string metric;
  double value = 0;
  std::string unit;
};

/// What something that knows nothing of a cell scores against its published value.
struct NullModel {
  std::string name; ///< "constant", the name of another run, or "equal": both compared cells are equal
  double value = 0;
  bool agrees = false;
};

/// A published value or a claim, compared with our value: a row of verdicts.csv.
struct Verdict {
  std::string scenario;
  std::string run;
  std::string parameters;
  std::string metric; ///< the name of the metric here; of a claim its text
  std::string called; ///< the name of the metric in the source; for display
  std::optional<double> published;
  std::optional<double> ours;            ///< the mean if there are several seeds
  std::optional<double> ci_low, ci_high; ///< 95 % interval of that mean; none for one seed
  std::string unit;
  std::string tolerance;                ///< "5 %", "factor 2"; for display; empty: none
  std::optional<double> relative_error; ///< ours / published - 1
  /// agrees, missed, deviates or unchecked; under a hypothesis fitted, explained or unexplained
  std::string verdict = "unchecked";
  std::string hypothesis;       ///< the name of the hypothesis under which it is judged; empty: none
  bool is_seen = false;         ///< whoever chose the hypothesis had looked at this value
  bool is_known = false;        ///< whether it is missed and its scenario records the miss
  bool with_rejections = false; ///< whether jobs were rejected in some of the runs that judge it
  std::string source;
  std::string claim_metric, claim_unit; ///< subject of a claim; empty for a published value
  std::size_t seeds = 0;                ///< of each of our means; 0: unknown
  /// The number that decides a claim, such as a mean or a difference in pairs, and its 95 % interval.
  std::optional<double> claim_value, claim_low, claim_high;
  /// The value with which `claim_value` is compared, if any: such as 0 for a difference, or 1 for a ratio.
  std::optional<double> claim_reference;
  std::vector<double> claim_seeds; ///< the values of the seeds, if `claim_value` is their mean
  /// Of a published value: the constant that agrees with most values of its metric and study, and the nearest
  /// value of another run; each if there is one.
  std::optional<NullModel> constant, baseline;
  std::string numbers; ///< the numbers by which a claim was judged; for display
  std::string reason;  ///< why it deviates or is unchecked; of a known miss what was looked for

  /// Whether it counts as an agreement, a deviation or a miss.
  bool is_judged() const { return hypothesis.empty() && verdict != "unchecked"; }
  bool is_new_miss() const { return verdict == "missed" && !is_known; }
  /// The verdict, followed by "*" if runs rejected jobs.
  std::string marked() const { return verdict + (with_rejections ? "*" : ""); }
};

/// A row of runs.csv, without the end of the line.
std::string csv_line(const RunValue& row);
void write_runs(const std::vector<RunValue>& values, std::ostream& out);
void write_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out);

/// Parameters for display: "hosts=50 tasks=500" stands for "platform.hosts=50;workload.tasks=500".
std::string short_parameters(const std::string& parameters);

/// Prints the verdicts of one scenario as a table of at most 80 columns, and the reasons below it.
void print_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out);

/// Describes a published value or a claim that is missed: "events_total at hosts=50: 17 published, 9 ours,
/// -47.1%", or "claim at hosts=50: it saturates".
std::string text_of_miss(const Verdict& verdict);

} // namespace malha
