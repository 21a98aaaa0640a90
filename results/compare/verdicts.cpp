// SPDX-License-Identifier: MIT
#include "verdicts.hpp"
#include "results/files/result_files.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/records.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <set>

namespace malha {
namespace {

/// "-47.1%"; "" if the verdict has no relative error.
std::string percent_of_error(const Verdict& row) {
  if (!row.relative_error)
    return "";
  char text[64];
  std::snprintf(text, sizeof text, "%+.1f%%", 100 * *row.relative_error);
  return text;
}

/// "value,agrees" or "value,misses"; "," without a model.
std::string csv_fields(const std::optional<NullModel>& model) {
  return model ? shortest(model->value) + (model->agrees ? ",agrees" : ",misses") : ",";
}

std::string five_digits(const std::optional<double>& value) { return value ? shown(*value, 5) : ""; }

/// "8673 ± 512".
std::string with_interval(const Verdict& row) {
  return row.ours ? shown(MeanWithInterval{*row.ours, row.ci_low, row.ci_high}) : "";
}

/// The parameters; if there are several runs, the run before them.
std::string case_of(const Verdict& row, bool several_runs) {
  const auto parameters = short_parameters(row.parameters);
  return several_runs ? row.run + (parameters.empty() ? "" : " ") + parameters : parameters;
}

/// Prints the tolerances of published values, each once: "agrees within: t_simul 5 %, t_app 5 %".
void print_tolerances(const std::vector<Verdict>& verdicts, std::ostream& out) {
  std::string text;
  std::set<std::string> said;
  for (const auto& row : verdicts)
    if (const auto part = row.called + " " + row.tolerance;
        row.published && !row.tolerance.empty() && said.insert(part).second)
      text += (text.empty() ? "" : ", ") + part;
  if (!text.empty())
    out << wrapped("agrees within: " + text, "  ");
}

} // namespace

std::string short_parameters(const std::string& parameters) {
  std::string text;
  for (const auto& pair : split(parameters, ';')) {
    const auto dot = pair.rfind('.', pair.find('='));
    text += (text.empty() ? "" : " ") + (dot == std::string::npos ? pair : pair.substr(dot + 1));
  }
  return text;
}

std::string csv_line(const RunValue& row) {
  return csv_field(row.scenario) + "," + csv_field(row.run) + "," + csv_field(row.parameters) + "," +
         std::to_string(row.seed) + "," + csv_field(row.metric) + "," + shortest(row.value) + "," +
         csv_field(row.unit);
}

void write_runs(const std::vector<RunValue>& values, std::ostream& out) {
  out << header_of("runs.csv") << '\n';
  for (const auto& row : values)
    out << csv_line(row) << '\n';
}

void write_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out) {
  out << header_of("verdicts.csv") << '\n';
  for (const auto& row : verdicts)
    out << csv_field(row.scenario) << ',' << csv_field(row.run) << ',' << csv_field(row.parameters) << ','
        << csv_field(row.metric) << ',' << csv_field(row.published) << ',' << csv_field(row.ours) << ','
        << csv_field(row.ci_low) << ',' << csv_field(row.ci_high) << ',' << row.unit << ','
        << csv_field(row.relative_error) << ',' << row.marked() << ',' << csv_field(row.source) << ','
        << csv_field(row.claim_metric) << ',' << row.claim_unit << ',' << row.seeds << ','
        << csv_field(row.claim_low) << ',' << csv_field(row.claim_high) << ',' << csv_fields(row.constant)
        << ',' << (row.baseline ? csv_field(row.baseline->name) : "") << ',' << csv_fields(row.baseline)
        << ',' << csv_field(row.hypothesis) << ','
        << (row.hypothesis.empty() ? ""
            : row.is_seen          ? "yes"
                                   : "no")
        << '\n';
}

void print_verdicts(const std::vector<Verdict>& verdicts, std::ostream& out) {
  Table table({"case", "metric", "unit", "published", "ours", "error", "verdict"},
              {false, false, false, true, true, true, false});
  std::vector<const Verdict*> claims;
  std::set<std::string> runs;
  for (const auto& row : verdicts)
    if (row.published)
      runs.insert(row.run);
  for (const auto& row : verdicts) {
    if (!row.published) {
      claims.push_back(&row);
      continue;
    }
    table.add({case_of(row, runs.size() > 1), row.called, row.unit == "1" ? "" : row.unit,
               five_digits(row.published), with_interval(row), percent_of_error(row), row.marked()});
  }
  if (claims.size() < verdicts.size())
    table.print(out);
  print_tolerances(verdicts, out);
  for (const auto* claim : claims) {
    const auto where = short_parameters(claim->parameters);
    out << wrapped("claim " + claim->marked() + (where.empty() ? "" : " at " + where) + ": " + claim->metric,
                   "  ");
    if (!claim->numbers.empty())
      out << wrapped(claim->numbers, "    ");
  }
  if (std::any_of(verdicts.begin(), verdicts.end(), [](const auto& row) { return row.with_rejections; }))
    out << wrapped("* judged by runs that rejected jobs, which the numbers leave out", "  ");
  std::set<std::string> said;
  for (const auto& row : verdicts)
    if (!row.reason.empty() && said.insert(row.reason).second)
      out << wrapped(row.verdict + ": " + row.reason, "  ");
}

std::string text_of_miss(const Verdict& row) {
  const auto where = row.published ? case_of(row, true) : short_parameters(row.parameters);
  const auto at = where.empty() ? "" : " at " + where;
  if (!row.published)
    return "claim" + at + ": " + row.metric;
  const auto error = percent_of_error(row);
  return row.called + at + ": " + five_digits(row.published) + " published, " + with_interval(row) + " ours" +
         (error.empty() ? "" : ", " + error);
}

} // namespace malha
