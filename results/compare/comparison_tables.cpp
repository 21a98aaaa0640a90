// SPDX-License-Identifier: MIT
// What a comparison prints.
#include "comparison.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <ostream>
#include <set>

namespace malha {
namespace {

/// Says what stars mark: the least mean, or the greatest. If both occur, it names the metrics with the
/// greatest.
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

/// A count that is the same for all competitors, which needs no table: "jobs_finished 500". Otherwise "".
std::string count_of_all(const std::vector<const ComparedMetric*>& points) {
  if (points.front()->unit != "count" || points.front()->means.empty())
    return "";
  const auto& first = points.front()->means.front().mean;
  for (const auto* point : points)
    for (const auto& mean : point->means)
      if (mean.mean.mean != first.mean || (mean.difference && mean.word != "the same"))
        return "";
  const bool varies = first.high && *first.high > first.mean;
  return points.front()->metric + " " + (varies ? shown(first) : shown(first.mean, 9));
}

/// "mean_waiting_time of sjf"; in a sweep, with the settings after it.
std::string called(const ComparedMetric& metric, const ComparedMean& mean) {
  return metric.metric + " of " + mean.name + (metric.parameters.empty() ? "" : " at " + metric.parameters);
}

/// Says how many of the differences that are called less or more remain under Holm's correction. "" if there
/// are few differences, or none is called less or more.
std::string remark_on_many(const std::vector<ComparedMetric>& metrics) {
  constexpr std::size_t many = 5, most_named = 4;
  constexpr double level = 0.05; // since words are by 95 % intervals
  std::size_t differences = 0, clear = 0;
  std::vector<std::string> lost; // those that do not remain
  for (const auto& metric : metrics)
    for (const auto& mean : metric.means) {
      differences += mean.p_holm ? 1 : 0;
      if (!mean.p_holm || (mean.word != "less" && mean.word != "more"))
        continue;
      ++clear;
      if (*mean.p_holm > level)
        lost.push_back(called(metric, mean));
    }
  if (differences < many || clear == 0)
    return "";
  const auto number_lost = lost.size();
  const auto remaining = clear - number_lost;
  if (number_lost > most_named) {
    lost.resize(most_named);
    lost.push_back(std::to_string(number_lost - most_named) + " more");
  }
  if (number_lost == 0)
    return "Holm's correction for " + std::to_string(differences) + " comparisons: all " +
           std::to_string(clear) + " called less or more remain";
  return std::to_string(clear) + " of " + std::to_string(differences) +
         " differences are called less or more; if nothing differed, " +
         shown(level * static_cast<double>(differences), 2) +
         " would be by chance. Under Holm's correction for many comparisons " +
         (remaining == 0 ? "none of them remains"
                         : std::to_string(remaining) + (remaining == 1 ? " remains" : " remain") +
                               ", without " + in_words(lost));
}

/// Prints notes on the metrics. A note on several metrics is printed once.
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
          " seeds are left out, since not all have them");
    if (std::any_of(one.means.begin(), one.means.end(),
                    [](const auto& mean) { return mean.word == settings_differ; }))
      say("settings differ: one of the two ignores a setting, so that no difference is called less or more, "
          "and no mean the best");
    if (one.seeds == 1 && one.seeds_left_out == 0)
      say(std::string("one seed: no intervals; ") +
          (from_trace ? "--set workload.resample=users --seeds 30" : "--seeds 10") + " would give them");
    if (one.resamples && one.seeds > 1)
      say("each seed resamples the users of the trace: intervals are for other traces of the same system, "
          "and more seeds do not make them narrower");
    if (metrics.size() > 1 && !count_of_all({&one}).empty())
      continue; // a count may be the same for each seed although results depend on the seed
    if (one.constant.size() == one.means.size() && one.seeds > 1)
      say(std::string("results do not depend on the seed: one seed is enough, no intervals") +
          (from_trace ? "; --set workload.resample=users makes each seed another trace" : ""));
    else if (!one.constant.empty())
      say("results of " + listed(one.constant) + " do not depend on the seed");
  }
  if (const auto remark = remark_on_many(metrics); !remark.empty())
    say(remark);
}

/// The last column of a table: "less", "more", …
std::string cell_of_word(const ComparedMean& mean) { return mean.difference ? in_table(mean.word) : ""; }

std::string cell_of_percent(const ComparedMean& mean) {
  return mean.difference && mean.percent ? shown(*mean.percent, 2) : "";
}

std::string cell_of_difference(const ComparedMean& mean) {
  return mean.difference ? shown(*mean.difference) : "";
}

std::string cell_of_mean(const ComparedMean& mean) { return (mean.is_best ? "* " : "") + shown(mean.mean); }

std::string title_of(const ComparedMetric& metric) {
  return metric.metric + (metric.unit == "1" ? "" : ", " + metric.unit);
}

void print_counts(const std::string& counts, std::ostream& out) {
  if (!counts.empty())
    out << wrapped("the same for all: " + counts, "");
}

} // namespace

void print_comparison(const std::vector<ComparedMetric>& metrics, std::ostream& out, bool from_trace) {
  Table table({"", "mean", "difference", "%", ""}, {false, true, true, true, false});
  std::string baseline, counts;
  bool has_intervals = false, has_rows = false;
  for (const auto& metric : metrics) {
    if (metric.means.empty())
      continue;
    if (const auto count = count_of_all({&metric}); metric.means.size() > 1 && !count.empty()) {
      counts += (counts.empty() ? "" : ", ") + count;
      continue;
    }
    baseline = baseline.empty() ? metric.against : baseline;
    const auto other_baseline = metric.against == baseline ? "" : ", difference from " + metric.against;
    has_rows = true;
    table.add({title_of(metric) + other_baseline, "", "", "", ""});
    for (const auto& one : metric.means) {
      has_intervals = has_intervals || one.mean.low;
      table.add({(one.is_best ? "* " : "  ") + one.name, shown(one.mean), cell_of_difference(one),
                 cell_of_percent(one), cell_of_word(one)});
    }
  }
  if (has_rows)
    table.print(out);
  print_counts(counts, out);
  if (has_rows)
    out << wrapped(meaning_of_stars(metrics) + "difference: from " + baseline + ", seed by seed" +
                       (has_intervals
                            ? "; ±: half the 95 % interval (Student's t); less, more: the interval of "
                              "the difference excludes 0; unclear: it does not"
                            : ""),
                   "");
  print_notes(metrics, from_trace, out);
}

namespace {

/// Groups the points of a sweep by metric, in the order in which the metrics first occur.
std::vector<std::vector<const ComparedMetric*>> by_metric(const std::vector<ComparedMetric>& metrics) {
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

/// The part of each key after its last '.'; the whole keys if two of these parts are the same.
std::vector<std::string> short_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> all;
  for (const auto& key : keys)
    all.push_back(key.substr(key.rfind('.') + 1));
  return std::set<std::string>(all.begin(), all.end()).size() < all.size() ? keys : all;
}

/// The values of these keys in "key=value" pairs, which are joined by ';'.
std::vector<std::string> values_of(const std::string& parameters, const std::vector<std::string>& keys) {
  std::map<std::string, std::string> values;
  for (const auto& pair : split(parameters, ';'))
    values[pair.substr(0, pair.find('='))] = pair.substr(std::min(pair.find('=') + 1, pair.size()));
  std::vector<std::string> found;
  for (const auto& key : keys)
    found.push_back(values[key]);
  return found;
}

/// A table with one line for each combination of settings, and columns for each competitor: its mean, and for
/// all but the first one the difference. A single competitor has the difference from its first line.
Table wide_table(const std::vector<const ComparedMetric*>& points, const std::vector<std::string>& keys) {
  auto header = short_keys(keys);
  std::vector<bool> right(header.size(), true);
  std::vector<std::string> names;
  for (const auto* point : points)
    for (const auto& mean : point->means)
      if (std::find(names.begin(), names.end(), mean.name) == names.end())
        names.push_back(mean.name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool has_differences = i > 0 || names.size() == 1;
    header.push_back(names[i]);
    right.push_back(true);
    if (has_differences) {
      header.insert(header.end(), {"difference", "%", ""});
      right.insert(right.end(), {true, true, false});
    }
  }
  Table table(header, right);
  for (const auto* point : points) {
    auto row = values_of(point->parameters, keys);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& means = point->means;
      const auto mean =
          std::find_if(means.begin(), means.end(), [&](const auto& one) { return one.name == names[i]; });
      const bool is_there = mean != means.end();
      row.push_back(is_there ? cell_of_mean(*mean) : "");
      if (i > 0 || names.size() == 1) {
        row.push_back(is_there ? cell_of_difference(*mean) : "");
        row.push_back(is_there ? cell_of_percent(*mean) : "");
        row.push_back(is_there ? cell_of_word(*mean) : "");
      }
    }
    table.add(std::move(row));
  }
  return table;
}

/// A table with one line for each combination of settings and competitor.
Table long_table(const std::vector<const ComparedMetric*>& points, const std::vector<std::string>& keys) {
  auto header = short_keys(keys);
  std::vector<bool> right(header.size(), true);
  header.insert(header.end(), {"", "mean", "difference", "%", ""});
  right.insert(right.end(), {false, true, true, true, false});
  Table table(header, right);
  for (const auto* point : points)
    for (const auto& mean : point->means) {
      auto row = values_of(point->parameters, keys);
      row.insert(row.end(), {mean.name, cell_of_mean(mean), cell_of_difference(mean), cell_of_percent(mean),
                             cell_of_word(mean)});
      table.add(std::move(row));
    }
  return table;
}

} // namespace

void print_sweep(const std::vector<ComparedMetric>& metrics, const std::vector<std::string>& keys,
                 std::ostream& out, bool from_trace) {
  bool has_intervals = false;
  std::string baseline, counts;
  for (const auto& points : by_metric(metrics)) {
    if (const auto count = count_of_all(points); !count.empty()) {
      counts += (counts.empty() ? "" : ", ") + count;
      continue;
    }
    out << title_of(*points.front()) << '\n';
    const auto wide = wide_table(points, keys);
    (wide.width() > terminal_width ? long_table(points, keys) : wide).print(out);
    out << '\n';
    for (const auto* point : points)
      for (const auto& mean : point->means) {
        has_intervals = has_intervals || mean.mean.low;
        baseline = baseline.empty() && mean.difference ? point->against : baseline;
      }
  }
  print_counts(counts, out);
  auto text = meaning_of_stars(metrics);
  if (!baseline.empty())
    text += "difference: from " + baseline + ", seed by seed; ";
  if (has_intervals)
    text += "±: half the 95 % interval (Student's t); ";
  if (has_intervals && !baseline.empty())
    text += "less, more: the interval of the difference excludes 0; unclear: it does not; ";
  if (!text.empty())
    out << wrapped(text.substr(0, text.size() - 2), "");
  print_notes(metrics, from_trace, out);
}

} // namespace malha
