// SPDX-License-Identifier: MIT
#include "study_sections.hpp"

#include "escaping.hpp"
#include "figure.hpp"
#include "html_table.hpp"
#include "policies/sdk/split.hpp"
#include "results/table.hpp"
#include "results/verdicts.hpp"

#include <algorithm>

namespace malha::page {
namespace {

/// Each verdict has a word, a sign and a colour.
std::string sign_of(const std::string& word) {
  static const std::map<std::string, std::string> signs{
      {"agrees", "✓"}, {"deviates", "▲"}, {"missed", "✕"}, {"unchecked", "–"}};
  const auto found = signs.find(word);
  return found == signs.end() ? "?" : found->second;
}

/// The numbers of reasons, by their texts, in the order of the verdicts.
std::map<std::string, std::size_t> numbers_of_reasons(const CampaignData& data) {
  std::map<std::string, std::size_t> numbers;
  for (const auto& row : data.verdicts)
    if (!row.reason.empty())
      numbers.emplace(row.reason, numbers.size() + 1);
  return numbers;
}

std::string verdict_html(const VerdictRow& row, const std::map<std::string, std::size_t>& reasons,
                         const std::string& prefix) {
  const auto word = row.word();
  std::string html = "<span class=\"verdict " + escaped(slug(word)) + "\">" + sign_of(word) + " " +
                     escaped(row.verdict) + "</span>";
  if (const auto reason = reasons.find(row.reason); reason != reasons.end())
    html += " <a href=\"#" + prefix + "reason-" + std::to_string(reason->second) + "\">why</a>";
  return html;
}

std::string tiles(const std::vector<VerdictRow>& verdicts) {
  std::string html = "<ul class=\"tiles\">\n";
  for (const auto* word : {"agrees", "deviates", "missed", "unchecked"}) {
    const auto number =
        std::count_if(verdicts.begin(), verdicts.end(), [&](const auto& row) { return row.word() == word; });
    html += std::string("<li><b>") + std::to_string(number) + "</b><span class=\"verdict " + word + "\">" +
            sign_of(word) + " " + word + "</span></li>\n";
  }
  return html + "</ul>\n";
}

std::string published_table(const CampaignData& data, const std::string& prefix) {
  const auto reasons = numbers_of_reasons(data);
  HtmlTable table("Published values and ours; low and high are the 95 % interval of the mean over seeds",
                  {{"scenario", false, true},
                   {"case"},
                   {"metric", false, true},
                   {"unit"},
                   {"published", true},
                   {"ours", true},
                   {"verdict", false, true},
                   {"relative error", true},
                   {"agrees within"},
                   {"low", true},
                   {"high", true},
                   {"source"}},
                  true);
  for (const auto& row : data.verdicts) {
    if (row.is_claim())
      continue;
    table.add({row.scenario, row.place(), row.called.empty() ? row.metric : row.called, row.unit,
               row.published, row.ours, row.verdict, row.relative_error, row.tolerance, row.low, row.high,
               row.source});
    table.show_last(6, verdict_html(row, reasons, prefix));
  }
  return table.empty() ? "" : "<h3>Published values</h3>\n" + table.html();
}

std::string claims_table(const CampaignData& data, const std::string& prefix) {
  const auto reasons = numbers_of_reasons(data);
  HtmlTable table(
      "Claims of the sources, and the means and paired differences by which they were judged; low "
      "and high are the 95 % interval of what decides",
      {{"scenario", false, true},
       {"claim", false, false, true},
       {"verdict", false, true},
       {"judged by", false, false, true},
       {"ours", true},
       {"low", true},
       {"high", true},
       {"metric", false, true},
       {"source"}},
      true);
  for (const auto& row : data.verdicts) {
    if (!row.is_claim())
      continue;
    table.add({row.scenario, row.called.empty() ? row.metric : row.called, row.verdict, row.numbers, row.ours,
               row.claim_low, row.claim_high, with_unit(row.claim_metric, row.claim_unit), row.source});
    table.show_last(2, verdict_html(row, reasons, prefix));
  }
  return table.empty() ? "" : "<h3>Claims</h3>\n" + table.html();
}

/// "3 cells: a, b and 4 more".
std::string cases_of(const std::vector<const VerdictRow*>& rows) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
    const auto& row = *rows[i];
    const auto place = row.place();
    text +=
        (i == 0 ? "" : "; ") + row.scenario + ": " + (row.is_claim() ? row.metric : place + " " + row.called);
  }
  return text + (rows.size() > most ? "; and " + std::to_string(rows.size() - most) + " more" : "");
}

std::string key_of(const std::string& source) { return source.substr(0, source.find_first_of(", ;")); }

/// What a table shows of a metric: the number itself of one seed, otherwise mean and half the interval.
std::string measured(const CellData& cell, const std::string& metric) {
  const auto& values = cell.values(metric);
  if (values.size() == 1)
    return number_html(values.begin()->second.text);
  const auto mean = mean_of(cell, metric);
  if (!mean)
    return "–";
  return escaped(shown(mean->mean, 5) + (mean->high ? " ± " + shown(*mean->high - mean->mean, 2) : ""));
}

std::size_t most_seeds(const std::vector<const CellData*>& cells) {
  std::size_t most = 0;
  for (const auto* cell : cells)
    for (const auto& [metric, values] : cell->metrics)
      most = std::max(most, values.size());
  return most;
}

std::string measures_table(const CampaignData& data, const ScenarioData& scenario) {
  constexpr std::size_t most_open = 40;
  const auto cells = data.cells_of(scenario.name);
  if (cells.empty() || scenario.measures.empty())
    return "";
  const auto seeds = most_seeds(cells);
  std::vector<HtmlTable::Column> columns{{"run"}, {"parameters"}};
  for (const auto& metric : scenario.measures)
    columns.push_back({with_unit(metric, data.unit_of(metric)), true});
  HtmlTable table(seeds > 1 ? "Means over " + std::to_string(seeds) + " seeds, ± half of the 95 % interval"
                            : "One run each",
                  columns, true);
  for (const auto* cell : cells) {
    std::vector<std::string> row{cell->run, short_parameters(cell->parameters)};
    for (const auto& metric : scenario.measures)
      row.push_back(mean_of(*cell, metric) ? malha::shown(mean_of(*cell, metric)->mean, 12) : "");
    table.add(row);
    for (std::size_t i = 0; i < scenario.measures.size(); ++i)
      table.show_last(i + 2, measured(*cell, scenario.measures[i]));
  }
  if (cells.size() <= most_open)
    return table.html();
  return "<details><summary>All " + std::to_string(cells.size()) + " cells</summary>\n" + table.html() +
         "</details>\n";
}

} // namespace

std::optional<Section> verdicts_section(const CampaignData& data, const std::string& prefix) {
  if (data.verdicts.empty())
    return std::nullopt;
  std::string html = tiles(data.verdicts);
  if (std::any_of(data.verdicts.begin(), data.verdicts.end(),
                  [](const auto& row) { return row.word() != row.verdict; }))
    html += "<p>* judged by runs that rejected jobs, which the numbers leave out</p>\n";
  html += published_table(data, prefix) + claims_table(data, prefix);
  return Section{prefix + "verdicts", "Verdicts", html};
}

std::optional<Section> reasons_section(const CampaignData& data, const std::string& prefix) {
  std::map<std::size_t, std::pair<std::string, std::vector<const VerdictRow*>>> reasons;
  const auto numbers = numbers_of_reasons(data);
  for (const auto& row : data.verdicts)
    if (!row.reason.empty()) {
      auto& [text, rows] = reasons[numbers.at(row.reason)];
      text = row.reason;
      rows.push_back(&row);
    }
  if (reasons.empty())
    return std::nullopt;
  std::string html = "<dl class=\"reasons\">\n";
  for (const auto& [number, reason] : reasons) {
    const auto word = reason.second.front()->word();
    html += "<dt id=\"" + prefix + "reason-" + std::to_string(number) + "\"><span class=\"verdict " +
            escaped(slug(word)) + "\">" + sign_of(word) + " " + escaped(word) + "</span> " +
            folded(cases_of(reason.second)) + "</dt>\n<dd>" + escaped(reason.first) + "</dd>\n";
  }
  return Section{prefix + "reasons", "Reasons of what deviates or is missed", html + "</dl>\n"};
}

std::optional<Section> references_section(const CampaignData& data, const std::string& prefix) {
  std::set<std::string> keys;
  for (const auto& row : data.verdicts)
    if (data.sources.count(key_of(row.source)) > 0)
      keys.insert(key_of(row.source));
  if (keys.empty())
    return std::nullopt;
  std::string html;
  for (const auto& key : keys)
    html += "<div class=\"command\"><pre>" + escaped(data.sources.at(key)) + "</pre></div>\n";
  return Section{prefix + "references", "References", html};
}

Section scenario_section(const CampaignData& data, const ScenarioData& scenario,
                         const std::vector<Figure>& figures, const std::string& prefix) {
  std::string html;
  if (!scenario.question.empty())
    html += "<p>" + escaped(scenario.question) + "</p>\n";
  if (!scenario.seed_varies.empty())
    html += "<p class=\"faint\">A seed varies " + escaped(scenario.seed_varies) + ".</p>\n";
  html += measures_table(data, scenario);
  if (!figures.empty())
    html += figures_html(figures, prefix);
  return {prefix + "scenario-" + slug(scenario.name), scenario.name, html};
}

} // namespace malha::page
