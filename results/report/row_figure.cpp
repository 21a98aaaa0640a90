// SPDX-License-Identifier: MIT
#include "row_figure.hpp"

#include "axes.hpp"
#include "escaping.hpp"
#include "policies/sdk/split.hpp"
#include "results/table.hpp"

#include <algorithm>

namespace malha::page {
namespace {

constexpr Frame row_frame{480, 12, 468};
constexpr double label_height = 18, line_height = 15, mark_height = 16;

Range range_of_figure(const RowFigure& figure) {
  std::vector<double> values;
  if (figure.reference_line)
    values.push_back(*figure.reference_line);
  for (const auto& row : figure.rows)
    for (const auto& mark : row.marks) {
      values.insert(values.end(), mark.values.begin(), mark.values.end());
      values.push_back(mark.mean.mean);
      values.push_back(mark.mean.low.value_or(mark.mean.mean));
      values.push_back(mark.mean.high.value_or(mark.mean.mean));
    }
  return range_of(values);
}

/// A label in up to three lines, which end between words.
std::vector<std::string> lines_of(const std::string& label) {
  constexpr std::size_t letters = 62, most = 3;
  std::vector<std::string> lines{""};
  std::size_t begin = 0;
  for (const auto& word : split(label, ' ')) {
    auto& line = lines.back();
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > letters) {
      if (lines.size() == most)
        break;
      lines.push_back(word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
    begin += word.size() + 1;
  }
  if (begin < label.size())
    lines.back() += " " + label.substr(begin);
  for (auto& line : lines)
    line = shortened(line, letters);
  return lines;
}

double height_of(const std::vector<FigureRow>& rows) {
  double height = 0;
  for (const auto& row : rows)
    height += label_height + line_height * static_cast<double>(lines_of(row.label).size() - 1) +
              mark_height * static_cast<double>(row.marks.size()) + 6;
  return height;
}

/// Where the interval of a logarithmic axis begins: below 0 there is nothing.
double place_of_low(const Scale& scale, double low) {
  return scale.is_logarithmic() && low <= 0 ? scale.from() : std::max(scale.at(low), scale.from());
}

void draw_mark(Svg& svg, const RowMark& mark, const Scale& scale, double y, const std::string& label) {
  const auto classes = series_classes(mark.series);
  for (const double value : mark.values)
    svg.line(scale.at(value), y - 6, scale.at(value), y + 6, "seed " + classes);
  std::string tip = label + ": " + shown(mark.mean);
  if (mark.mean.low && mark.mean.high) {
    const double low = place_of_low(scale, *mark.mean.low);
    const double high = scale.at(*mark.mean.high);
    svg.line(low, y, high, y, "interval " + classes);
    svg.line(low, y - 4, low, y + 4, "interval " + classes);
    svg.line(high, y - 4, high, y + 4, "interval " + classes);
  }
  svg.mark(series_shape(mark.series), scale.at(mark.mean.mean), y, 4.5, classes, tip);
}

} // namespace

double draw_series_names(Svg& svg, const std::vector<std::string>& names, double space, double y) {
  double x = row_frame.left;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto text = shortened(names[i], 56);
    const double needed = 30 + 7.4 * static_cast<double>(columns_of(text));
    if (x > row_frame.left && x + needed > space) {
      x = row_frame.left;
      y += 18;
    }
    svg.mark(series_shape(i), x + 6, y + 8, 4.5, series_classes(i));
    svg.text(x + 16, y + 12, text);
    x += needed;
  }
  return names.empty() ? y : y + 22;
}

Svg drawing_of(const RowFigure& figure) {
  Svg measure(row_frame.width, 0, "");
  const double top = draw_series_names(measure, figure.legend, row_frame.width, 4) + 4;
  const double bottom = top + height_of(figure.rows);
  Svg svg(row_frame.width, bottom + 44, figure.title);
  draw_series_names(svg, figure.legend, row_frame.width, 4);
  const auto range = range_of_figure(figure);
  const auto scale = scale_for(range, !figure.reference_line && is_wide(range, 50), row_frame.left + 12,
                               row_frame.right - 12);
  draw_bottom_axis(svg, scale, bottom, top, figure.axis);
  if (figure.reference_line)
    svg.line(scale.at(*figure.reference_line), top, scale.at(*figure.reference_line), bottom, "even");
  double y = top;
  for (const auto& row : figure.rows) {
    for (const auto& line : lines_of(row.label)) {
      svg.text(row_frame.left, y + 13, line);
      y += line_height;
    }
    y += label_height - line_height + 6;
    for (const auto& mark : row.marks) {
      draw_mark(svg, mark, scale, y + 2, row.label);
      y += mark_height;
    }
  }
  return svg;
}

} // namespace malha::page
