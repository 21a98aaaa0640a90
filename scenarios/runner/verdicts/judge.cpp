// SPDX-License-Identifier: MIT
#include "claimed_values.hpp"
#include "null_models.hpp"

#include <boost/math/statistics/univariate_statistics.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

void judge(Verdict& verdict, bool holds, const MissNotes& notes, const Judged& judged) {
  if (!judged.hypothesis.empty()) {
    verdict.verdict = !holds ? "unexplained" : judged.is_seen ? "fitted" : "explained";
    return;
  }
  verdict.verdict = holds ? "agrees" : notes.deviation.empty() ? "missed" : "deviates";
  verdict.is_known = verdict.verdict == "missed" && notes.is_known();
  verdict.reason = holds ? "" : notes.deviation.empty() ? notes.evidence : notes.deviation;
}

/// The standard deviation over seeds.
double deviation_of(const SeedValues& values) {
  if (values.size() < 2)
    throw Unchecked{"needs several seeds"};
  return std::sqrt(boost::math::statistics::sample_variance(values.numbers()));
}

/// Ours of what was published, by seed.
SeedValues ours_of(const PublishedValue& published, const CellValues& cells) {
  using Compared = PublishedValue::Compared;
  auto values = cells.values(published.cell, published.metric);
  if (published.is_deviation)
    return {{0, deviation_of(values)}};
  if (published.compared == Compared::not_at_all)
    return values;
  const auto other = cells.values(published.against, published.metric);
  if (published.compared == Compared::difference)
    return differences(values, other);
  if (published.compared == Compared::ratio_of_means)
    return ratios({{0, mean_of(values).mean}}, {{0, mean_of(other).mean}});
  values = ratios(values, other);
  if (published.compared == Compared::percent)
    for (auto& [seed, value] : values)
      value = 100 * (value - 1);
  return values;
}

/// What the cells have in common.
Settings common_parameters(const std::vector<const CellResult*>& cells) {
  Settings common;
  for (const auto& [key, value] : cells.front()->varied)
    if (std::all_of(cells.begin(), cells.end(), [&, key = key, value = value](const auto* cell) {
          const auto found = cell->varied.find(key);
          return found != cell->varied.end() && found->second == value;
        }))
      common[key] = value;
  return common;
}

void check(const PublishedValue& published, const CellValues& cells, Verdict& verdict) {
  const auto of_value = cells.cells(published.cell);
  verdict.run = of_value.front()->run;
  verdict.parameters = joined(common_parameters(of_value), ";");
  const auto values = ours_of(published, cells);
  const auto mean = mean_of(values);
  verdict.seeds = cells.values(published.cell, published.metric).size();
  verdict.ours = mean.mean;
  verdict.ci_low = mean.low;
  verdict.ci_high = mean.high;
  if (published.value != 0)
    verdict.relative_error = mean.mean / published.value - 1;
  judge(verdict, published.tolerance.allows(mean.mean, published.value), published.notes, published.judged);
  verdict.with_rejections =
      rejected_some(of_value) || (published.compared != PublishedValue::Compared::not_at_all &&
                                  rejected_some(cells.cells(published.against)));
}

/// "makespan", or "makespan: ratio to run=torque".
std::string compared_name(const PublishedValue& published) {
  static const std::map<PublishedValue::Compared, const char*> names{
      {PublishedValue::Compared::ratio, ": ratio to "},
      {PublishedValue::Compared::ratio_of_means, ": ratio of means to "},
      {PublishedValue::Compared::difference, ": difference from "},
      {PublishedValue::Compared::percent, ": percent from "}};
  if (published.compared == PublishedValue::Compared::not_at_all)
    return published.metric + (published.is_deviation ? ": standard deviation" : "");
  const auto& other = published.against;
  const std::string run = other.run.empty() ? "" : "run=" + other.run;
  const auto parameters = joined(other.parameters, " ");
  return published.metric + names.at(published.compared) + run +
         (run.empty() || parameters.empty() ? "" : " ") + parameters;
}

Verdict verdict_of(const Scenario& scenario, const PublishedValue& published, const CellValues& cells) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.run = published.cell.run;
  verdict.parameters = joined(published.cell.parameters, ";");
  verdict.metric = compared_name(published);
  verdict.called = published.called;
  verdict.published = published.value;
  verdict.unit = published.unit;
  verdict.tolerance = published.tolerance.text(published.unit);
  verdict.source = published.source;
  verdict.hypothesis = published.judged.hypothesis;
  verdict.is_seen = published.judged.is_seen;
  try {
    check(published, cells, verdict);
  } catch (const Unchecked& unchecked) {
    verdict.reason = unchecked.reason;
  }
  return verdict;
}

Verdict verdict_of(const Scenario& scenario, const Claim& claim, const CellValues& cells) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.metric = verdict.called = claim.text;
  verdict.source = claim.source;
  verdict.hypothesis = claim.judged.hypothesis;
  verdict.is_seen = claim.judged.is_seen;
  verdict.parameters = joined(claim.each, ";");
  verdict.claim_metric = claim.metric;
  verdict.claim_unit = claim.unit;
  try {
    ClaimedValues values(cells);
    judge(verdict, claim.statement->holds(values, verdict), claim.notes, claim.judged);
    verdict.with_rejections = values.rejected_some();
    verdict.seeds = values.seeds();
  } catch (const Unchecked& unchecked) {
    verdict.reason = unchecked.reason;
  }
  return verdict;
}

} // namespace

std::map<std::uint64_t, double> CellResult::values(const std::string& metric) const {
  std::map<std::uint64_t, double> found;
  for (const auto& [seed, metrics] : runs)
    for (const auto& one : metrics)
      if (one.name == metric)
        found[seed] = one.value;
  return found;
}

std::vector<RunValue> CellResult::rows() const {
  std::vector<RunValue> all;
  for (const auto& [seed, metrics] : runs)
    for (const auto& metric : metrics)
      all.push_back({scenario, run, parameters(), seed, metric.name, metric.value, metric.unit});
  return all;
}

bool lacks_runs(const Scenario& scenario, const std::vector<CellResult>& cells) {
  return !scenario.can_run() && std::none_of(cells.begin(), cells.end(), [&](const auto& cell) {
    return cell.scenario == scenario.name && !cell.runs.empty();
  });
}

std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<CellResult>& cells) {
  const CellValues values(scenarios, cells);
  std::vector<Verdict> verdicts;
  for (const auto& scenario : scenarios) {
    const auto first = verdicts.size();
    for (const auto& published : scenario.published)
      verdicts.push_back(verdict_of(scenario, published, values));
    for (const auto& claim : scenario.claims)
      verdicts.push_back(verdict_of(scenario, claim, values));
    for (auto i = first; scenario.altered && !scenario.judged_anyway && i < verdicts.size(); ++i) {
      verdicts[i].verdict = "unchecked";
      verdicts[i].with_rejections = false;
      verdicts[i].reason = "settings of the command line change the published set-up";
    }
    for (auto i = first; lacks_runs(scenario, cells) && i < verdicts.size(); ++i)
      verdicts[i].reason = scenario.missing();
  }
  add_null_models(scenarios, values, verdicts);
  return verdicts;
}

} // namespace malha
