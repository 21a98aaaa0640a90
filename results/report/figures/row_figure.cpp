// SPDX-License-Identifier: MIT
#include "row_figure.hpp"

#include "policies/sdk/split.hpp"
#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>
#include <cmath>

namespace malha::page {
namespace {

constexpr Frame row_frame{480, 8, 468};
constexpr double line_height = 15, mark_height = 16, space_between_rows = 9, letter_width = 7.1;
constexpr std::size_t label_letters = 29, most_label_lines = 6;

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

/// Where a word that is longer than a line may go on in the next one.
std::size_t end_of_piece(const std::string& word, std::size_t letters) {
  const auto mark = word.find_last_of("._-,;=:/", letters - 1);
  return mark == std::string::npos || mark == 0 ? word.size() : mark + 1;
}

/// A label in lines of so many letters, which end between words, or behind a mark in a long word.
std::vector<std::string> lines_of(const std::string& label) {
  std::vector<std::string> lines{""};
  const auto add = [&lines](const std::string& piece, const char* between) {
    auto& line = lines.back();
    if (!line.empty() &&
        columns_of(line) + std::string_view(between).size() + columns_of(piece) > label_letters)
      lines.push_back(piece);
    else
      line += (line.empty() ? "" : between) + piece;
  };
  for (auto word : split(label, ' ')) {
    const char* between = " ";
    while (columns_of(word) > label_letters) {
      const auto end = end_of_piece(word, label_letters);
      if (end == word.size())
        break;
      add(word.substr(0, end), between);
      between = "";
      word.erase(0, end);
    }
    add(word, between);
  }
  const bool is_cut = lines.size() > most_label_lines;
  lines.resize(std::min(lines.size(), most_label_lines));
  if (is_cut)
    lines.back() += " …";
  for (auto& line : lines)
    line = shortened(line, label_letters + 2);
  return lines;
}

double height_of(const FigureRow& row) {
  return std::max(line_height * static_cast<double>(lines_of(row.label).size()),
                  mark_height * static_cast<double>(row.marks.size())) +
         space_between_rows;
}

double height_of(const std::vector<FigureRow>& rows) {
  double height = 0;
  for (const auto& row : rows)
    height += height_of(row);
  return height;
}

/// Where the column of labels ends.
double end_of_labels(const RowFigure& figure) {
  std::size_t letters = 4;
  for (const auto& row : figure.rows)
    for (const auto& line : lines_of(row.label))
      letters = std::max(letters, columns_of(line));
  return row_frame.left + letter_width * static_cast<double>(letters) + 10;
}

/// Where the interval of a logarithmic axis begins: below 0 there is nothing.
double place_of_low(const Scale& scale, double low) {
  return scale.is_logarithmic() && low <= 0 ? scale.from() : std::max(scale.at(low), scale.from());
}

/// "fcfs: 26491 ± 1200 s (7.36 ± 0.33 h)".
std::string tip_of(const std::string& label, const MeanWithInterval& mean, const std::string& unit) {
  const auto base = readable_unit(unit, 0);
  const auto read = readable_unit(unit, std::abs(mean.mean));
  return label + ": " + readable(mean, base) +
         (read.size == base.size ? "" : " (" + readable(mean, read) + ")");
}

void draw_mark(Svg& svg, const RowMark& mark, const Scale& scale, double y, const std::string& tip) {
  const auto classes = series_classes(mark.series);
  for (const double value : mark.values)
    svg.line(scale.at(value), y - 6, scale.at(value), y + 6, "seed " + classes);
  if (mark.mean.low && mark.mean.high) {
    const double low = place_of_low(scale, *mark.mean.low);
    const double high = scale.at(*mark.mean.high);
    svg.line(low, y, high, y, "interval " + classes);
    svg.line(low, y - 4, low, y + 4, "interval " + classes);
    svg.line(high, y - 4, high, y + 4, "interval " + classes);
  }
  svg.mark(series_shape(mark.series), scale.at(mark.mean.mean), y, 4.5, classes, tip);
}

void draw_row(Svg& svg, const RowFigure& figure, const FigureRow& row, const Scale& scale, double top) {
  const auto lines = lines_of(row.label);
  const double middle = top + height_of(row) / 2;
  double y = middle - line_height * static_cast<double>(lines.size()) / 2 + 11.5;
  for (const auto& line : lines) {
    svg.text(row_frame.left, y, line);
    y += line_height;
  }
  y = middle - mark_height * (static_cast<double>(row.marks.size()) - 1) / 2;
  for (const auto& mark : row.marks) {
    draw_mark(svg, mark, scale, y, tip_of(row.label, mark.mean, figure.axis.unit));
    y += mark_height;
  }
}

/// The line with which to compare, and above it what has that value.
void draw_reference(Svg& svg, const RowFigure& figure, const Scale& scale, double top, double bottom) {
  const double x = scale.at(*figure.reference_line);
  svg.line(x, top, x, bottom, "even");
  const auto name = shortened(figure.reference_name, 60);
  const double half = letter_width * static_cast<double>(columns_of(name)) / 2;
  svg.text(std::max(row_frame.left + half, std::min(x, row_frame.right - half)), top - 5, name,
           Svg::Anchor::middle, "faint");
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
  const double top = draw_series_names(measure, figure.legend, row_frame.width, 4) + 4 +
                     (figure.reference_name.empty() ? 0 : line_height);
  const double bottom = top + height_of(figure.rows);
  Svg svg(row_frame.width, bottom + 44, figure.title);
  draw_series_names(svg, figure.legend, row_frame.width, 4);
  const auto range = range_of_figure(figure);
  const auto scale = scale_for(range, !figure.reference_line && is_wide(range, 50), end_of_labels(figure) + 8,
                               row_frame.right - 12);
  draw_bottom_axis(svg, scale, bottom, top, figure.axis);
  if (figure.reference_line)
    draw_reference(svg, figure, scale, top, bottom);
  double y = top;
  for (const auto& row : figure.rows) {
    draw_row(svg, figure, row, scale, y);
    y += height_of(row);
  }
  return svg;
}

} // namespace malha::page
