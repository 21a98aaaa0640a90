// SPDX-License-Identifier: MIT
#include "comparison_sections.hpp"

#include "headline.hpp"
#include "html_table.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/compare/verdicts.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>
#include <limits>

namespace malha::page {
namespace {

using Rows = std::vector<DifferenceRow>;

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

/// Whether a figure of a comparison is about the metric: its differences and seeds, or what a sweep has of
/// it.
bool is_about(const std::string& name, const std::string& metric, const CampaignData& data) {
  if (name == slug("differences." + metric) || name == slug("seeds." + metric) ||
      begins(name, slug("sweep.differences." + metric)))
    return true;
  return std::any_of(data.scenarios.begin(), data.scenarios.end(), [&](const auto& scenario) {
    const auto of_sweep = slug("sweep." + scenario.name + "." + metric);
    return name == of_sweep || begins(name, of_sweep + ".");
  });
}

/// Takes at most so many figures about the metric out of the others: those of differences first.
std::vector<Figure> taken(Figures& figures, const std::string& metric, const CampaignData& data,
                          std::size_t most) {
  std::vector<Figure> found;
  for (const bool of_differences : {true, false})
    for (auto& [group, all] : figures)
      for (auto figure = all.begin(); figure != all.end();)
        if (found.size() < most && is_about(figure->name, metric, data) &&
            (figure->name.find("differences.") != std::string::npos) == of_differences) {
          found.push_back(std::move(*figure));
          figure = all.erase(figure);
        } else {
          ++figure;
        }
  return found;
}

/// Metrics that have one value in all cells and seeds of several cells, but for that of the sentence.
std::set<std::string> constant_metrics(const CampaignData& data) {
  const auto main = main_metric(difference_rows(data.differences), data);
  std::set<std::string> constant;
  for (const auto& metric : data.compared) {
    std::vector<double> values;
    for (const auto& cell : data.cells)
      for (const auto& [seed, value] : cell.values(metric))
        values.push_back(value.number);
    if (metric != main && data.cells.size() > 1 && !values.empty() && are_equal(values))
      constant.insert(metric);
  }
  return constant;
}

/// "The same for all: jobs finished 800 and jobs killed 0."
std::string said_of_constant(const std::set<std::string>& constant, const CampaignData& data) {
  std::vector<std::string> parts;
  for (const auto& metric : data.compared)
    if (constant.count(metric) > 0 && metric.find('.') == std::string::npos)
      for (const auto& cell : data.cells)
        if (const auto mean = mean_of(cell, metric)) {
          parts.push_back(words_of(metric) + " " + readable(mean->mean, data.unit_of(metric)));
          break;
        }
  return parts.empty() ? "" : "<p class=\"faint\">The same for all: " + escaped(in_words(parts)) + ".</p>\n";
}

/// The text of a column where it is the same in all rows that have one.
template <class Member>
std::string only(const Rows& rows, Member member) {
  std::set<std::string> texts;
  for (const auto& row : rows)
    if (!(row.*member).empty())
      texts.insert(row.*member);
  return texts.size() == 1 ? *texts.begin() : "";
}

std::string seeds_of(const Rows& rows) {
  std::set<std::size_t> numbers;
  for (const auto& row : rows)
    numbers.insert(row.seeds);
  if (numbers.size() != 1)
    return "seeds";
  return std::to_string(*numbers.begin()) + (*numbers.begin() == 1 ? " seed" : " seeds");
}

/// Keys of what is swept, in their order; none where there are too many for columns of their own.
std::vector<std::string> swept_keys(const Rows& rows) {
  constexpr std::size_t most_columns = 4;
  std::vector<std::string> keys;
  for (const auto& row : rows)
    for (const auto& pair : split(row.parameters, ';'))
      if (const auto key = pair.substr(0, pair.find('='));
          !key.empty() && std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(key);
  return keys.size() > most_columns ? std::vector<std::string>() : keys;
}

std::string value_of(const std::string& parameters, const std::string& key) {
  for (const auto& pair : split(parameters, ';'))
    if (begins(pair, key + "="))
      return pair.substr(key.size() + 1);
  return "";
}

/// By metric the unit in which most of its means read well.
std::map<std::string, ReadableUnit> units_of(const Rows& rows) {
  std::map<std::string, std::vector<double>> sizes;
  std::map<std::string, ReadableUnit> units;
  for (const auto& row : rows)
    sizes[row.metric].push_back(row.mean.mean);
  for (const auto& row : rows)
    if (units.count(row.metric) == 0)
      units[row.metric] = usual_unit(row.unit, sizes[row.metric]);
  return units;
}

/// A table of means and differences.
class DifferencesTable {
public:
  DifferencesTable(const Rows& rows, const CampaignData& data)
      : rows_(rows), data_(data), against_(only(rows, &DifferenceRow::against)), keys_(swept_keys(rows)),
        has_settings_(keys_.empty() && std::any_of(rows.begin(), rows.end(),
                                                   [](const auto& row) { return !row.parameters.empty(); })),
        units_(units_of(rows)) {}

  std::string html() const {
    std::vector<HtmlTable::Column> columns{{"metric", false, true}, {"deployment", false, true}};
    for (const auto& key : keys_)
      columns.push_back({short_key(key), false, true});
    if (has_settings_)
      columns.push_back({"settings", false, true});
    columns.push_back({"mean", true});
    if (against_.empty())
      columns.push_back({"compared with"});
    columns.push_back({"difference", true});
    columns.push_back({"%", true});
    columns.push_back({"verdict", false, true});
    columns.push_back({"p (Holm)", true});
    HtmlTable table(
        "Means over " + seeds_of(rows_) + ", and paired differences" +
            (against_.empty() ? "" : " from " + against_) +
            "; ± is half of the 95 % interval; p is adjusted for all differences by Holm. All digits are "
            "under the pointer, and in differences.csv",
        columns, true);
    table.show_first(most_rows);
    for (const auto& row : rows_)
      add(row, table);
    return table.html();
  }

private:
  static constexpr std::size_t most_rows = 80;

  void add(const DifferenceRow& row, HtmlTable& table) const {
    const auto& unit = units_.at(row.metric);
    std::vector<std::string> cells{with_unit(words_of(row.metric), unit.name), row.run};
    for (const auto& key : keys_)
      cells.push_back(value_of(row.parameters, key));
    if (has_settings_)
      cells.push_back(short_parameters(row.parameters));
    const auto mean = cells.size();
    cells.push_back(shortest(row.mean.mean));
    if (against_.empty())
      cells.push_back(row.against);
    const auto difference = cells.size();
    const auto share = row.share;
    cells.push_back(row.difference ? shortest(row.difference->mean) : "");
    cells.push_back(share ? shortest(*share) : "");
    cells.push_back(row.verdict);
    cells.push_back(row.p_holm ? shortest(*row.p_holm) : "");
    table.add(cells);
    table.show_last(mean, escaped(readable(row.mean, unit, false)), exact(row.mean, row.unit));
    if (row.difference)
      table.show_last(difference, escaped(readable(*row.difference, unit, false)),
                      exact(*row.difference, row.unit));
    if (share)
      table.show_last(difference + 1, escaped(percent(*share)));
    if (row.p_holm)
      table.show_last(difference + 3, *row.p_holm < 0.001 ? "&lt; 0.001" : escaped(shown(*row.p_holm, 2)),
                      shortest(*row.p_holm));
    if (!row.verdict.empty())
      table.show_last(difference + 2, verdict_html(row, data_));
  }

  const Rows& rows_;
  const CampaignData& data_;
  std::string against_; ///< empty: not all rows have the same
  std::vector<std::string> keys_;
  bool has_settings_;
  std::map<std::string, ReadableUnit> units_;
};

/// The values of each seed, as runs.csv has them.
std::string values_html(const CampaignData& data) {
  constexpr std::size_t most_values = 60;
  HtmlTable table("Values of each seed (runs.csv)",
                  {{"metric", false, true},
                   {"deployment", false, true},
                   {"settings"},
                   {"seed", true},
                   {"value", true},
                   {"unit"}},
                  true);
  table.show_first(most_values);
  for (const auto& metric : data.compared)
    if (metric.find('.') == std::string::npos) // not of a user
      for (const auto& cell : data.cells)
        for (const auto& [seed, value] : cell.values(metric)) {
          const auto unit = data.unit_of(metric);
          table.add({words_of(metric), cell.run, short_parameters(cell.parameters), std::to_string(seed),
                     value.text, unit == "1" ? "" : unit});
        }
  return "<details class=\"section\"><summary>Values of each seed</summary>\n" + table.html() +
         "</details>\n";
}

} // namespace

std::optional<Section> headline_section(const CampaignData& data, Figures& figures,
                                        const std::string& prefix) {
  constexpr std::size_t most_figures = 4;
  auto html = headline_html(data);
  if (html.empty())
    return std::nullopt;
  const auto metric = main_metric(difference_rows(data.differences), data);
  const auto constant = constant_metrics(data);
  for (const auto& one : constant) // a drawing of it shows nothing
    taken(figures, one, data, std::numeric_limits<std::size_t>::max());
  if (const auto first = taken(figures, metric, data, most_figures); !first.empty())
    html += figures_html(first, prefix);
  return Section{prefix + "headline", "What is shown", html};
}

std::optional<Section> differences_section(const CampaignData& data, const std::string& prefix) {
  if (data.cells.empty())
    return std::nullopt;
  Rows all = difference_rows(data.differences);
  const auto of_users =
      std::stable_partition(all.begin(), all.end(), [](const auto& row) { return !row.is_of_user(); });
  const auto constant = constant_metrics(data);
  Rows rows(all.begin(), of_users);
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [&](const auto& row) { return constant.count(row.metric) > 0; }),
             rows.end());
  std::string html;
  if (!rows.empty())
    html += DifferencesTable(rows, data).html();
  html += said_of_constant(constant, data);
  return Section{prefix + "differences", "Means and paired differences", html + values_html(data)};
}

} // namespace malha::page
