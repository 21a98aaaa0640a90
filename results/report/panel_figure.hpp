// SPDX-License-Identifier: MIT
#pragma once
#include "line_figure.hpp"

namespace malha::page {

/// Drawings of lines beside and below each other, which have the same axes, series and categories. The title
/// of each stands above it: pieces, between which a line may end. A series has no points where a panel has
/// nothing of it.
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
