// SPDX-License-Identifier: MIT
#pragma once
#include "axes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace malha::page {

/// Values over two parameters, as tiles with their numbers.
struct HeatMap {
  std::string title;
  std::string x_name, y_name;
  std::vector<std::string> x, y; ///< values of the parameters, x to the right, y downwards
  std::vector<std::vector<std::optional<double>>> values; ///< by y, then by x; none: no result
  AxisName what = {};                                     ///< the quantity; written above the tiles
  std::string of_what = {};                               ///< the run: " of easy"; empty: there is only one
  std::optional<Range> range = {};                        ///< of the colours; none: the range of the values
};

Svg drawing_of(const HeatMap& map);

} // namespace malha::page
