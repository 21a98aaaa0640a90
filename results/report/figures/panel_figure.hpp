// SPDX-License-Identifier: MIT
#pragma once
#include "line_figure.hpp"

namespace malha::page {

/// Drawings of lines beside and below each other, with the same axes, series and categories. The title of
/// each is written above it, in pieces between which a line may end. A series without values in a panel has
/// no points.
struct PanelFigure {
  struct Panel {
    std::vector<std::string> title;
    LineFigure lines;
  };

  std::string title;
  AxisName x_name, y_name;
  std::vector<Panel> panels;
};

Svg drawing_of(const PanelFigure& figure);

} // namespace malha::page
