// SPDX-License-Identifier: MIT
#include "judge.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

using Values = std::map<std::uint64_t, double>; ///< by seed

/// Something a verdict needs is not there.
struct Unchecked {
  std::string reason;
};

std::vector<double> all_of(const Values& values) {
  std::vector<double> all;
  for (const auto& [seed, value] : values)
    all.push_back(value);
  return all;
}

double mean_of(const Values& values) { return mean_with_interval(all_of(values)).mean; }

/// The cells of a filter, in the order of the scenario, which have the metric.
std::vector<const CellResult*> cells_of(const std::vector<CellResult>& cells, const CellFilter& filter,
                                        const std::string& metric) {
  std::vector<const CellResult*> found;
  for (const auto& cell : cells)
    if (filter.matches(cell.scenario, cell.run, cell.varied) && !cell.values(metric).empty())
      found.push_back(&cell);
  if (found.empty())
    throw Unchecked{"needs all runs of " + filter.scenario + " in the same command"};
  return found;
}

Values values_of(const std::vector<CellResult>& cells, const CellFilter& filter, const std::string& metric) {
  return cells_of(cells, filter, metric).front()->values(metric);
}

/// Something of two cells, seed by seed; both must have the same seeds.
template <class Compare>
Values paired(const Values& a, const Values& b, Compare&& compare) {
  Values all;
  for (const auto& [seed, value] : a)
    if (const auto other = b.find(seed); other != b.end())
      all[seed] = compare(value, other->second);
  if (all.size() != a.size() || all.size() != b.size())
    throw Unchecked{"needs the same seeds in both cells"};
  return all;
}

Values differences(const Values& a, const Values& b) {
  return paired(a, b, [](double one, double other) { return one - other; });
}

Values ratios(const Values& a, const Values& b) {
  return paired(a, b, [](double one, double other) {
    if (other == 0)
      throw Unchecked{"is no ratio: a value of the other cell is 0"};
    return one / other;
  });
}

bool is_less(const Values& a, const Values& b) {
  const auto difference = mean_with_interval(all_of(differences(a, b)));
  return difference.high.value_or(difference.mean) < 0;
}

bool is_near(double a, double b) {
  return std::abs(a - b) <= about_equal * std::max(std::abs(a), std::abs(b));
}

double ratio_of_extremes(const std::vector<const CellResult*>& series, const std::string& metric) {
  std::vector<double> means;
  for (const auto* cell : series)
    means.push_back(mean_of(cell->values(metric)));
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  if (!(*least > 0))
    throw Unchecked{"is no ratio: the smallest mean is " + shortest(*least)};
  return *most / *least;
}

/// The mean difference of the series of a claim, by the parameter it goes over.
std::map<double, double> difference_along(const std::vector<CellResult>& cells, const Claim& claim) {
  std::map<double, double> along;
  const auto others = cells_of(cells, claim.other, claim.metric);
  for (const auto* cell : cells_of(cells, claim.cell, claim.metric)) {
    const auto& value = cell->varied.at(claim.over);
    const auto other = std::find_if(others.begin(), others.end(),
                                    [&](const auto* one) { return one->varied.at(claim.over) == value; });
    const auto place = parse_number<double>(value);
    if (other == others.end() || !place)
      throw Unchecked{"the series do not meet at " + claim.over + "=" + value};
    along[*place] = mean_of(differences(cell->values(claim.metric), (*other)->values(claim.metric)));
  }
  return along;
}

/// Where the difference becomes negative for good, between two of its places by straight line.
std::optional<double> crossing_of(const std::map<double, double>& difference) {
  std::optional<double> crossing;
  for (auto next = difference.begin(), last = next++; next != difference.end(); last = next++) {
    if (last->second >= 0 && next->second < 0)
      crossing = last->first + (next->first - last->first) * last->second / (last->second - next->second);
    else if (next->second >= 0)
      crossing.reset();
  }
  return crossing;
}

void judge(Verdict& verdict, bool holds, const MissNotes& notes) {
  verdict.verdict = holds ? "agrees" : notes.deviation.empty() ? "missed" : "deviates";
  verdict.reason = holds ? "" : notes.deviation.empty() ? notes.evidence : notes.deviation;
}

/// Ours of what was published, by seed.
Values ours_of(const PublishedValue& published, const CellResult& cell,
               const std::vector<CellResult>& cells) {
  using Compared = PublishedValue::Compared;
  auto values = cell.values(published.metric);
  if (published.compared == Compared::not_at_all)
    return values;
  const auto other = values_of(cells, published.against, published.metric);
  if (published.compared == Compared::difference)
    return differences(values, other);
  if (published.compared == Compared::ratio_of_means)
    return ratios({{0, mean_of(values)}}, {{0, mean_of(other)}});
  values = ratios(values, other);
  if (published.compared == Compared::percent)
    for (auto& [seed, value] : values)
      value = 100 * (value - 1);
  return values;
}

void check(const PublishedValue& published, const std::vector<CellResult>& cells, Verdict& verdict) {
  const auto& cell = *cells_of(cells, published.cell, published.metric).front();
  verdict.run = cell.run;
  verdict.parameters = cell.parameters();
  const auto mean = mean_with_interval(all_of(ours_of(published, cell, cells)));
  verdict.ours = mean.mean;
  verdict.ci_low = mean.low;
  verdict.ci_high = mean.high;
  if (published.value != 0)
    verdict.relative_error = mean.mean / published.value - 1;
  const double allowed =
      published.tolerance * (published.tolerance_is_relative ? std::abs(published.value) : 1);
  judge(verdict, std::abs(mean.mean - published.value) <= allowed, published.notes);
}

bool holds(const Claim& claim, const std::vector<CellResult>& cells, Verdict& verdict) {
  if (claim.rule == Claim::Rule::flat) {
    verdict.ours = ratio_of_extremes(cells_of(cells, claim.cell, claim.metric), claim.metric);
    return *verdict.ours <= 1 + about_equal;
  }
  if (claim.rule == Claim::Rule::crossing) {
    verdict.ours = crossing_of(difference_along(cells, claim));
    return verdict.ours && std::abs(*verdict.ours - claim.at) <= crossing_points;
  }
  const auto ours = values_of(cells, claim.cell, claim.metric);
  verdict.ours = mean_of(ours);
  if (claim.rule == Claim::Rule::less)
    return is_less(ours, values_of(cells, claim.other, claim.metric));
  if (claim.rule == Claim::Rule::near)
    return is_near(*verdict.ours, mean_of(values_of(cells, claim.other, claim.metric)));
  return *verdict.ours >= claim.at_least.value_or(*verdict.ours) &&
         *verdict.ours <= claim.at_most.value_or(*verdict.ours);
}

/// "makespan", or "makespan: ratio to run=torque".
std::string compared_name(const PublishedValue& published) {
  static const std::map<PublishedValue::Compared, const char*> names{
      {PublishedValue::Compared::ratio, ": ratio to "},
      {PublishedValue::Compared::ratio_of_means, ": ratio of means to "},
      {PublishedValue::Compared::difference, ": difference from "},
      {PublishedValue::Compared::percent, ": percent from "}};
  if (published.compared == PublishedValue::Compared::not_at_all)
    return published.metric;
  const auto& other = published.against;
  const std::string run = other.run.empty() ? "" : "run=" + other.run;
  const auto parameters = joined(other.parameters, " ");
  return published.metric + names.at(published.compared) + run +
         (run.empty() || parameters.empty() ? "" : " ") + parameters;
}

Verdict verdict_of(const Scenario& scenario, const PublishedValue& published,
                   const std::vector<CellResult>& cells) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.run = published.cell.run;
  verdict.parameters = joined(published.cell.parameters, ";");
  verdict.metric = compared_name(published);
  verdict.called = published.called;
  verdict.published = published.value;
  verdict.unit = published.unit;
  verdict.tolerance = published.tolerance_is_relative ? published.tolerance : 0;
  verdict.source = published.source;
  try {
    check(published, cells, verdict);
  } catch (const Unchecked& unchecked) {
    verdict.reason = unchecked.reason;
  }
  return verdict;
}

Verdict verdict_of(const Scenario& scenario, const Claim& claim, const std::vector<CellResult>& cells) {
  Verdict verdict;
  verdict.scenario = scenario.name;
  verdict.metric = verdict.called = claim.text;
  verdict.source = claim.source;
  try {
    judge(verdict, holds(claim, cells, verdict), claim.notes);
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

std::vector<Verdict> verdicts_of(const std::vector<Scenario>& scenarios,
                                 const std::vector<CellResult>& cells) {
  std::vector<Verdict> verdicts;
  for (const auto& scenario : scenarios) {
    const auto first = verdicts.size();
    for (const auto& published : scenario.published)
      verdicts.push_back(verdict_of(scenario, published, cells));
    for (const auto& claim : scenario.claims)
      verdicts.push_back(verdict_of(scenario, claim, cells));
    for (auto i = first; scenario.altered && i < verdicts.size(); ++i) {
      verdicts[i].verdict = "unchecked";
      verdicts[i].reason = "settings of the command line change the published set-up";
    }
  }
  return verdicts;
}

} // namespace malha
