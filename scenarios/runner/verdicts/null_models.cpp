// SPDX-License-Identifier: MIT
#include "null_models.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace malha {
namespace {

using Compared = PublishedValue::Compared;

/// Fewer values say nothing of a constant, which agrees with one of them always.
constexpr std::size_t fewest_values = 3;

/// Values of one kind, for which one constant could stand.
using Kind = std::tuple<std::string, std::string, std::string, Compared, bool, std::string>;

Kind kind_of(const Scenario& scenario, const PublishedValue& published) {
  return {scenario.study,     published.called,       published.unit,
          published.compared, published.is_deviation, published.judged.hypothesis};
}

NullModel null_model(const std::string& name, double value, const PublishedValue& published) {
  return {name, value, published.tolerance.allows(value, published.value)};
}

/// The value of ours, among those of other runs under the same parameters, that is nearest to the published
/// one. A published comparison has none: there the baseline is that both cells are equal.
std::optional<NullModel> baseline_of(const Scenario& scenario, const PublishedValue& published,
                                     const CellValues& cells) {
  if (published.compared != Compared::not_at_all) {
    const bool is_ratio =
        published.compared == Compared::ratio || published.compared == Compared::ratio_of_means;
    return null_model("equal", is_ratio ? 1 : 0, published);
  }
  if (published.is_deviation)
    return std::nullopt;
  std::optional<NullModel> nearest;
  std::set<std::string> tried{published.cell.run};
  for (const auto& cell : scenario.cells) {
    if (published.cell.run.empty() || !tried.insert(cell.run).second)
      continue;
    auto other = published.cell;
    other.run = cell.run;
    try {
      const auto value = mean_of(cells.values(other, published.metric)).mean;
      if (!nearest || std::abs(value - published.value) < std::abs(nearest->value - published.value))
        nearest = null_model(cell.run, value, published);
    } catch (const Unchecked&) {
      continue; // that run has no such cell, or is not done
    }
  }
  return nearest;
}

std::map<Kind, double> best_constants(const std::vector<Scenario>& scenarios) {
  std::map<Kind, std::vector<ToleratedValue>> values;
  for (const auto& scenario : scenarios)
    for (const auto& published : scenario.published)
      values[kind_of(scenario, published)].emplace_back(published.value, published.tolerance);
  std::map<Kind, double> constants;
  for (const auto& [kind, of_kind] : values)
    if (of_kind.size() >= fewest_values)
      constants[kind] = best_constant(of_kind);
  return constants;
}

std::size_t agreements(double constant, const std::vector<ToleratedValue>& values) {
  return static_cast<std::size_t>(std::count_if(
      values.begin(), values.end(), [&](const auto& one) { return one.second.allows(constant, one.first); }));
}

} // namespace

double best_constant(const std::vector<ToleratedValue>& values) {
  std::vector<double> ends;
  for (const auto& [value, tolerance] : values)
    for (const auto end : tolerance.ends(value))
      ends.push_back(end);
  std::sort(ends.begin(), ends.end());
  return *std::max_element(ends.begin(), ends.end(), [&](double one, double other) {
    return agreements(one, values) < agreements(other, values);
  });
}

void add_null_models(const std::vector<Scenario>& scenarios, const CellValues& cells,
                     std::vector<Verdict>& verdicts) {
  const auto constants = best_constants(scenarios);
  auto verdict = verdicts.begin();
  for (const auto& scenario : scenarios) {
    for (const auto& published : scenario.published) {
      if (const auto constant = constants.find(kind_of(scenario, published)); constant != constants.end())
        verdict->constant = null_model("constant", constant->second, published);
      verdict->baseline = baseline_of(scenario, published, cells);
      ++verdict;
    }
    verdict += static_cast<std::ptrdiff_t>(scenario.claims.size());
  }
}

} // namespace malha
