// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// The values that a numeric parameter accepts.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;

  bool contains(double value) const { return value <= high && (low_excluded ? value > low : value >= low); }
  /// The range as a text: "at least 1", "above 0", "from 0 to 1", or "any".
  std::string text() const;
};

inline Range any_value() { return {}; }
inline Range at_least(double low) { return {low, std::numeric_limits<double>::infinity(), false}; }
inline Range above(double low) { return {low, std::numeric_limits<double>::infinity(), true}; }
inline Range between(double low, double high) { return {low, high, false}; }

/// What one parameter of a policy, actor, generator or run means and accepts. `malha describe` shows it.
struct ParameterSpec {
  enum class Type { integer, real, reals, choice, text, file };

  std::string name;
  Type type = Type::text;
  std::optional<std::string> default_value; ///< nothing: the parameter must be given
  std::string unit;                         ///< "s", "flop/s", …; "1" for a pure number, "" for a word
  Range range;
  std::vector<std::string> choices;
  std::string meaning;
  /// As "@name", the property of a host: one that has no such property has the default value.
  bool host_may_lack = false;

  /// Throws std::invalid_argument, which says what is valid, unless `value` has the type and lies in the
  /// range.
  void check(const std::string& value) const { normal(value); }
  /// The value in the one form that identifies it: "1e3", "1000" and, of a time, "1000s" are "1000". Throws
  /// as `check`.
  std::string normal(const std::string& value) const;
  /// What is valid, as a text: "an integer, at least 1", "a number of s, above 0, such as 7200 or 2h", "one
  /// of drain, snapshot", …
  std::string accepts() const;
};

/// These functions make specifications. Without a `default_value` the parameter must be given.
ParameterSpec integer(std::string name, std::optional<std::int64_t> default_value, Range range,
                      std::string unit, std::string meaning);
ParameterSpec real(std::string name, std::optional<double> default_value, Range range, std::string unit,
                   std::string meaning);
/// A comma-separated list of at least one number.
ParameterSpec reals(std::string name, std::optional<std::string> default_value, Range range, std::string unit,
                    std::string meaning);
ParameterSpec choice(std::string name, std::optional<std::string> default_value,
                     std::vector<std::string> choices, std::string meaning);
ParameterSpec text(std::string name, std::optional<std::string> default_value, std::string meaning);

/// A file that an actor reads: a path, or a shipped file by its path below scenarios/. "": none. Its content
/// counts to what identifies a run.
ParameterSpec file(std::string name, std::optional<std::string> default_value, std::string meaning);

/// Values that satisfy their specifications, in their normal form. Defaults are filled in.
class Parameters {
public:
  Parameters() = default;
  /// Throws std::invalid_argument on an unknown name, a missing value, a wrong type, or a value out of range.
  /// Messages name `allowed_by` as the command that shows all names, such as "malha describe star".
  Parameters(const std::vector<ParameterSpec>& specs, const std::map<std::string, std::string>& given,
             const std::string& allowed_by = "");

  std::int64_t integer(const std::string& name) const;
  double real(const std::string& name) const;
  std::vector<double> reals(const std::string& name) const;
  const std::string& text(const std::string& name) const;

  /// Every parameter by name, as text, in the order of the names.
  const std::map<std::string, std::string>& all() const { return values_; }

private:
  std::map<std::string, std::string> values_;
};

} // namespace malha
