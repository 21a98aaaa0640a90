// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>
#include <string>

namespace malha {

/// The tolerated distance of our value from a published value.
struct Tolerance {
  /// `relative`: `size` is a part of the published value. `in_unit`: it is a number in the unit of the value.
  /// `factor`: ours lies between the published value divided by `size` and multiplied by it.
  enum class Kind { relative, in_unit, factor };

  double size = 0;
  Kind kind = Kind::relative;

  /// Whether ours is near enough. A published 0 with a factor needs 0.
  bool allows(double ours, double published) const;
  /// The least and the greatest value that is near enough.
  std::array<double, 2> ends(double published) const;
  /// "5 %", "± 7 %" (of a value in %), "factor 2". Empty if ours must be equal.
  std::string text(const std::string& unit) const;
};

/// Reads "5%", "2 s" if the unit is s, or "factor 2". Nothing if the text is none of them, is below 0,
/// or is a factor below 1.
std::optional<Tolerance> tolerance_of(const std::string& text, const std::string& unit);

} // namespace malha
