// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include "results/report/data/escaping.hpp"
#include "results/report/script/assets.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace malha::page {
namespace {

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + length(value) + "\"";
}

std::string points_of(const Svg::Points& points) {
  std::string text;
  for (const auto& [x, y] : points)
    text += (text.empty() ? "" : " ") + length(x) + "," + length(y);
  return " points=\"" + text + "\"";
}

/// The corners of a mark, about its middle, for a radius of 1; none where it is round or made of strokes.
Svg::Points corners(Svg::Shape shape) {
  switch (shape) {
  case Svg::Shape::square:
    return {{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}};
  case Svg::Shape::diamond:
    return {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}};
  case Svg::Shape::triangle:
    return {{0, -1.15}, {1.1, 0.85}, {-1.1, 0.85}};
  case Svg::Shape::down:
    return {{0, 1.15}, {1.1, -0.85}, {-1.1, -0.85}};
  default:
    return {};
  }
}

} // namespace

std::string length(double value) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 2).ptr;
  std::string text(buffer.data(), end);
  while (text.back() == '0')
    text.pop_back();
  if (text.back() == '.')
    text.pop_back();
  return text == "-0" ? "0" : text;
}

std::size_t series_colour(std::size_t i) { return (i + i / 8 * 3) % 8; }

std::string series_classes(std::size_t i) {
  const auto number = std::to_string(series_colour(i));
  return "s" + number + " f" + number;
}

Svg::Shape series_shape(std::size_t i) { return static_cast<Svg::Shape>(i % 8); }

Svg::Svg(double width, double height, std::string title)
    : width_(width), height_(height), title_(std::move(title)) {}

void Svg::shape(const std::string& element, const std::string& classes, const std::string& tip) {
  body_ += "<" + element + " class=\"" + classes + "\"";
  if (tip.empty())
    body_ += "/>\n";
  else
    body_ += "><title>" + escaped(tip) + "</title></" + element.substr(0, element.find(' ')) + ">\n";
}

void Svg::line(double x1, double y1, double x2, double y2, const std::string& classes) {
  shape("line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2),
        classes, "");
}

void Svg::polyline(const Points& points, const std::string& classes) {
  shape("polyline" + points_of(points), classes, "");
}

void Svg::polygon(const Points& points, const std::string& classes) {
  shape("polygon" + points_of(points), classes, "");
}

void Svg::rect(double x, double y, double width, double height, const std::string& classes,
               const std::string& tip) {
  shape("rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
            attribute("height", height),
        classes, tip);
}

void Svg::tile(double x, double y, double width, double height, const std::string& colour,
               const std::string& tip) {
  shape("rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
            attribute("height", height) + " fill=\"" + colour + "\"",
        "tile", tip);
}

void Svg::text(double x, double y, const std::string& text, Anchor anchor, const std::string& classes) {
  const std::string anchored = anchor == Anchor::start    ? ""
                               : anchor == Anchor::middle ? " text-anchor=\"middle\""
                                                          : " text-anchor=\"end\"";
  body_ += "<text" + attribute("x", x) + attribute("y", y) + anchored +
           (classes.empty() ? "" : " class=\"" + classes + "\"") + ">" + escaped(text) + "</text>\n";
}

void Svg::text_upwards(double x, double y, const std::string& text) {
  const auto place = length(x) + " " + length(y);
  body_ += "<text text-anchor=\"middle\" transform=\"translate(" + place + ") rotate(-90)\">" +
           escaped(text) + "</text>\n";
}

void Svg::mark(Shape shape_of_mark, double x, double y, double radius, const std::string& classes,
               const std::string& tip) {
  if (shape_of_mark == Shape::circle || shape_of_mark == Shape::ring) {
    const std::string hollow = shape_of_mark == Shape::ring ? " hollow-mark" : "";
    shape("circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius),
          "mark " + classes + hollow, tip);
    return;
  }
  if (shape_of_mark == Shape::cross || shape_of_mark == Shape::plus) {
    const double along = shape_of_mark == Shape::cross ? radius * 0.9 : radius * 1.2;
    const double across = shape_of_mark == Shape::cross ? along : 0;
    const auto at = [](double px, double py) { return length(px) + " " + length(py); };
    shape("path d=\"M" + at(x - along, y - across) + "L" + at(x + along, y + across) + "M" +
              at(x - across, y + along) + "L" + at(x + across, y - along) + "\"",
          "mark stroke-mark " + classes, tip);
    return;
  }
  auto points = corners(shape_of_mark);
  for (auto& [px, py] : points) {
    px = x + radius * px;
    py = y + radius * py;
  }
  shape("polygon" + points_of(points), "mark " + classes, tip);
}

std::string Svg::whole(const std::string& style) const {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 " + length(width_) + " " +
         length(height_) + "\" role=\"img\" aria-label=\"" + escaped(title_) + "\"" +
         (style.empty() ? "" : " width=\"" + length(width_) + "\" height=\"" + length(height_) + "\"") +
         ">\n" + style + body_ + "</svg>\n";
}

std::string Svg::file() const {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         whole("<title>" + escaped(title_) + "</title>\n<style><![CDATA[\n" +
               std::string(asset("chart.css").text) + "]]></style>\n");
}

} // namespace malha::page
