// SPDX-License-Identifier: MIT
#include "headline.hpp"

#include "policies/sdk/split.hpp"
#include "results/compare/verdicts.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace malha::page {
namespace {

using Rows = std::vector<DifferenceRow>;

std::string strong(const std::string& name) { return "<strong>" + escaped(name) + "</strong>"; }

/// "157 ± 56 less": a difference without its sign, and the word for it.
std::string amount_of(const DifferenceRow& row) {
  auto size = *row.difference;
  if (size.mean < 0) {
    std::swap(size.low, size.high);
    for (auto* end : {&size.low, &size.high})
      if (*end)
        end->emplace(-**end);
    size.mean = -size.mean;
  }
  return (size.low ? readable(size, readable_unit(row.unit, size.mean)) : readable(size.mean, row.unit)) +
         (row.difference->mean < 0 ? " less" : " more");
}

/// "(18.2 against 175)".
std::string levels_of(const DifferenceRow& row) {
  return row.baseline ? " (" + escaped(readable(row.mean.mean, row.unit)) + " against " +
                            escaped(readable(*row.baseline, row.unit)) + ")"
                      : "";
}

/// What one row says, as a sentence of HTML.
std::string sentence_of(const DifferenceRow& row) {
  const auto metric = escaped(words_of(row.metric));
  if (row.verdict == "the same")
    return strong(row.run) + " and " + strong(row.against) + " have the same " + metric +
           (row.seeds > 1 ? " for every seed" : "") + ": " + escaped(readable(row.mean.mean, row.unit)) + ".";
  if (row.verdict == "no difference shown")
    return "Between " + strong(row.run) + " and " + strong(row.against) + " no difference in " + metric +
           " is shown: " +
           escaped(readable(*row.difference, readable_unit(row.unit, std::abs(row.difference->mean)))) +
           levels_of(row) + ".";
  return strong(row.run) + " has " + escaped(amount_of(row)) + " " + metric + " than " + strong(row.against) +
         levels_of(row) +
         (row.verdict == "settings differ"
              ? "; one of the two ignores a setting, which may explain the difference."
          : row.is_clear() ? "."
                           : "; without seeds that differ there is no interval.");
}

/// Those about a metric that are compared with another deployment: what is better comes first, then what is
/// worse, then what is not clear; of each kind the greatest difference first.
Rows compared_rows(const Rows& rows, const std::string& metric, const CampaignData& data) {
  Rows found;
  for (const auto& row : rows)
    if (row.metric == metric && row.difference)
      found.push_back(row);
  std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
    const auto rank = [&](const DifferenceRow& row) {
      return std::pair(row.is_clear() ? static_cast<int>(turn_of(row, data)) : 3,
                       -std::abs(row.difference->mean));
    };
    return rank(a) < rank(b);
  });
  return found;
}

std::string card_of(const DifferenceRow& row, const CampaignData& data) {
  const auto share = row.share;
  const auto read = readable_unit(row.unit, std::abs(row.difference->mean));
  return "<li title=\"" + escaped(exact(*row.difference, row.unit)) + "\"><span class=\"what\">" +
         escaped(words_of(row.metric)) + "</span><b>" +
         escaped(share ? percent(*share) : readable(*row.difference, read)) + "</b>" +
         verdict_html(row, data) + "</li>\n";
}

/// A card for each metric of two deployments: by how much the one differs. That of the sentence comes first.
std::string cards_of(const Rows& rows, const DifferenceRow& pair, const CampaignData& data) {
  constexpr std::size_t most = 12;
  auto html = card_of(pair, data);
  std::size_t number = 1;
  for (const auto& row : rows)
    if (!row.is_of_user() && row.run == pair.run && row.metric != pair.metric && row.difference &&
        row.verdict != "the same" && number < most) {
      ++number;
      html += card_of(row, data);
    }
  return number == 1 ? ""
                     : "<p class=\"faint\">" + escaped(pair.run) + " beside " + escaped(pair.against) +
                           ":</p>\n<ul class=\"tiles\">\n" + html + "</ul>\n";
}

/// How many of the differences remain when one asks about all of them; "" where none is less or more.
std::string remark_on_many(const Rows& rows) {
  constexpr double level = 0.05;
  std::size_t all = 0, clear = 0, remaining = 0;
  for (const auto& row : rows) {
    all += row.p_holm ? 1 : 0;
    clear += row.p_holm && row.is_clear() ? 1 : 0;
    remaining += row.p_holm && row.is_clear() && *row.p_holm < level ? 1 : 0;
  }
  if (clear == 0 || all < 2)
    return "";
  return "<p class=\"faint\">" + std::to_string(clear) + " of " + std::to_string(all) +
         " differences are less or more; " +
         (remaining == clear ? "all"
          : remaining == 0   ? "none"
                             : std::to_string(remaining)) +
         " of them also after Holm's correction for many comparisons.</p>\n";
}

std::string comparison_html(const Rows& rows, const std::string& metric, const CampaignData& data) {
  constexpr std::size_t most_others = 5;
  const auto compared = compared_rows(rows, metric, data);
  if (compared.empty())
    return "";
  std::string html = "<p class=\"headline\">" + sentence_of(compared.front()) + "</p>\n";
  std::string others;
  for (std::size_t i = 1; i < std::min(compared.size(), most_others + 1); ++i)
    others += "<li>" + sentence_of(compared[i]) + "</li>\n";
  if (compared.size() > most_others + 1)
    others += "<li>" + std::to_string(compared.size() - most_others - 1) + " more are in the table.</li>\n";
  if (!others.empty())
    html += "<ul class=\"others\">\n" + others + "</ul>\n";
  return html + cards_of(rows, compared.front(), data) + remark_on_many(rows);
}

std::vector<std::string> swept_names(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows)
    for (const auto& pair : split(row.parameters, ';')) {
      const auto name = short_key(pair.substr(0, pair.find('=')));
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  return names;
}

/// How often a deployment of a sweep had less and more than that with which it is compared.
struct Counts {
  std::string run, against;
  std::size_t all = 0, less = 0, more = 0;
};

std::string sentence_of(const Counts& counts, const std::string& metric, const std::string& where) {
  const auto number_of = [](std::size_t number) { return number == 0 ? "none" : std::to_string(number); };
  const auto points = std::to_string(counts.all) + " " + escaped(where);
  const auto what = " " + escaped(words_of(metric)) + " than " + strong(counts.against) + " at ";
  const auto unclear = counts.all - counts.less - counts.more;
  if (unclear == counts.all)
    return "Between " + strong(counts.run) + " and " + strong(counts.against) + " no difference in " +
           escaped(words_of(metric)) + " is shown at any of " + points + ".";
  if (counts.less == counts.all || counts.more == counts.all)
    return strong(counts.run) + " has " + (counts.less > 0 ? "less" : "more") + what + "all " + points + ".";
  return strong(counts.run) + " has less" + what + number_of(counts.less) + " of " + points +
         ", and more at " + number_of(counts.more) +
         (unclear > 0 ? "; at " + number_of(unclear) + " no difference is shown." : ".");
}

/// Of a sweep of one deployment: where the metric is least, and where greatest.
std::string extremes_html(const Rows& rows, const std::string& metric) {
  std::vector<const DifferenceRow*> found;
  for (const auto& row : rows)
    if (row.metric == metric)
      found.push_back(&row);
  const auto [least, most] = std::minmax_element(
      found.begin(), found.end(), [](const auto* a, const auto* b) { return a->mean.mean < b->mean.mean; });
  const auto said = [](const DifferenceRow& row) {
    return escaped(readable(row.mean, readable_unit(row.unit, std::abs(row.mean.mean)))) + " at " +
           escaped(short_parameters(row.parameters));
  };
  return "<p class=\"headline\">The " + escaped(words_of(metric)) + " of " + strong((*least)->run) +
         " ranges from " + said(**least) + " to " + said(**most) + ".</p>\n";
}

std::string sweep_html(const Rows& rows, const std::string& metric, const CampaignData& data) {
  std::set<std::string> runs;
  for (const auto& row : rows)
    runs.insert(row.run);
  std::vector<Counts> all;
  for (const auto& row : rows) {
    if (row.metric != metric || !row.difference || runs.size() == 1)
      continue;
    auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.run == row.run; });
    if (found == all.end())
      found = all.insert(all.end(), {row.run, row.against});
    ++found->all;
    found->less += row.verdict == "less";
    found->more += row.verdict == "more";
  }
  if (all.empty())
    return extremes_html(rows, metric);
  const auto better = data.better.find(metric);
  const bool wants_more = better != data.better.end() && better->second == Better::more;
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    return wants_more ? a.more > b.more : a.less > b.less;
  });
  const auto names = swept_names(rows);
  const auto where = names.size() == 1 ? "values of " + names.front() : "combinations of " + in_words(names);
  std::string html = "<p class=\"headline\">" + sentence_of(all.front(), metric, where) + "</p>\n";
  for (std::size_t i = 1; i < all.size(); ++i)
    html +=
        (i == 1 ? "<ul class=\"others\">\n<li>" : "<li>") + sentence_of(all[i], metric, where) + "</li>\n";
  return html + (all.size() > 1 ? "</ul>\n" : "") + remark_on_many(rows);
}

} // namespace

std::string main_metric(const Rows& rows, const CampaignData& data) {
  const auto is_there = [&](const std::string& metric) {
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.metric == metric; });
  };
  if (is_there(data.asked_metric))
    return data.asked_metric;
  for (const auto* usual : {"mean_bounded_slowdown", "mean_waiting_time", "mean_turnaround_time", "makespan"})
    if (is_there(usual))
      return usual;
  return rows.empty() ? "" : rows.front().metric;
}

std::string headline_html(const CampaignData& data) {
  const auto rows = difference_rows(data.differences);
  const auto metric = main_metric(rows, data);
  if (rows.empty())
    return "";
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !row.parameters.empty(); })
             ? sweep_html(rows, metric, data)
             : comparison_html(rows, metric, data);
}

} // namespace malha::page
