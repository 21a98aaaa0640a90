// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"

#include <string>
#include <vector>

namespace malha::page {

/// A point of a line; `low` to `high` is its interval, both `y` where there is none.
struct LinePoint {
  double x, y, low, high;
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points; ///< by x
};

/// Lines over one quantity; over categories, which have no order, marks alone. Series stand a little beside
/// each other, so that each interval is seen.
struct LineFigure {
  std::string title;
  AxisName x_name, y_name;
  std::vector<LineSeries> series;
  /// Names of x = 0, 1, …, where x is no number; empty: it is one.
  std::vector<std::string> categories = {};
  bool is_stepped = false; ///< lines go up at their points, which have no marks
  bool is_logarithmic_x = false;
};

Svg drawing_of(const LineFigure& figure);

/// The values of the series and of their intervals.
struct LineRanges {
  Range x, y;
};
LineRanges ranges_of(const LineFigure& figure);

/// Where the values of x go; names of categories stand in the middle of equal parts.
Scale scale_of_x(const LineFigure& figure, const Range& x, double from, double to);
/// Draws the series with bands and marks.
void draw_lines(Svg& svg, const LineFigure& figure, const Scale& x, const Scale& y);
/// Draws the axis below: values, or the names of categories.
void draw_axis_of_x(Svg& svg, const LineFigure& figure, const Scale& x, double bottom, double top,
                    int ticks = 5);

} // namespace malha::page
