// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"

#include <string>
#include <vector>

namespace malha::page {

/// A point of a line; `low` to `high` is its interval, both are `y` if it has none.
struct LinePoint {
  double x, y, low, high;
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points; ///< by x
};

/// Lines over one quantity; over categories, which have no order, marks alone. Series are shifted a little so
/// that each interval is visible.
struct LineFigure {
  std::string title;
  AxisName x_name, y_name;
  std::vector<LineSeries> series;
  /// Names of x = 0, 1, … if x is not a number; empty: x is a number.
  std::vector<std::string> categories = {};
  bool is_stepped = false; ///< lines are steps at their points, which have no marks
  bool is_logarithmic_x = false;
};

Svg drawing_of(const LineFigure& figure);

/// The values of the series and of their intervals.
struct LineRanges {
  Range x, y;
};
LineRanges ranges_of(const LineFigure& figure);

/// The scale of x; names of categories are in the middle of equal parts.
Scale scale_of_x(const LineFigure& figure, const Range& x, double from, double to);
/// Draws the series with bands and marks.
void draw_lines(Svg& svg, const LineFigure& figure, const Scale& x, const Scale& y);
/// Draws the axis below: values, or the names of categories.
void draw_axis_of_x(Svg& svg, const LineFigure& figure, const Scale& x, double bottom, double top,
                    int ticks = 5);

} // namespace malha::page
