// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"
#include "results/statistics/statistics.hpp"

#include <optional>

namespace malha::page {

/// A mean with its interval on one line of a drawing, and the values of which it is the mean.
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
  std::optional<double> reference_line = {}; ///< a value with which to compare
  std::string reference_name = {};           ///< what has that value; stands above the line
};

Svg drawing_of(const RowFigure& figure);

/// Names of series with their marks, some beside each other, from `y` on. Returns where it ends.
double draw_series_names(Svg& svg, const std::vector<std::string>& names, double width, double y);

} // namespace malha::page
