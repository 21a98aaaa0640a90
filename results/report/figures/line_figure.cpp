// SPDX-License-Identifier: MIT
#include "line_figure.hpp"

#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "row_figure.hpp"

#include <algorithm>
#include <cmath>

namespace malha::page {
namespace {

constexpr Frame line_frame{480, 72, 464};
constexpr double line_area_height = 300;
/// More bands than that hide each other; bars at the points are there all the same.
constexpr std::size_t most_bands = 5;

/// How far a series stands beside its place: far enough that its bars do not hide those of others.
double shift_of(const LineFigure& figure, std::size_t number, const Scale& x) {
  if (figure.is_stepped || figure.series.size() < 2)
    return 0;
  const auto series = static_cast<double>(figure.series.size());
  const double room = figure.categories.empty()
                          ? std::min(7 * series, 0.06 * (x.to() - x.from()))
                          : 0.6 * (x.to() - x.from()) / static_cast<double>(figure.categories.size());
  return room * ((static_cast<double>(number) + 0.5) / series - 0.5);
}

void draw_band(Svg& svg, const LineFigure& figure, std::size_t number, const Scale& x, const Scale& y) {
  const auto& series = figure.series[number];
  const double shift = shift_of(figure, number, x);
  Svg::Points band;
  bool has_width = false;
  for (const auto& point : series.points) {
    has_width = has_width || point.low < point.high;
    band.emplace_back(x.at(point.x) + shift, y.at(point.high));
  }
  for (auto point = series.points.rbegin(); point != series.points.rend(); ++point)
    band.emplace_back(x.at(point->x) + shift, y.at(point->low));
  if (has_width && series.points.size() > 1)
    svg.polygon(band, "band f" + std::to_string(series_colour(number)));
}

void draw_series(Svg& svg, const LineFigure& figure, std::size_t number, const Scale& x, const Scale& y) {
  const auto& series = figure.series[number];
  const double shift = shift_of(figure, number, x);
  Svg::Points line;
  for (const auto& point : series.points) {
    if (figure.is_stepped && !line.empty())
      line.emplace_back(x.at(point.x), line.back().second);
    line.emplace_back(x.at(point.x) + shift, y.at(point.y));
  }
  if (line.size() > 1 && figure.categories.empty())
    svg.polyline(line, "line dash" + std::to_string((number + number / 8) % 4) + " s" +
                           std::to_string(series_colour(number)));
  if (figure.is_stepped)
    return;
  for (const auto& point : series.points) {
    const auto place =
        figure.categories.empty() ? tick_text(point.x) : figure.categories[static_cast<std::size_t>(point.x)];
    const double across = x.at(point.x) + shift;
    const bool has_interval = point.low < point.high;
    if (has_interval)
      svg.line(across, y.at(point.low), across, y.at(point.high), "interval " + series_classes(number));
    svg.mark(series_shape(number), across, y.at(point.y), 4.5, series_classes(number),
             series.name + " at " + place + ": " +
                 readable({point.y, has_interval ? std::optional(point.low) : std::nullopt,
                           has_interval ? std::optional(point.high) : std::nullopt},
                          readable_unit(figure.y_name.unit, std::abs(point.y))));
  }
}

/// The names of what x goes over, below the drawing.
void draw_categories(Svg& svg, const LineFigure& figure, const Scale& x, double bottom) {
  const auto room =
      static_cast<std::size_t>((x.to() - x.from()) / static_cast<double>(figure.categories.size()) / 6.5);
  for (std::size_t i = 0; i < figure.categories.size(); ++i)
    svg.text(x.at(static_cast<double>(i)), bottom + 16,
             shortened(figure.categories[i], std::max<std::size_t>(room, 3)), Svg::Anchor::middle, "faint");
  svg.line(x.from(), bottom, x.to(), bottom, "axis");
  if (!figure.x_name.text.empty())
    svg.text((x.from() + x.to()) / 2, bottom + 34, shortened(figure.x_name.text, 60), Svg::Anchor::middle);
}

std::vector<std::string> names_of(const LineFigure& figure) {
  std::vector<std::string> names;
  for (const auto& series : figure.series)
    if (!series.name.empty())
      names.push_back(series.name);
  return names;
}

} // namespace

LineRanges ranges_of(const LineFigure& figure) {
  std::vector<double> x, y;
  for (const auto& series : figure.series)
    for (const auto& point : series.points) {
      x.push_back(point.x);
      for (const double value : {point.y, point.low, point.high})
        y.push_back(value);
    }
  return {range_of(x), range_of(y)};
}

Scale scale_of_x(const LineFigure& figure, const Range& x, double from, double to) {
  if (figure.categories.empty())
    return scale_for(x, figure.is_logarithmic_x, from, to);
  return {-0.5, static_cast<double>(figure.categories.size()) - 0.5, false, from, to};
}

void draw_lines(Svg& svg, const LineFigure& figure, const Scale& x, const Scale& y) {
  const bool has_bands = figure.categories.empty() && figure.series.size() <= most_bands;
  for (std::size_t i = 0; i < figure.series.size() && has_bands; ++i)
    draw_band(svg, figure, i, x, y);
  for (std::size_t i = 0; i < figure.series.size(); ++i)
    draw_series(svg, figure, i, x, y);
}

void draw_axis_of_x(Svg& svg, const LineFigure& figure, const Scale& x, double bottom, double top,
                    int ticks) {
  if (figure.categories.empty())
    draw_bottom_axis(svg, x, bottom, top, figure.x_name, ticks);
  else
    draw_categories(svg, figure, x, bottom);
}

Svg drawing_of(const LineFigure& figure) {
  Svg measure(line_frame.width, 0, "");
  const auto names = names_of(figure);
  const double top = draw_series_names(measure, names, line_frame.width, 4) + 8;
  const double bottom = top + line_area_height;
  Svg svg(line_frame.width, bottom + 44, figure.title);
  draw_series_names(svg, names, line_frame.width, 4);
  const auto ranges = ranges_of(figure);
  const auto x = scale_of_x(figure, ranges.x, line_frame.left, line_frame.right);
  const auto y = figure.is_stepped ? Scale(0, 1, false, bottom, top)
                                   : scale_for(ranges.y, is_wide(ranges.y, 50), bottom, top);
  draw_left_axis(svg, y, line_frame.left, line_frame.right, figure.y_name);
  draw_axis_of_x(svg, figure, x, bottom, top);
  draw_lines(svg, figure, x, y);
  return svg;
}

} // namespace malha::page
