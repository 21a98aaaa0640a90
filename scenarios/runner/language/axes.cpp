// SPDX-License-Identifier: MIT
#include "axes.hpp"

#include "path_names.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/files/table.hpp"
#include "scenario_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace malha {
namespace {

constexpr double most_cells = 1e5; // each is planned before anything runs

[[noreturn]] void refuse(const std::string& text, const std::string& what, const std::string& valid) {
  throw InputError("--sweep " + text + ": " + what + "; valid: " + valid);
}

/// The number without what its computation left behind the 12th digit: 0.3 of 3 * 0.1.
std::string rounded(double value, double step) {
  if (std::abs(value) < std::abs(step) * 1e-9)
    return "0";
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return shortest(parse_number<double>(text).value_or(value));
}

std::vector<std::string> values_of_range(const std::string& text, const std::vector<std::string>& parts) {
  const std::string example = "FROM:TO:STEP in numbers, such as 0.5:1.1:0.1";
  std::vector<double> numbers;
  for (const auto& part : parts) {
    const auto number = parse_number<double>(part);
    if (!number || !std::isfinite(*number))
      refuse(text, "'" + part + "' is no number of a range", example);
    numbers.push_back(*number);
  }
  if (numbers.size() != 3)
    refuse(text, "a range has three numbers, not " + std::to_string(numbers.size()), example);
  const double from = numbers[0], to = numbers[1], step = numbers[2];
  if (step == 0)
    refuse(text, "a step of 0 leads nowhere",
           from < to   ? "a step above 0"
           : from > to ? "a step below 0"
                       : "any other step");
  if ((to - from) * step < 0)
    refuse(text, "a step of " + parts[2] + " does not lead from " + parts[0] + " to " + parts[1],
           from < to ? "a step above 0" : "a step below 0");
  const double steps = std::floor((to - from) / step + 1e-9);
  if (steps >= most_cells)
    refuse(text, "these are " + shown(steps + 1, 9) + " values", "at most " + shown(most_cells, 9));
  std::vector<std::string> values;
  for (double i = 0; i <= steps; ++i)
    values.push_back(rounded(from + i * step, step));
  return values;
}

/// The numbers of a range "3..7"; nothing where the word is none.
std::optional<std::pair<int, int>> range_of(const std::string& word) {
  const auto dots = word.find("..");
  if (dots == std::string::npos)
    return std::nullopt;
  const auto first = parse_number<int>(word.substr(0, dots)), last = parse_number<int>(word.substr(dots + 2));
  if (!first || !last) // a path may have dots
    return std::nullopt;
  if (*last < *first || static_cast<double>(*last) - *first >= most_cells)
    throw InputError("'" + word + "' is no range; valid: FIRST..LAST in whole numbers, at most " +
                     shown(most_cells, 9) + " of them");
  return std::pair(*first, *last);
}

} // namespace

std::vector<std::string> values_of(const std::string& text) {
  std::vector<std::string> values;
  for (const auto& word : words_of(text)) {
    const auto range = range_of(word);
    if (!range)
      values.push_back(word);
    else
      for (int value = range->first; value <= range->second; ++value)
        values.push_back(std::to_string(value));
  }
  return values;
}

std::vector<Settings> combinations(const std::vector<Axis>& axes) {
  std::vector<Settings> all{{}};
  for (const auto& axis : axes) {
    std::vector<Settings> longer;
    for (const auto& begun : all)
      for (const auto& value : axis.values) {
        longer.push_back(begun);
        longer.back()[axis.key] = value;
      }
    all = std::move(longer);
  }
  return all;
}

void check_number_of_cells(std::size_t runs, const std::vector<Axis>& axes) {
  auto cells = static_cast<double>(runs);
  for (const auto& axis : axes)
    cells *= static_cast<double>(axis.values.size());
  if (cells > most_cells)
    throw InputError("these are " + shown(cells, 9) + " cells; valid: at most " + shown(most_cells, 9));
}

std::string text_of_values(const std::vector<std::string>& values) {
  const auto have = [&](char mark) {
    return std::any_of(values.begin(), values.end(),
                       [mark](const auto& value) { return value.find(mark) != std::string::npos; });
  };
  const bool is_one = values.size() == 1;
  const bool blanks = have(',') || (is_one && have(':'));
  std::string text;
  for (const auto& value : values)
    text += (text.empty() ? "" : blanks ? " " : ",") + value;
  return blanks && is_one ? text + " " : text;
}

Axis read_sweep(const std::string& text) {
  const std::string valid = "KEY=FROM:TO:STEP, or KEY=VALUE,VALUE";
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse(text, "is not key=values", valid);
  Axis axis{text.substr(0, equals), {}};
  const auto values = text.substr(equals + 1);
  if (values.find(' ') != std::string::npos)
    axis.values = words_of(values);
  else if (values.find(':') != std::string::npos && values.find(',') == std::string::npos)
    axis.values = values_of_range(text, split(values, ':'));
  else if (!values.empty())
    axis.values = split(values, ',');
  if (axis.values.empty())
    refuse(text, "has no value", valid);
  std::set<std::string> seen;
  for (const auto& value : axis.values) {
    if (value.empty())
      refuse(text, "has an empty value", valid);
    if (!seen.insert(value).second)
      refuse(text, "has the value '" + value + "' twice", "each value once");
    check_varied(axis.key, value);
  }
  return axis;
}

} // namespace malha
