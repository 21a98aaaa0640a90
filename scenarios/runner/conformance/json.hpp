// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace malha::conformance {

/// A view, or an answer. Members keep their order.
using Json = nlohmann::ordered_json;

/// A value that is no view of its question. It says why.
struct NoView : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A number, which JSON has no word for where it is infinite: "never", or not a number: "nan".
Json number(double value);

/// The text of a value in one line.
std::string line_of(const Json& value);
/// The text of a value in lines of at most `width` columns, as far as its words allow. Each line begins with
/// `indent`.
std::string lines_of(const Json& value, const std::string& indent, std::size_t width);

/// Reads one object of a view. Members that are left out have the values that the reader gives. Every
/// function throws NoView when a member is of another type, or out of range.
class Part {
public:
  /// Throws NoView unless the value is an object without members of other names.
  Part(const Json& value, std::initializer_list<const char*> names);

  static constexpr double infinite = std::numeric_limits<double>::infinity();
  static constexpr int most = 1'000'000;

  /// A number from `low` to `high`; "never" where `high` is infinite.
  double real(const char* name, double otherwise, double low, double high = infinite) const;
  double above_0(const char* name, double otherwise, double high = infinite) const;
  int integer(const char* name, int otherwise, int low, int high = most) const;
  bool flag(const char* name) const { return integer(name, 0, 0, 1) != 0; }
  std::string text(const char* name, const std::string& otherwise) const;
  bool has(const char* name) const { return value_.contains(name); }
  /// A list; an empty one where there is none.
  const Json& list(const char* name) const;
  /// An object, which must be there.
  const Json& object(const char* name) const;
  /// A list of numbers above 0.
  std::vector<double> amounts(const char* name) const;

private:
  const Json& value_;
};

/// Throws NoView with this sentence unless the condition holds.
inline void need(bool condition, const std::string& sentence) {
  if (!condition)
    throw NoView(sentence);
}

} // namespace malha::conformance
