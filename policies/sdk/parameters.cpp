// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include "errors.hpp"
#include "near_names.hpp"
#include "numbers.hpp"
#include "split.hpp"
#include "units.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace malha {
namespace {

std::optional<std::string> normal_real(const std::string& value, const ParameterSpec& spec) {
  const auto number = parse_quantity(value, spec.unit);
  if (!number || !std::isfinite(*number) || !spec.range.contains(*number))
    return std::nullopt;
  return shortest(*number);
}

/// An integer may be written as 1e6, too, as long as a double holds it exactly.
std::optional<std::string> normal_integer(const std::string& value, const ParameterSpec& spec) {
  constexpr double exact = 9007199254740992; // 2^53
  auto number = parse_number<std::int64_t>(value);
  if (const auto real = number ? std::nullopt : parse_quantity(value, spec.unit);
      real && std::abs(*real) <= exact && std::trunc(*real) == *real)
    number = static_cast<std::int64_t>(*real);
  if (!number || !spec.range.contains(static_cast<double>(*number)))
    return std::nullopt;
  return std::to_string(*number);
}

std::optional<std::string> normal_list(const std::string& value, const ParameterSpec& spec) {
  std::string list;
  for (const auto& part : split(value, ',')) {
    const auto number = normal_real(part, spec);
    if (!number)
      return std::nullopt;
    list += (list.empty() ? "" : ",") + *number;
  }
  return list;
}

/// A bound as people write it: 100000, and not 1e+05.
std::string bound(double value) {
  constexpr double readable = 1e10;
  return std::trunc(value) == value && std::abs(value) < readable
             ? std::to_string(static_cast<std::int64_t>(value))
             : shortest(value);
}

/// "a number", "a number of B/s".
std::string with_unit(const std::string& what, const std::string& unit) {
  return example_of_unit(unit).empty() ? what : what + " of " + unit;
}

std::string with_example(const std::string& text, const std::string& unit) {
  const auto example = example_of_unit(unit);
  return example.empty() ? text : text + ", such as " + example;
}

} // namespace

std::string Range::text() const {
  const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
  if (bounded_below && bounded_above)
    return "from " + bound(low) + " to " + bound(high);
  if (bounded_below)
    return (low_excluded ? "above " : "at least ") + bound(low);
  return bounded_above ? "at most " + bound(high) : "any";
}

std::string ParameterSpec::accepts() const {
  switch (type) {
  case Type::integer:
    return "an integer, " + range.text();
  case Type::real:
    return with_example(with_unit("a number", unit) + ", " + range.text(), unit);
  case Type::reals:
    return with_example(with_unit("numbers", unit) + " separated by commas, each " + range.text(), unit);
  case Type::choice:
    return "one of " + listed(choices);
  case Type::file:
    return "a path, or the path of a shipped file below scenarios/";
  default:
    return "a text";
  }
}

std::string ParameterSpec::normal(const std::string& value) const {
  std::optional<std::string> normal = value;
  if (type == Type::integer)
    normal = normal_integer(value, *this);
  else if (type == Type::real)
    normal = normal_real(value, *this);
  else if (type == Type::reals)
    normal = normal_list(value, *this);
  else if (type == Type::choice && std::find(choices.begin(), choices.end(), value) == choices.end())
    normal.reset();
  if (normal)
    return *normal;
  const auto meant = type == Type::choice ? near_names(value, choices) : std::vector<std::string>{};
  throw std::invalid_argument("parameter '" + name + "' cannot be '" + value + "'" +
                              (meant.empty() ? "" : "; did you mean " + listed(meant) + "?") +
                              "; valid: " + accepts());
}

ParameterSpec integer(std::string name, std::optional<std::int64_t> default_value, Range range,
                      std::string unit, std::string meaning) {
  std::optional<std::string> value;
  if (default_value)
    value = std::to_string(*default_value);
  return {std::move(name),   ParameterSpec::Type::integer, value, std::move(unit), range, {},
          std::move(meaning)};
}

ParameterSpec real(std::string name, std::optional<double> default_value, Range range, std::string unit,
                   std::string meaning) {
  std::optional<std::string> value;
  if (default_value)
    value = shortest(*default_value);
  return {std::move(name), ParameterSpec::Type::real, value, std::move(unit), range, {}, std::move(meaning)};
}

ParameterSpec reals(std::string name, std::optional<std::string> default_value, Range range, std::string unit,
                    std::string meaning) {
  return {std::move(name),   ParameterSpec::Type::reals, std::move(default_value), std::move(unit), range, {},
          std::move(meaning)};
}

ParameterSpec choice(std::string name, std::optional<std::string> default_value,
                     std::vector<std::string> choices, std::string meaning) {
  return {std::move(name),    ParameterSpec::Type::choice, std::move(default_value), "", {},
          std::move(choices), std::move(meaning)};
}

ParameterSpec text(std::string name, std::optional<std::string> default_value, std::string meaning) {
  return {std::move(name),   ParameterSpec::Type::text, std::move(default_value), "", {}, {},
          std::move(meaning)};
}

ParameterSpec file(std::string name, std::optional<std::string> default_value, std::string meaning) {
  ParameterSpec spec = text(std::move(name), std::move(default_value), std::move(meaning));
  spec.type = ParameterSpec::Type::file;
  return spec;
}

Parameters::Parameters(const std::vector<ParameterSpec>& specs,
                       const std::map<std::string, std::string>& given, const std::string& allowed_by) {
  std::vector<std::string> names;
  for (const auto& spec : specs)
    names.push_back(spec.name);
  for (const auto& [name, value] : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw std::invalid_argument("unknown parameter '" + name + "'" + instead_of(name, names, allowed_by));
  for (const auto& spec : specs) {
    const auto found = given.find(spec.name);
    if (found == given.end() && !spec.default_value)
      throw std::invalid_argument("parameter '" + spec.name + "' is missing; valid: " + spec.accepts());
    const auto& value = found == given.end() ? *spec.default_value : found->second;
    values_[spec.name] = spec.normal(value);
  }
}

const std::string& Parameters::text(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw std::logic_error("parameter '" + name + "' was read but never declared");
  return found->second;
}

std::int64_t Parameters::integer(const std::string& name) const {
  return parse_number<std::int64_t>(text(name)).value();
}

double Parameters::real(const std::string& name) const { return parse_number<double>(text(name)).value(); }

std::vector<double> Parameters::reals(const std::string& name) const {
  std::vector<double> numbers;
  for (const auto& part : split(text(name), ','))
    numbers.push_back(parse_number<double>(part).value());
  return numbers;
}

} // namespace malha
