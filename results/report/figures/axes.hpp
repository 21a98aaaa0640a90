// SPDX-License-Identifier: MIT
#pragma once
#include "svg.hpp"

#include <vector>

namespace malha::page {

/// The width of a drawing, and the ends of its axes.
struct Frame {
  double width, left, right;
};

/// Maps values to lengths of a drawing, linearly or by their logarithms.
class Scale {
public:
  /// Maps `low` and `high` to `from` and `to`. If both are the same, or differ by rounding only, the range is
  /// widened.
  Scale(double low, double high, bool is_logarithmic, double from, double to);

  double at(double value) const;
  double from() const { return from_; }
  double to() const { return to_; }
  double low() const { return low_; }
  double high() const { return high_; }
  bool is_logarithmic() const { return is_logarithmic_; }
  /// Round values within the range: about `number`, at most one more; with logarithms up to twice as many.
  std::vector<double> ticks(int number) const;

private:
  double low_, high_;
  bool is_logarithmic_;
  double from_, to_;
};

/// The least and the greatest of some values, without infinities and NaNs.
struct Range {
  double low, high;
  bool is_empty() const { return low > high; }
};
Range range_of(const std::vector<double>& values);

/// Whether the values are clearer on a logarithmic scale: all are above 0, and the greatest is at least
/// `factor` times the least.
bool is_wide(const Range& range, double factor);

/// A scale for the values, with some room on both sides. A linear scale begins at 0 if that costs little
/// room.
Scale scale_for(const Range& range, bool is_logarithmic, double from, double to);

/// A number for an axis: "0.5", "1200", "36k", "2.5M".
std::string tick_text(double value);

/// The quantity of an axis in words, and the unit of its values in results, such as "s".
struct AxisName {
  std::string text; ///< empty: the axis has no name
  std::string unit = {};
};

struct Tick {
  double value; ///< in the unit of the results
  std::string text;
};
/// Round values in a readable unit. On a logarithmic axis of time each has a unit of its own: "10 s", "1 h".
std::vector<Tick> ticks_of(const Scale& scale, const std::string& unit, int number);
/// The name with the unit of the ticks, if they have one.
std::string name_with_unit(const Scale& scale, const AxisName& name);

/// Draws an axis below a drawing, with about `ticks` lines of its grid up to `top`.
void draw_bottom_axis(Svg& svg, const Scale& scale, double y, double top, const AxisName& name,
                      int ticks = 5);
/// Draws an axis on the left of a drawing, with lines of its grid up to `right`.
void draw_left_axis(Svg& svg, const Scale& scale, double x, double right, const AxisName& name,
                    int ticks = 5);

} // namespace malha::page
