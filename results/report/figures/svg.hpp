// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace malha::page {

/// A drawing, as SVG. Its colours and strokes are classes of chart.css. The same calls give the same bytes.
/// Lengths are in units of the drawing, y goes down.
class Svg {
public:
  using Points = std::vector<std::pair<double, double>>;

  /// Shapes of marks, which tell series apart without colours.
  enum class Shape { circle, square, diamond, triangle, cross, plus, down, ring };

  enum class Anchor { start, middle, end };

  /// `title` is read by screen readers.
  Svg(double width, double height, std::string title);

  void line(double x1, double y1, double x2, double y2, const std::string& classes);
  void polyline(const Points& points, const std::string& classes);
  void polygon(const Points& points, const std::string& classes);
  /// Adds a rectangle. `tip` is shown under the pointer, unless it is empty.
  void rect(double x, double y, double width, double height, const std::string& classes,
            const std::string& tip = "");
  /// Adds a rectangle of a colour "#rrggbb".
  void tile(double x, double y, double width, double height, const std::string& colour,
            const std::string& tip);
  void text(double x, double y, const std::string& text, Anchor anchor = Anchor::start,
            const std::string& classes = "");
  /// Adds a text that runs upwards.
  void text_upwards(double x, double y, const std::string& text);
  /// Adds a mark around its centre; its classes should set both stroke and fill.
  void mark(Shape shape, double x, double y, double radius, const std::string& classes,
            const std::string& tip = "");

  /// The drawing as an element of a page; `file` includes the style sheet.
  std::string fragment() const { return whole(""); }
  std::string file() const;

private:
  std::string whole(const std::string& style) const;
  void shape(const std::string& element, const std::string& classes, const std::string& tip);

  double width_, height_;
  std::string title_;
  std::string body_;
};

/// A length for SVG: at most two decimals.
std::string length(double value);

/// The colour of the i-th series as the number of its classes, its classes of stroke and fill, and its shape.
/// No two of 64 series have the same colour and shape.
std::size_t series_colour(std::size_t i);
std::string series_classes(std::size_t i);
Svg::Shape series_shape(std::size_t i);

} // namespace malha::page
