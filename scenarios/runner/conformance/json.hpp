// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace malha::conformance {

/// A view, or an answer. Members keep their order.
using Json = nlohmann::ordered_json;

/// Thrown if a value is not a valid view of its question; says why.
struct NoView : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A number as JSON, which has no infinite numbers: these are "never" and "-never"; what is not a number is
/// "nan".
Json number(double value);

/// The text of a value in one line.
std::string line_of(const Json& value);
/// The text of a value in lines of at most `width` columns, as far as its words allow. Each line begins with
/// `indent`.
std::string lines_of(const Json& value, const std::string& indent, std::size_t width);

/// The valid numbers of a member: from `low` to `high`, or above `low`.
struct Range {
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  double low = 0, high = infinite;
  bool is_above_low = false;

  /// "numbers from 0 to 1", "numbers above 0".
  std::string text(const std::string& kind) const;
  bool contains(double value) const {
    return value >= low && value <= high && !(is_above_low && value <= low);
  }
};
inline Range from(double low, double high = Range::infinite) { return {low, high, false}; }
inline Range above_0(double high = Range::infinite) { return {0, high, true}; }

/// Reads one object. A member that is left out keeps the value that its variable has. Every function throws
/// NoView if a member is of another type, or out of range.
class Part {
public:
  explicit Part(const Json& value) : value_(value) {}

  /// A number of the range. "never" stands for an infinite one, if the range has no end.
  void read(const char* name, double& value, const Range& range) const;
  /// A whole number of the range, at most a million.
  void read(const char* name, std::int64_t& value, const Range& range) const;
  void read(const char* name, int& value, const Range& range) const;
  /// 0 or 1.
  void read(const char* name, bool& value, const Range& = {}) const;
  void read(const char* name, std::string& value, const Range& = {}) const;
  /// A list of numbers of the range.
  void read(const char* name, std::vector<double>& values, const Range& range) const;
  bool has(const char* name) const;
  /// A list; an empty one if it is left out.
  const Json& list(const char* name) const;
  /// An object; an empty one if it is left out.
  const Json& object(const char* name) const;

  /// Throws NoView unless the value is an object, and all its members were asked for.
  void expect_no_others() const;

private:
  const Json& value_;
  mutable std::vector<std::string> names_; ///< of the members that were asked for
};

/// Throws NoView with this sentence unless the condition holds.
inline void need(bool condition, const std::string& sentence) {
  if (!condition)
    throw NoView(sentence);
}

} // namespace malha::conformance
