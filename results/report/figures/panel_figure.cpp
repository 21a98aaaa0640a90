// SPDX-License-Identifier: MIT
#include "panel_figure.hpp"

#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "row_figure.hpp"

#include <algorithm>

namespace malha::page {
namespace {

constexpr Frame panels_frame{480, 62, 472};
constexpr std::size_t panel_columns = 2;
constexpr double space_between = 14, panel_height = 120, title_line = 15, axis_height = 26;
constexpr std::size_t letters_of_title = 29;

/// The pieces of a title in lines that have room above a panel.
std::vector<std::string> lines_of(const std::vector<std::string>& pieces) {
  std::vector<std::string> lines;
  for (const auto& piece : pieces) {
    const auto text = shortened(piece, letters_of_title);
    if (lines.empty() || columns_of(lines.back()) + 1 + columns_of(text) > letters_of_title)
      lines.push_back(text);
    else
      lines.back() += " " + text;
  }
  return lines;
}

LineRanges ranges_of(const PanelFigure& figure) {
  LineRanges all{range_of({}), range_of({})};
  const auto widen = [](Range& range, const Range& more) {
    range = {std::min(range.low, more.low), std::max(range.high, more.high)};
  };
  for (const auto& panel : figure.panels) {
    const auto ranges = ranges_of(panel.lines);
    widen(all.x, ranges.x);
    widen(all.y, ranges.y);
  }
  return all;
}

std::vector<std::string> names_of(const PanelFigure& figure) {
  std::vector<std::string> names;
  for (const auto& series : figure.panels.front().lines.series)
    names.push_back(series.name);
  return names;
}

std::size_t most_lines(const PanelFigure& figure) {
  std::size_t most = 1;
  for (const auto& panel : figure.panels)
    most = std::max(most, lines_of(panel.title).size());
  return most;
}

void draw_panel(Svg& svg, const PanelFigure& figure, std::size_t number, double top,
                const LineRanges& ranges) {
  const auto& [title, lines] = figure.panels[number];
  const auto column = static_cast<double>(number % panel_columns);
  constexpr auto number_of_columns = static_cast<double>(panel_columns);
  const double width =
      (panels_frame.right - panels_frame.left - space_between * (number_of_columns - 1)) / number_of_columns;
  const double left = panels_frame.left + column * (width + space_between);
  double line_top = top;
  for (const auto& line : lines_of(title)) {
    svg.text(left, line_top + 11, line, Svg::Anchor::start, "small");
    line_top += title_line;
  }
  top += title_line * static_cast<double>(most_lines(figure)) + 2;
  const double bottom = top + panel_height;
  const auto y = scale_for(ranges.y, is_wide(ranges.y, 50), bottom, top);
  const auto x = scale_of_x(lines, ranges.x, left, left + width);
  for (const auto& [value, text] : ticks_of(y, figure.y_name.unit, 4)) {
    svg.line(left, y.at(value), left + width, y.at(value), "grid");
    if (column == 0)
      svg.text(left - 6, y.at(value) + 4, text, Svg::Anchor::end, "faint");
  }
  svg.line(left, y.from(), left, y.to(), "axis");
  draw_axis_of_x(svg, lines, x, bottom, top, 4);
  draw_lines(svg, lines, x, y);
}

} // namespace

Svg drawing_of(const PanelFigure& figure) {
  Svg measure(panels_frame.width, 0, "");
  const auto names = names_of(figure);
  const double top = draw_series_names(measure, names, panels_frame.width, 4) + 4;
  const double one = title_line * static_cast<double>(most_lines(figure)) + panel_height + axis_height;
  const auto rows = (figure.panels.size() + panel_columns - 1) / panel_columns;
  const double bottom = top + one * static_cast<double>(rows);
  Svg svg(panels_frame.width, bottom + 24, figure.title);
  draw_series_names(svg, names, panels_frame.width, 4);
  const auto ranges = ranges_of(figure);
  for (std::size_t i = 0; i < figure.panels.size(); ++i)
    draw_panel(svg, figure, i, top + one * static_cast<double>(i / panel_columns), ranges);
  svg.text((panels_frame.left + panels_frame.right) / 2, bottom + 14, shortened(figure.x_name.text, 60),
           Svg::Anchor::middle);
  const auto y = scale_for(ranges.y, is_wide(ranges.y, 50), 0, 1);
  svg.text_upwards(14, (top + bottom) / 2, shortened(name_with_unit(y, figure.y_name), 50));
  return svg;
}

} // namespace malha::page
