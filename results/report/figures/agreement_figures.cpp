// SPDX-License-Identifier: MIT
#include "axes.hpp"
#include "figure.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"

#include <algorithm>

namespace malha::page {
namespace {

constexpr Frame agreement_frame{480, 72, 464};
constexpr struct { double top = 34, bottom = 364; } agreement_area;
constexpr double note_height = 17;
constexpr std::size_t most_named = 15;

/// A published value and ours.
struct Pair {
  const VerdictRow* row;
  double published, ours;
  std::optional<double> low, high;

  /// "t_simul, static hosts=50", with the scenario behind it where that is asked for.
  std::string name(bool with_scenario) const {
    const auto place = row->place();
    return (row->called.empty() ? row->metric : row->called) + (place.empty() ? "" : ", ") + place +
           (with_scenario ? " in " + row->scenario : "");
  }
};

struct Look {
  const char* word;
  Svg::Shape shape;
  const char* classes;
  double radius;
};
constexpr Look looks[] = {{"agrees", Svg::Shape::circle, "good", 4},
                          {"deviates", Svg::Shape::triangle, "warn", 5},
                          {"missed", Svg::Shape::cross, "bad", 5.5}};

const Look* look_of(const Pair& pair) {
  for (const auto& look : looks)
    if (pair.row->word() == look.word)
      return &look;
  return nullptr;
}

Range range_of_pairs(const std::vector<Pair>& pairs) {
  std::vector<double> values;
  for (const auto& pair : pairs) {
    values.push_back(pair.published);
    values.push_back(pair.ours);
    values.push_back(pair.low.value_or(pair.ours));
    values.push_back(pair.high.value_or(pair.ours));
  }
  return range_of(values);
}

void draw_legend(Svg& svg, const std::vector<Pair>& pairs) {
  double x = agreement_frame.left;
  for (const auto& look : looks) {
    std::size_t number = 0;
    for (const auto& pair : pairs)
      number += look_of(pair) == &look;
    if (number == 0)
      continue;
    const auto text = std::string(look.word) + " " + std::to_string(number);
    svg.mark(look.shape, x + 6, 14, look.radius, look.classes);
    svg.text(x + 16, 18, text);
    x += 40 + 7.5 * static_cast<double>(text.size());
  }
}

/// "ours 0.26823 for 0.795, -66.3 %".
std::string numbers_of(const Pair& pair) {
  const auto& row = *pair.row;
  const auto percent = parse_number<double>(row.relative_error);
  return "ours " + shown(pair.ours, 5) + " for " + row.published +
         (percent ? ", " + std::string(*percent < 0 ? "" : "+") + shown(100 * *percent, 3) + " %" : "");
}

void draw_pair(Svg& svg, const Pair& pair, const Scale& x, const Scale& y, const std::string& number) {
  const auto& look = *look_of(pair);
  const double across = x.at(pair.published);
  if (pair.low && pair.high && (!y.is_logarithmic() || *pair.low > 0))
    svg.line(across, y.at(*pair.low), across, y.at(*pair.high), std::string("mark ") + look.classes);
  svg.mark(look.shape, across, y.at(pair.ours), look.radius, look.classes,
           pair.name(true) + ": " + numbers_of(pair) + ": " + pair.row->verdict);
  if (!number.empty())
    svg.text(across + 8, y.at(pair.ours) - 5, number);
}

/// Those that are named below the drawing: what is missed first.
std::vector<const Pair*> named(const std::vector<Pair>& pairs) {
  std::vector<const Pair*> found;
  for (const auto* word : {"missed", "deviates"})
    for (const auto& pair : pairs)
      if (pair.row->word() == word)
        found.push_back(&pair);
  return found;
}

Svg drawing(const std::vector<Pair>& pairs, const std::string& title, const std::string& unit) {
  const auto told = named(pairs);
  const auto lines = std::min(told.size(), most_named) + (told.size() > most_named);
  Svg svg(agreement_frame.width, agreement_area.bottom + 50 + note_height * static_cast<double>(lines),
          title);
  const auto range = range_of_pairs(pairs);
  const bool is_logarithmic = is_wide(range, 30);
  const auto x = scale_for(range, is_logarithmic, agreement_frame.left, agreement_frame.right);
  const auto y = scale_for(range, is_logarithmic, agreement_area.bottom, agreement_area.top);
  draw_bottom_axis(svg, x, agreement_area.bottom, agreement_area.top, {"published", unit});
  draw_left_axis(svg, y, agreement_frame.left, agreement_frame.right, {"ours", unit});
  svg.line(x.from(), y.from(), x.to(), y.to(), "even");
  draw_legend(svg, pairs);
  std::map<const Pair*, std::string> numbers;
  for (std::size_t i = 0; i < std::min(told.size(), most_named); ++i)
    numbers[told[i]] = std::to_string(i + 1);
  for (const auto& pair : pairs)
    draw_pair(svg, pair, x, y, numbers[&pair]);
  const bool names_scenarios = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
    return pair.row->scenario != pairs.front().row->scenario;
  });
  for (std::size_t i = 0; i < lines; ++i) {
    const auto text =
        i < most_named
            ? std::to_string(i + 1) + "  " + numbers_of(*told[i]) + ": " + told[i]->name(names_scenarios)
            : "and " + std::to_string(told.size() - most_named) + " more in the table";
    svg.text(8, agreement_area.bottom + 58 + note_height * static_cast<double>(i), shortened(text, 76),
             Svg::Anchor::start, "small");
  }
  return svg;
}

} // namespace

std::vector<Figure> agreement_figures(const CampaignData& data) {
  std::map<std::pair<std::string, std::string>, std::vector<Pair>> tables; // by source and unit
  std::map<std::string, std::set<std::string>> units;
  for (const auto& row : data.verdicts) {
    const auto published = parse_number<double>(row.published);
    const auto ours = parse_number<double>(row.ours);
    const Pair pair{&row, published.value_or(0), ours.value_or(0), parse_number<double>(row.low),
                    parse_number<double>(row.high)};
    if (!published || !ours || look_of(pair) == nullptr)
      continue;
    tables[{row.source, row.unit}].push_back(pair);
    units[row.source].insert(row.unit);
  }
  std::vector<Figure> figures;
  for (const auto& [key, pairs] : tables) {
    const auto& [source, unit] = key;
    figures.push_back(
        {slug("published." + source + (units[source].size() > 1 ? "-" + (unit == "1" ? "ratio" : unit) : "")),
         source + (units[source].size() > 1 ? ", in " + (unit == "1" ? "ratios" : unit) : "") +
             ": ours beside published. On the dashed line both are the same; bars are 95 % intervals.",
         drawing(pairs, "Ours beside published, " + source, unit)});
  }
  return figures;
}

} // namespace malha::page
