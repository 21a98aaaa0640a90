// SPDX-License-Identifier: MIT
#include "claim_rule.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <ostream>

namespace malha {

std::optional<double> ClaimReader::optional_number(const char* attribute) const {
  return has(attribute) ? std::optional(number(attribute)) : std::nullopt;
}

void ClaimReader::fail_without_statement() const {
  std::string valid;
  const auto& rules = linked_parts<ClaimRule>();
  for (const auto& rule : rules)
    valid += (valid.empty() ? "" : &rule == &rules.back() ? "; or " : "; ") + rule.usage;
  fail("claims nothing; valid: " + valid);
}

CellFilter ClaimReader::cell(const char* attribute) const {
  const auto found = filter(attribute);
  file_.check_one_cell(node_, found);
  return found;
}

std::pair<CellFilter, CellFilter> ClaimReader::cells(const char* one, const char* other) const {
  const std::pair found(filter(one), filter(other));
  file_.check_one_cell(node_, found.first);
  file_.check_one_cell(node_, found.second);
  file_.check_different(node_, found.first, found.second);
  return found;
}

std::pair<CellFilter, SeriesRange> ClaimReader::series(const char* attribute) const {
  std::pair found(filter(attribute), range(false));
  if (has("runs"))
    found.second.runs = runs(found.second);
  check_series(found.first, found.second);
  return found;
}

std::pair<CellFilter, SeriesRange> ClaimReader::series_of_numbers(const char* attribute) const {
  std::pair found(filter(attribute), range(true));
  check_series(found.first, found.second);
  return found;
}

ClaimReader::TwoSeries ClaimReader::two_series(const char* one, const char* other) const {
  TwoSeries found{filter(one), filter(other), range(true)};
  check_series(found.one, found.range);
  check_series(found.other, found.range);
  file_.check_different(node_, found.one, found.other);
  return found;
}

CellFilter ClaimReader::filter(const char* attribute) const {
  const std::string word_of_metric = "metric=";
  std::string cells, metric;
  for (const auto& word : words_of(text(attribute)))
    if (word.rfind(word_of_metric, 0) != 0)
      cells += word + " ";
    else if (metric.empty())
      metric = word.substr(word_of_metric.size());
    else
      fail("names 'metric' twice");
  auto found = file_.filter(node_, cells);
  for (const auto& [key, value] : each_)
    if (!found.parameters.emplace(key, value).second)
      fail("gives '" + key + "' a value, which 'each' goes over");
  const auto own = metric.empty() ? file_.metric_spec(node_) : file_.metric_spec(node_, metric);
  if (own.unit != unit())
    fail("compares metric '" + own.name + "', in " + own.unit + ", with one in " + unit());
  found.metric = own.name;
  return found;
}

/// What a series goes over, and which part of it. `in_numbers`: its order matters.
SeriesRange ClaimReader::range(bool in_numbers) const {
  SeriesRange range{
      file_.xml.optional(node_, "over", ""), optional_number("from"), optional_number("up_to"), {}};
  const bool is_limited = range.from || range.up_to;
  if (range.from && range.up_to && *range.from > *range.up_to)
    fail("'from' is above 'up_to'");
  if (range.over.empty() && (in_numbers || is_limited))
    text("over");
  if (!range.over.empty() && (range.over != "run" || in_numbers || is_limited)) {
    file_.check_varied_here(node_, range.over);
    check_points(in_numbers, range);
  }
  return range;
}

/// Refuses words where numbers are needed, and a range that keeps less than two values.
void ClaimReader::check_points(bool in_numbers, const SeriesRange& range) const {
  int points = 0;
  for (const auto& value : file_.axis(range.over)->values) {
    const auto place = parse_number<double>(value);
    if (!place && (in_numbers || range.from || range.up_to))
      fail("'" + range.over + "' is varied over '" + value + "', which is no number");
    points += !place || (*place >= range.from.value_or(*place) && *place <= range.up_to.value_or(*place));
  }
  if (points < 2 && file_.overrides.empty())
    fail("keeps " + std::to_string(points) + " values of '" + range.over +
         "'; valid: a series of at least two");
}

std::vector<std::string> ClaimReader::runs(const SeriesRange& range) const {
  if (range.over != "run")
    fail("'runs' is for a series over=\"run\"");
  const auto runs = file_.names(node_, "runs");
  for (const auto& run : runs)
    if (file_.cells_of({file_.scenario.name, run, {}}) == 0)
      fail("there is no run '" + run + "'");
  if (runs.size() < 2)
    fail("'runs' names one run; valid: at least two");
  return runs;
}

/// Refuses what is no series over what the claim names. Without a name every cell is a point, unless one of
/// several parameters that are left open is averaged: the one that is not is then what the series goes over.
void ClaimReader::check_series(const CellFilter& filter, SeriesRange& range) const {
  if (!file_.is_checked(filter))
    return;
  if (file_.cells_of(filter) < 2)
    fail("means " + std::string(file_.cells_of(filter) == 0 ? "no cell" : "one cell") +
         "; valid: a series of at least two");
  auto open = file_.left_open(filter);
  const auto is_averaged = [&](const auto& key) { return file_.is_averaged(key); };
  if (range.over.empty() && std::none_of(open.begin(), open.end(), is_averaged))
    return;
  if (range.over.empty() && open.size() > 1)
    fail("leaves " + listed(open) + " open; valid: one of them as 'over'");
  if (range.over.empty())
    range.over = open.front();
  const auto over = std::find(open.begin(), open.end(), range.over);
  if (over == open.end())
    fail("goes over '" + range.over + "' and does not leave it open");
  open.erase(over);
  open.erase(std::remove_if(open.begin(), open.end(), is_averaged), open.end());
  if (!open.empty())
    fail("leaves " + listed(open) + " open, too; valid: with a value, or in <average>");
}

void print_claim_rules(std::ostream& out) {
  out << "| `<claim …>` | holds when |\n|---|---|\n";
  for (const auto& rule : linked_parts<ClaimRule>())
    out << "| " << rule.example << " | " << rule.holds_when << " |\n";
}

} // namespace malha
