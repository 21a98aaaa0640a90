// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace malha {
namespace {

/// The values of one competitor, one for each of the common seeds.
using Series = std::vector<double>;

/// Keeps the seeds that all competitors have. Returns the number of seeds that it removes.
std::size_t keep_common_seeds(std::vector<Competitor>& all) {
  std::map<std::uint64_t, std::size_t> number;
  for (const auto& one : all)
    for (const auto& [seed, value] : one.values)
      ++number[seed];
  std::size_t left_out = 0;
  for (const auto& [seed, found] : number)
    if (found < all.size()) {
      ++left_out;
      for (auto& one : all)
        one.values.erase(seed);
    }
  return left_out;
}

/// The word for the differences of competitors with the same settings; `mean` is their mean.
std::string word_of(const Series& differences, const MeanWithInterval& mean) {
  if (std::all_of(differences.begin(), differences.end(), [](double one) { return one == 0; }))
    return "the same";
  if (!mean.low)
    return "";
  return *mean.high < 0 ? "less" : *mean.low > 0 ? "more" : no_difference_shown;
}

void mark_best(std::vector<ComparedMean>& means, Better better) {
  if (better == Better::neither)
    return;
  const auto [least, most] = std::minmax_element(
      means.begin(), means.end(), [](const auto& a, const auto& b) { return a.mean.mean < b.mean.mean; });
  const double best = (better == Better::less ? least : most)->mean.mean;
  if (least->mean.mean < most->mean.mean)
    for (auto& one : means)
      one.is_best = one.mean.mean == best;
}

/// The mean and its interval as three fields of a CSV file.
std::string fields_of(const std::optional<MeanWithInterval>& mean) {
  return mean ? shortest(mean->mean) + "," + csv_field(mean->low) + "," + csv_field(mean->high) : ",,";
}

} // namespace

ComparedMetric compared(const std::string& metric, const std::string& unit, Better better,
                        const std::vector<Competitor>& competitors) {
  ComparedMetric found{metric, unit, better, 0, 0, {}, {}, {}};
  std::vector<Competitor> all;
  for (const auto& one : competitors)
    if (one.values.empty())
      found.without.push_back(one.name);
    else
      all.push_back(one);
  found.seeds_left_out = keep_common_seeds(all);
  found.seeds = all.empty() ? 0 : all.front().values.size();
  if (found.seeds == 0)
    return found;
  std::vector<Series> series(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [seed, value] : all[i].values)
      series[i].push_back(value);
    if (found.seeds > 1 && are_equal(series[i]))
      found.constant.push_back(all[i].name);
  }
  if (found.constant.size() == all.size())
    for (auto& values : series)
      values.resize(1); // of one value there is no interval
  found.resamples = std::all_of(all.begin(), all.end(), [](const auto& one) { return one.resamples; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    ComparedMean mean{all[i].name, mean_over_seeds(series[i], found.resamples), {}, ""};
    if (i > 0) {
      Series differences;
      for (std::size_t seed = 0; seed < series[i].size(); ++seed)
        differences.push_back(series[i][seed] - series[0][seed]);
      mean.difference = mean_over_seeds(differences, found.resamples);
      mean.word = word_of(differences, *mean.difference);
      if (const double base = found.means.front().mean.mean; base != 0)
        mean.percent = 100 * mean.difference->mean / std::abs(base);
      if (mean.word != "the same")
        mean.p_value = p_value(*mean.difference, differences.size());
      if (all[i].settings != all[0].settings && mean.word != "the same") {
        mean.word = settings_differ;
        mean.p_value.reset();
      }
    }
    found.means.push_back(std::move(mean));
  }
  const bool same_settings = std::all_of(
      all.begin(), all.end(), [&](const auto& one) { return one.settings == all.front().settings; });
  if (same_settings)
    mark_best(found.means, better);
  found.against = found.means.front().name;
  return found;
}

std::vector<ComparedMetric> compared_in_sweep(const std::string& metric, const std::string& unit,
                                              const std::string& run, const std::vector<Competitor>& points) {
  const auto whole = compared(metric, unit, Better::neither, points);
  std::vector<ComparedMetric> all;
  for (const auto& point : whole.means) {
    all.push_back(whole);
    auto& one = all.back();
    one.means = {point};
    one.means.front().name = run;
    one.parameters = point.name;
    const bool is_constant =
        std::find(whole.constant.begin(), whole.constant.end(), point.name) != whole.constant.end();
    one.constant = is_constant ? std::vector<std::string>{run} : std::vector<std::string>{};
  }
  return all;
}

void adjust_for_many(std::vector<ComparedMetric>& metrics) {
  std::vector<ComparedMean*> tested;
  std::vector<double> p_values;
  for (auto& metric : metrics)
    for (auto& mean : metric.means)
      if (mean.p_value) {
        tested.push_back(&mean);
        p_values.push_back(*mean.p_value);
      }
  const auto adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i)
    tested[i]->p_holm = adjusted[i];
}

void write_differences(const std::vector<ComparedMetric>& metrics, std::ostream& out) {
  out << header_of("differences.csv") << '\n';
  for (const auto& metric : metrics)
    for (const auto& one : metric.means)
      out << csv_field(metric.metric) << ',' << metric.unit << ',' << csv_field(one.name) << ','
          << metric.seeds << ',' << fields_of(one.mean) << ','
          << (one.difference ? csv_field(metric.against) : "") << ',' << fields_of(one.difference) << ','
          << one.word << ',' << csv_field(metric.parameters) << ',' << csv_field(one.percent) << ','
          << csv_field(one.p_value) << ',' << csv_field(one.p_holm) << '\n';
}

} // namespace malha
