// SPDX-License-Identifier: MIT
#include "study_sections.hpp"

#include "html_table.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/compare/hypotheses.hpp"
#include "results/compare/verdicts.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "results/report/figures/figure.hpp"

#include <algorithm>

namespace malha::page {
namespace {

/// Each verdict has a word, a sign and a colour.
std::string sign_of(const std::string& word) {
  static const std::map<std::string, std::string> signs{
      {"agrees", "✓"}, {"deviates", "▲"},  {"missed", "✕"},     {"unchecked", "–"},
      {"fitted", "◦"}, {"explained", "✓"}, {"unexplained", "✕"}};
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

/// All digits of our value and of its interval, as the file has them.
std::string exact_of(const VerdictRow& row) {
  return row.ours + (row.low.empty() ? "" : ", 95 % interval from " + row.low + " to " + row.high);
}

/// "8673 ± 512", as the terminal shows it.
std::string ours_of(const VerdictRow& row) {
  const auto ours = parse_number<double>(row.ours);
  return ours ? shown({*ours, parse_number<double>(row.low), parse_number<double>(row.high)}) : row.ours;
}

/// "fair_share 85.2 ✓": a value that knows nothing of the cell, and whether it would agree.
std::string null_model_of(const std::string& name, const std::string& text, const std::string& verdict) {
  const auto value = parse_number<double>(text);
  return value ? name + (name.empty() ? "" : " ") + shown(*value, 4) + (verdict == "agrees" ? " ✓" : " ✕")
               : "";
}

std::string published_table(const CampaignData& data, const std::string& prefix) {
  const auto reasons = numbers_of_reasons(data);
  HtmlTable table(
      "Published values and ours; ± is half of the 95 % interval of the mean over seeds. All digits "
      "are under the pointer, and in verdicts.csv",
      {{"scenario", false, true},
       {"case"},
       {"metric", false, true},
       {"unit"},
       {"published", true},
       {"ours", true},
       {"error", true},
       {"verdict", false, true},
       {"agrees within"},
       {"best constant"},
       {"nearest other run"},
       {"under hypothesis"},
       {"source"}},
      true);
  for (const auto& row : data.verdicts) {
    if (row.is_claim())
      continue;
    table.add({row.scenario, row.place(), row.called.empty() ? row.metric : row.called,
               row.unit == "1" ? "" : row.unit, row.published, row.ours, row.relative_error, row.verdict,
               row.tolerance, null_model_of("", row.constant, row.constant_verdict),
               null_model_of(row.baseline_run, row.baseline, row.baseline_verdict), row.hypothesis,
               row.source});
    table.show_last(5, escaped(ours_of(row)), exact_of(row));
    if (const auto error = parse_number<double>(row.relative_error))
      table.show_last(6, escaped(percent(*error)), row.relative_error);
    table.show_last(7, verdict_html(row, reasons, prefix));
  }
  return table.empty() ? "" : "<h3>Published values</h3>\n" + table.html();
}

/// The number that decides about a claim, with its own interval: "difference -2498 ± 1082", "ratio 0.71 (0.63
/// to 0.8)". Where only the interval is known, that.
std::string deciding(const VerdictRow& row) {
  const auto low = parse_number<double>(row.claim_low), high = parse_number<double>(row.claim_high);
  const auto interval = (low ? shown(*low, 5) : "") + " to " + (high ? shown(*high, 5) : "");
  if (!row.value)
    return low && high ? interval : "";
  if (row.reference == 0.0)
    return "difference " + shown({*row.value, low, high});
  return (row.reference == 1.0 ? "ratio " : "") + shown(*row.value, 5) +
         (low && high ? " (" + interval + ")"
          : low       ? ", at least " + shown(*low, 5)
          : high      ? ", at most " + shown(*high, 5)
                      : "");
}

std::string exact_deciding(const VerdictRow& row) {
  return (row.value ? shortest(*row.value) : "") +
         (row.claim_low.empty() ? "" : ", at least " + row.claim_low) +
         (row.claim_high.empty() ? "" : ", at most " + row.claim_high);
}

std::string claims_table(const CampaignData& data, const std::string& prefix) {
  const auto reasons = numbers_of_reasons(data);
  HtmlTable table(
      "Claims of the sources, the means by which they were judged, and the number that decides with "
      "its 95 % interval",
      {{"scenario", false, true},
       {"claim", false, false, true},
       {"verdict", false, true},
       {"judged by", false, false, true},
       {"what decides", true},
       {"metric", false, true},
       {"under hypothesis"},
       {"source"}},
      true);
  for (const auto& row : data.verdicts) {
    if (!row.is_claim())
      continue;
    const auto decides = deciding(row);
    table.add({row.scenario, row.called.empty() ? row.metric : row.called, row.verdict, row.numbers,
               row.value ? shortest(*row.value) : row.claim_low,
               with_unit(words_of(row.claim_metric), row.claim_unit), row.hypothesis, row.source});
    table.show_last(2, verdict_html(row, reasons, prefix));
    if (!decides.empty())
      table.show_last(4, escaped(decides), exact_deciding(row));
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

std::size_t most_seeds(const std::vector<const CellData*>& cells) {
  std::size_t most = 0;
  for (const auto* cell : cells)
    for (const auto& [metric, values] : cell->metrics)
      most = std::max(most, values.size());
  return most;
}

/// The units in which the measures of a scenario read well, in their order.
std::vector<ReadableUnit> units_of(const CampaignData& data, const ScenarioData& scenario,
                                   const std::vector<const CellData*>& cells) {
  std::vector<ReadableUnit> units;
  for (const auto& metric : scenario.measures) {
    std::vector<double> sizes;
    for (const auto* cell : cells)
      if (const auto mean = mean_of(*cell, metric))
        sizes.push_back(mean->mean);
    units.push_back(usual_unit(data.unit_of(metric), std::move(sizes)));
  }
  return units;
}

std::string measures_table(const CampaignData& data, const ScenarioData& scenario) {
  constexpr std::size_t most_open = 40;
  const auto cells = data.cells_of(scenario.name);
  if (cells.empty() || scenario.measures.empty())
    return "";
  const auto seeds = most_seeds(cells);
  const auto units = units_of(data, scenario, cells);
  std::vector<HtmlTable::Column> columns{{"run"}, {"parameters"}};
  for (std::size_t i = 0; i < units.size(); ++i)
    columns.push_back({with_unit(words_of(scenario.measures[i]), units[i].name), true});
  HtmlTable table(seeds > 1 ? "Means over " + std::to_string(seeds) + " seeds, ± half of the 95 % interval"
                            : "One run each",
                  columns, true);
  for (const auto* cell : cells) {
    std::vector<std::string> row{cell->run, short_parameters(cell->parameters)};
    for (const auto& metric : scenario.measures) {
      const auto mean = mean_of(*cell, metric);
      row.push_back(mean ? shortest(mean->mean) : "");
    }
    table.add(row);
    for (std::size_t i = 0; i < units.size(); ++i)
      if (const auto mean = mean_of(*cell, scenario.measures[i]))
        table.show_last(i + 2, escaped(readable(*mean, units[i], false)),
                        exact(*mean, data.unit_of(scenario.measures[i])));
      else
        table.show_last(i + 2, "–");
  }
  if (cells.size() <= most_open)
    return table.html();
  return "<details class=\"section\"><summary>All " + std::to_string(cells.size()) + " cells</summary>\n" +
         table.html() + "</details>\n";
}

std::size_t number_of(const CampaignData& data, const std::string& word) {
  return static_cast<std::size_t>(std::count_if(data.verdicts.begin(), data.verdicts.end(),
                                                [&](const auto& row) { return row.word() == word; }));
}

/// "83 of 112 published values and claims agree; 10 deviate for a reason that is given; 19 are missed."
std::string sentence_of(const CampaignData& data) {
  const auto claims =
      static_cast<std::size_t>(std::count_if(data.verdicts.begin(), data.verdicts.end(), [](const auto& row) {
        return row.is_claim() && row.hypothesis.empty();
      }));
  const auto all = static_cast<std::size_t>(std::count_if(
      data.verdicts.begin(), data.verdicts.end(), [](const auto& row) { return row.hypothesis.empty(); }));
  const auto what = claims == 0     ? "published values"
                    : claims == all ? "claims"
                                    : "published values and claims";
  const auto agrees = number_of(data, "agrees"), deviates = number_of(data, "deviates"),
             missed = number_of(data, "missed"), unchecked = number_of(data, "unchecked");
  const auto part = [](std::size_t number, const char* one, const char* several) {
    return number == 0 ? "" : "; " + std::to_string(number) + (number == 1 ? one : several);
  };
  return std::to_string(agrees) + " of " + std::to_string(all) + " " + what +
         (agrees == 1 ? " agrees" : " agree") +
         part(deviates, " deviates for a reason that is given", " deviate for reasons that are given") +
         part(missed, " is missed", " are missed") + part(unchecked, " is unchecked", " are unchecked") + ".";
}

/// "Of 40 values with a baseline, 30 agree; …": how much of the agreement says something about the model.
std::string null_model_sentence(const CampaignData& data, const std::string& what,
                                std::string VerdictRow::*null_verdict) {
  std::size_t all = 0, ours = 0, null_model = 0;
  for (const auto& row : data.verdicts) {
    const auto word = row.word();
    if ((row.*null_verdict).empty() || !row.hypothesis.empty() || word == "unchecked")
      continue;
    ++all;
    ours += word == "agrees";
    null_model += row.*null_verdict == "agrees";
  }
  return all == 0 ? ""
                  : "<li>" + std::to_string(ours) + " of " + std::to_string(all) + " values agree; with " +
                        what + ", " + std::to_string(null_model) + " would.</li>\n";
}

std::string null_models(const CampaignData& data) {
  const auto items =
      null_model_sentence(data, "the best constant for each metric in the place of ours",
                          &VerdictRow::constant_verdict) +
      null_model_sentence(data, "the nearest other run in the place of ours", &VerdictRow::baseline_verdict);
  return items.empty()
             ? ""
             : "<p>What a value that knows nothing of its cell would score:</p>\n<ul>\n" + items + "</ul>\n";
}

std::string hypotheses(const CampaignData& data) {
  HypothesisCounts counts;
  for (const auto& row : data.verdicts)
    if (!row.hypothesis.empty())
      counts.add(row.hypothesis, row.seen == "yes", row.word());
  if (counts.counts().empty())
    return "";
  HtmlTable table("Hypotheses about what the sources do not state, and what each explains",
                  {{"hypothesis"},
                   {"states", false, false, true},
                   {"fits what it was chosen for", true},
                   {"explains of the rest", true}});
  for (const auto& [name, count] : counts.counts()) {
    const auto text = data.hypotheses.find(name);
    table.add({name, text == data.hypotheses.end() ? "" : text->second, part_of(count.fitted, count.seen),
               part_of(count.explained, count.others)});
  }
  return table.html();
}

} // namespace

std::optional<Section> verdicts_section(const CampaignData& data, const std::string& prefix) {
  if (data.verdicts.empty())
    return std::nullopt;
  std::string html = "<p class=\"headline\">" + sentence_of(data) + "</p>\n" + tiles(data.verdicts) +
                     null_models(data) + hypotheses(data);
  if (std::any_of(data.verdicts.begin(), data.verdicts.end(),
                  [](const auto& row) { return row.word() != row.verdict; }))
    html += "<p>* judged by runs that rejected jobs, which the numbers leave out</p>\n";
  return Section{prefix + "verdicts", "Verdicts", html};
}

std::optional<Section> values_section(const CampaignData& data, const std::string& prefix) {
  if (data.verdicts.empty())
    return std::nullopt;
  return Section{prefix + "values", "Values and claims",
                 published_table(data, prefix) + claims_table(data, prefix)};
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
  return Section{prefix + "reasons", "Reasons of deviations and misses", html + "</dl>\n"};
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
