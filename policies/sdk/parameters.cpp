// SPDX-License-Identifier: MIT
#include "parameters.hpp"

#include "errors.hpp"
#include "numbers.hpp"
#include "split.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace malha {
namespace {

bool is_real_in(const std::string& value, const Range& range) {
  const auto number = parse_number<double>(value);
  return number && std::isfinite(*number) && range.contains(*number);
}

bool is_integer_in(const std::string& value, const Range& range) {
  const auto number = parse_number<std::int64_t>(value);
  return number && range.contains(static_cast<double>(*number));
}

} // namespace

std::string Range::text() const {
  const bool bounded_below = std::isfinite(low), bounded_above = std::isfinite(high);
  if (bounded_below && bounded_above)
    return "from " + shortest(low) + " to " + shortest(high);
  if (bounded_below)
    return (low_excluded ? "above " : "at least ") + shortest(low);
  return bounded_above ? "at most " + shortest(high) : "any";
}

std::string ParameterSpec::accepts() const {
  switch (type) {
  case Type::integer:
    return "an integer, " + range.text();
  case Type::real:
    return "a number, " + range.text();
  case Type::reals:
    return "numbers separated by commas, each " + range.text();
  case Type::choice:
    return "one of " + listed(choices);
  case Type::file:
    return "a path, or the path of a shipped file below scenarios/";
  default:
    return "a text";
  }
}

void ParameterSpec::check(const std::string& value) const {
  bool good = true;
  if (type == Type::integer) {
    good = is_integer_in(value, range);
  } else if (type == Type::real) {
    good = is_real_in(value, range);
  } else if (type == Type::reals) {
    const auto parts = split(value, ',');
    good = std::all_of(parts.begin(), parts.end(), [&](const auto& part) { return is_real_in(part, range); });
  } else if (type == Type::choice) {
    good = std::find(choices.begin(), choices.end(), value) != choices.end();
  }
  if (!good)
    throw std::invalid_argument("parameter '" + name + "' cannot be '" + value + "'; valid: " + accepts());
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
                       const std::map<std::string, std::string>& given) {
  std::vector<std::string> names;
  for (const auto& spec : specs)
    names.push_back(spec.name);
  for (const auto& [name, value] : given)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw std::invalid_argument("unknown parameter '" + name + "'; valid: " + listed(names));
  for (const auto& spec : specs) {
    const auto found = given.find(spec.name);
    if (found == given.end() && !spec.default_value)
      throw std::invalid_argument("parameter '" + spec.name + "' is missing; valid: " + spec.accepts());
    const auto& value = found == given.end() ? *spec.default_value : found->second;
    spec.check(value);
    values_[spec.name] = value;
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
