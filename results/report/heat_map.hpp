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
  std::vector<std::vector<std::optional<double>>> values; ///< by y, then by x; nothing: there is no result
  AxisName what = {};                                     ///< what the numbers are; stands above the tiles
  std::string of_what = {};        ///< whose they are: " of easy"; empty: that needs no word
  std::optional<Range> range = {}; ///< of which the colours are; nothing: of its values
};

Svg drawing_of(const HeatMap& map);

} // namespace malha::page
