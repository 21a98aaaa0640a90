// SPDX-License-Identifier: MIT
#pragma once
#include "svg.hpp"

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

/// Lines over one quantity.
struct LineFigure {
  std::string title;
  std::string x_name, y_name;
  std::vector<LineSeries> series;
  /// Names of x = 0, 1, …, where x is no number; empty: it is one.
  std::vector<std::string> categories = {};
  bool is_stepped = false; ///< lines go up at their points, which have no marks
  bool is_logarithmic_x = false;
};

Svg drawing_of(const LineFigure& figure);

} // namespace malha::page
