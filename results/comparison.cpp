// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "records.hpp"
#include "result_files.hpp"
#include "table.hpp"

#include <algorithm>
#include <ostream>
#include <set>

namespace malha {
namespace {

constexpr const char* settings_differ = "settings differ";
constexpr const char* no_difference_shown = "no difference shown";

using Series = std::vector<double>; ///< by seed, the same seeds for all

/// Keeps the seeds that all have. The answer is how many others there are.
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

std::string fields_of(const std::optional<MeanWithInterval>& mean) {
  return mean ? shortest(mean->mean) + "," + csv_field(mean->low) + "," + csv_field(mean->high) : ",,";
}

/// What a star means: of metrics of which more is better it says which they are, where there are others.
std::string meaning_of_stars(const std::vector<ComparedMetric>& metrics) {
  bool less = false;
  std::set<std::string> more;
  for (const auto& metric : metrics)
    if (std::any_of(metric.means.begin(), metric.means.end(), [](const auto& one) { return one.is_best; })) {
      less = less || metric.better == Better::less;
      if (metric.better == Better::more)
        more.insert(metric.metric.substr(0, metric.metric.find('.')));
    }
  if (more.empty())
    return less ? "* the least; " : "";
  return less ? "* the least, of " + listed({more.begin(), more.end()}) + " the greatest; "
              : "* the greatest; ";
}

/// The word of differences.csv, short enough for a terminal.
std::string in_table(const std::string& word) { return word == no_difference_shown ? "unclear" : word; }

/// What all metrics say alike is said once.
void print_notes(const std::vector<ComparedMetric>& metrics, bool from_trace, std::ostream& out) {
  std::set<std::string> said;
  const auto say = [&](const std::string& note) {
    if (said.insert(note).second)
      out << wrapped(note, "");
  };
  for (const auto& one : metrics) {
    if (!one.without.empty())
      say("no result: " + listed(one.without));
    if (one.seeds_left_out > 0)
      say(std::to_string(one.seeds_left_out) + " of " + std::to_string(one.seeds + one.seeds_left_out) +
          " seeds are left out, which not all have");
    if (std::any_of(one.means.begin(), one.means.end(),
                    [](const auto& mean) { return mean.word == settings_differ; }))
      say("settings differ: no difference is called less or more, and none the best, where a setting is "
          "ignored by one of the two");
    if (one.seeds == 1 && one.seeds_left_out == 0)
      say(std::string("one seed: no intervals; ") +
          (from_trace ? "--set workload.resample=users --seeds 30" : "--seeds 10") + " would give them");
    if (one.resamples && one.seeds > 1)
      say("each seed resamples the users of the trace: intervals are for other traces of the same system, "
          "and "
          "more seeds do not make them narrower");
    if (one.constant.size() == one.means.size() && one.seeds > 1)
      say(std::string("the seed varies nothing here: no intervals, one seed says it all") +
          (from_trace ? "; --set workload.resample=users makes each seed another trace" : ""));
    else if (!one.constant.empty())
      say("the seed varies nothing for " + listed(one.constant));
  }
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
      values.resize(1);
  found.resamples = std::all_of(all.begin(), all.end(), [](const auto& one) { return one.resamples; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    ComparedMean mean{all[i].name, mean_over_seeds(series[i], found.resamples), {}, "", false};
    if (i > 0) {
      Series differences;
      for (std::size_t seed = 0; seed < series[i].size(); ++seed)
        differences.push_back(series[i][seed] - series[0][seed]);
      mean.difference = mean_over_seeds(differences, found.resamples);
      mean.word = word_of(differences, *mean.difference);
      if (all[i].settings != all[0].settings && mean.word != "the same")
        mean.word = settings_differ;
    }
    found.means.push_back(std::move(mean));
  }
  const bool same_settings = std::all_of(
      all.begin(), all.end(), [&](const auto& one) { return one.settings == all.front().settings; });
  if (same_settings)
    mark_best(found.means, better);
  return found;
}

void write_differences(const std::vector<ComparedMetric>& metrics, std::ostream& out) {
  out << header_of("differences.csv") << '\n';
  for (const auto& metric : metrics)
    for (const auto& one : metric.means)
      out << csv_field(metric.metric) << ',' << metric.unit << ',' << csv_field(one.name) << ','
          << metric.seeds << ',' << fields_of(one.mean) << ','
          << (one.difference ? csv_field(metric.means.front().name) : "") << ',' << fields_of(one.difference)
          << ',' << one.word << ',' << csv_field(metric.parameters) << '\n';
}

void print_comparison(const std::vector<ComparedMetric>& metrics, std::ostream& out, bool from_trace) {
  Table table({"", "mean", "difference", ""}, {false, true, true, false});
  std::string first;
  bool intervals = false;
  for (const auto& metric : metrics) {
    if (metric.means.empty())
      continue;
    const auto& against = metric.means.front().name;
    const bool is_usual = first.empty() || first == against;
    first = first.empty() ? against : first;
    table.add({metric.metric + (metric.unit == "1" ? "" : ", " + metric.unit) +
                   (is_usual ? "" : ", difference from " + against),
               "", "", ""});
    for (const auto& one : metric.means) {
      intervals = intervals || one.mean.low;
      table.add({(one.is_best ? "* " : "  ") + one.name, shown(one.mean),
                 one.difference ? shown(*one.difference) : "", in_table(one.word)});
    }
  }
  if (!first.empty()) {
    table.print(out);
    out << wrapped(meaning_of_stars(metrics) + "difference: from " + first + ", seed by seed" +
                       (intervals ? "; ±: half the 95 % interval (Student's t); less, more: the interval of "
                                    "the difference excludes 0; unclear: it does not"
                                  : ""),
                   "");
  }
  print_notes(metrics, from_trace, out);
}

namespace {

/// The metrics of each name, names in the order in which they come.
std::vector<std::vector<const ComparedMetric*>> by_name(const std::vector<ComparedMetric>& metrics) {
  std::vector<std::vector<const ComparedMetric*>> groups;
  for (const auto& metric : metrics) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& one) { return one.front()->metric == metric.metric; });
    if (group == groups.end())
      group = groups.emplace(groups.end());
    group->push_back(&metric);
  }
  return groups;
}

/// What stands behind the last '.' of each key, or whole keys where two end alike.
std::vector<std::string> short_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> all;
  for (const auto& key : keys)
    all.push_back(key.substr(key.rfind('.') + 1));
  return std::set<std::string>(all.begin(), all.end()).size() < all.size() ? keys : all;
}

std::vector<std::string> values_of(const std::string& parameters, const std::vector<std::string>& keys) {
  std::map<std::string, std::string> values;
  for (const auto& pair : split(parameters, ';'))
    values[pair.substr(0, pair.find('='))] = pair.substr(std::min(pair.find('=') + 1, pair.size()));
  std::vector<std::string> found;
  for (const auto& key : keys)
    found.push_back(values[key]);
  return found;
}

std::string in_table(const ComparedMean& mean) {
  const bool is_clear = mean.word == "less" || mean.word == "more";
  return (mean.is_best ? "* " : "") + shown(mean.mean) + (is_clear ? " " + mean.word : "");
}

/// Competitors beside each other.
Table wide_table(const std::vector<const ComparedMetric*>& points, const std::vector<std::string>& keys) {
  auto header = short_keys(keys);
  std::vector<std::string> names;
  for (const auto* point : points)
    for (const auto& mean : point->means)
      if (std::find(names.begin(), names.end(), mean.name) == names.end())
        names.push_back(mean.name);
  header.insert(header.end(), names.begin(), names.end());
  Table table(header, std::vector<bool>(header.size(), true));
  for (const auto* point : points) {
    auto row = values_of(point->parameters, keys);
    for (const auto& name : names) {
      const auto& means = point->means;
      const auto mean =
          std::find_if(means.begin(), means.end(), [&](const auto& one) { return one.name == name; });
      row.push_back(mean == means.end() ? "" : in_table(*mean));
    }
    table.add(std::move(row));
  }
  return table;
}

/// Competitors below each other.
Table long_table(const std::vector<const ComparedMetric*>& points, const std::vector<std::string>& keys) {
  auto header = short_keys(keys);
  std::vector<bool> right(header.size(), true);
  header.insert(header.end(), {"", "mean"});
  right.insert(right.end(), {false, true});
  Table table(header, right);
  for (const auto* point : points)
    for (const auto& mean : point->means) {
      auto row = values_of(point->parameters, keys);
      row.insert(row.end(), {mean.name, in_table(mean)});
      table.add(std::move(row));
    }
  return table;
}

} // namespace

void print_sweep(const std::vector<ComparedMetric>& metrics, const std::vector<std::string>& keys,
                 std::ostream& out, bool from_trace) {
  bool intervals = false, differences = false;
  std::string first;
  for (const auto& points : by_name(metrics)) {
    out << points.front()->metric << (points.front()->unit == "1" ? "" : ", " + points.front()->unit) << '\n';
    const auto wide = wide_table(points, keys);
    (wide.width() > terminal_width ? long_table(points, keys) : wide).print(out);
    out << '\n';
    for (const auto* point : points)
      for (const auto& mean : point->means) {
        first = first.empty() ? mean.name : first;
        intervals = intervals || mean.mean.low;
        differences = differences || mean.word == "less" || mean.word == "more";
      }
  }
  auto text = meaning_of_stars(metrics);
  if (intervals)
    text += "±: half the 95 % interval of the mean (Student's t); ";
  if (differences)
    text += "less, more: than " + first + ", the 95 % interval of the difference, seed by seed, excludes 0; ";
  if (!text.empty())
    out << wrapped(text.substr(0, text.size() - 2), "");
  print_notes(metrics, from_trace, out);
}

} // namespace malha
