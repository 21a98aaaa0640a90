// SPDX-License-Identifier: MIT
#include "heat_map.hpp"

#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace malha::page {
namespace {

constexpr Frame map_frame{480, 96, 472};
constexpr double top_of_map = 28;

struct Colour {
  double red, green, blue;
};

/// From light to dark in even steps of lightness, so that it reads without colours and on paper: the more,
/// the darker.
constexpr std::array<Colour, 5> steps{
    {{255, 247, 214}, {251, 201, 117}, {232, 130, 88}, {166, 57, 96}, {66, 16, 92}}};

Colour colour_at(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(steps.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), steps.size() - 2);
  const double part = place - static_cast<double>(below);
  const auto mixed = [part](double a, double b) { return std::round(a + part * (b - a)); };
  const auto &a = steps[below], &b = steps[below + 1];
  return {mixed(a.red, b.red), mixed(a.green, b.green), mixed(a.blue, b.blue)};
}

std::string text_of(const Colour& colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const double part : {colour.red, colour.green, colour.blue}) {
    const auto value = static_cast<unsigned>(part);
    text += digits[value / 16];
    text += digits[value % 16];
  }
  return text;
}

/// Whether white is read more easily on it than black: its luminance, as WCAG 2 defines it, is below that of
/// which both are equally far, sqrt(1.05 * 0.05) - 0.05.
bool is_dark(const Colour& colour) {
  const auto linear = [](double part) {
    const double share = part / 255;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  const double luminance =
      0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  return luminance < std::sqrt(1.05 * 0.05) - 0.05;
}

Range range_of_map(const HeatMap& map) {
  std::vector<double> values;
  for (const auto& row : map.values)
    for (const auto& value : row)
      if (value)
        values.push_back(*value);
  return range_of(values);
}

} // namespace

Svg drawing_of(const HeatMap& map) {
  const double wide = (map_frame.right - map_frame.left) / static_cast<double>(map.x.size());
  const double high = std::clamp(wide * 0.6, 26.0, 48.0);
  const double bottom = top_of_map + high * static_cast<double>(map.y.size());
  Svg svg(map_frame.width, bottom + 46, map.title);
  const auto range = map.range.value_or(range_of_map(map));
  const auto unit = readable_unit(map.what.unit, std::max(std::abs(range.low), std::abs(range.high)));
  svg.text(8, top_of_map - 10, shortened(with_unit(map.what.text, unit.name) + map.of_what, 72),
           Svg::Anchor::start, "small");
  const Scale share(range.low, range.high, is_wide(range, 50), 0, 1);
  const auto letters = static_cast<std::size_t>(std::max(3.0, wide / 7.5));
  for (std::size_t row = 0; row < map.y.size(); ++row) {
    const double y = top_of_map + high * static_cast<double>(row);
    svg.text(map_frame.left - 8, y + high / 2 + 4, shortened(map.y[row], 10), Svg::Anchor::end, "faint");
    for (std::size_t column = 0; column < map.x.size(); ++column) {
      const double x = map_frame.left + wide * static_cast<double>(column);
      const auto& value = map.values[row][column];
      if (!value) {
        svg.text(x + wide / 2, y + high / 2 + 4, "–", Svg::Anchor::middle, "faint");
        continue;
      }
      const auto colour = colour_at(share.at(*value));
      svg.tile(x + 1, y + 1, wide - 2, high - 2, text_of(colour),
               map.x_name + " " + map.x[column] + ", " + map.y_name + " " + map.y[row] + ": " +
                   readable({*value, {}, {}}, unit));
      svg.text(x + wide / 2, y + high / 2 + 4, shortened(shown(*value / unit.size, 3), letters),
               Svg::Anchor::middle, is_dark(colour) ? "on-dark" : "on-light");
    }
  }
  for (std::size_t column = 0; column < map.x.size(); ++column)
    svg.text(map_frame.left + wide * (static_cast<double>(column) + 0.5), bottom + 16,
             shortened(map.x[column], letters), Svg::Anchor::middle, "faint");
  svg.text((map_frame.left + map_frame.right) / 2, bottom + 36, shortened(map.x_name, 50),
           Svg::Anchor::middle);
  svg.text_upwards(14, (top_of_map + bottom) / 2, shortened(map.y_name, 30));
  return svg;
}

} // namespace malha::page
