// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"
#include "results/statistics/statistics.hpp"

#include <optional>

namespace malha::page {

/// A mean with its interval and its values, on one line of a drawing.
struct RowMark {
  std::size_t series; ///< its colour and shape
  MeanWithInterval mean;
  std::vector<double> values = {};
};

struct FigureRow {
  std::string label;
  std::vector<RowMark> marks;
};

/// Rows below each other over one axis: names in a column on the left, and beside each a line for each mark.
/// Nothing is drawn over the names.
struct RowFigure {
  std::string title;
  AxisName axis;
  std::vector<FigureRow> rows;
  std::vector<std::string> legend = {};      ///< names of the series; empty: rows have one mark each
  std::optional<double> reference_line = {}; ///< a value to compare with
  std::string reference_name = {};           ///< name of that value, written above the line
};

Svg drawing_of(const RowFigure& figure);

/// Draws the names of series with their marks, in lines from `y` on. Returns the y at which they end.
double draw_series_names(Svg& svg, const std::vector<std::string>& names, double width, double y);

} // namespace malha::page
