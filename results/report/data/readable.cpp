// SPDX-License-Identifier: MIT
#include "readable.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace malha::page {
namespace {

std::string behind(const std::string& text, const std::string& unit) {
  return unit.empty() ? text : text + " " + unit;
}

bool says_nothing(const std::string& unit) { return unit.empty() || unit == "1" || unit == "count"; }

} // namespace

ReadableUnit readable_unit(const std::string& unit, double greatest) {
  static const std::array<ReadableUnit, 3> times{{{"d", 86400}, {"h", 3600}, {"min", 60}}};
  static const std::array<ReadableUnit, 4> bytes{{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}};
  if (says_nothing(unit))
    return {};
  if (unit == "s")
    for (const auto& one : times)
      if (greatest >= 3 * one.size)
        return one;
  if (unit == "B")
    for (const auto& one : bytes)
      if (greatest >= one.size)
        return one;
  return {unit};
}

ReadableUnit usual_unit(const std::string& unit, std::vector<double> sizes) {
  if (sizes.empty())
    return readable_unit(unit, 0);
  for (auto& size : sizes)
    size = std::abs(size);
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return readable_unit(unit, *middle);
}

std::string readable(const MeanWithInterval& mean, const ReadableUnit& unit, bool with_unit) {
  MeanWithInterval scaled{mean.mean / unit.size, {}, {}};
  if (mean.low)
    scaled.low = *mean.low / unit.size;
  if (mean.high)
    scaled.high = *mean.high / unit.size;
  return with_unit ? behind(shown(scaled), unit.name) : shown(scaled);
}

std::string readable(double value, const std::string& unit) {
  const auto read = readable_unit(unit, std::abs(value));
  return behind(shown(value / read.size, 3), read.name);
}

std::string exact(const MeanWithInterval& mean, const std::string& unit) {
  const auto name = says_nothing(unit) ? "" : unit;
  return behind(shortest(mean.mean), name) +
         (mean.low && mean.high
              ? ", 95 % interval from " + shortest(*mean.low) + " to " + behind(shortest(*mean.high), name)
              : "");
}

std::string rounded(const std::string& text) {
  if (text.find_first_of(".eE") == std::string::npos)
    return text;
  const auto number = parse_number<double>(text);
  return number ? shown(*number, 5) : text;
}

std::string percent(double share) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), std::abs(share) < 9.995 ? "%+.1f %%" : "%+.0f %%", 100 * share);
  return std::abs(share) < 0.0005 ? "0.0 %" : text.data();
}

std::string words_of(const std::string& metric) {
  const auto point = metric.find('.');
  auto words = metric.substr(0, point);
  std::replace(words.begin(), words.end(), '_', ' ');
  return point == std::string::npos ? words : words + " of " + metric.substr(point + 1);
}

std::string short_key(const std::string& key) { return key.substr(key.rfind('.') + 1); }

std::string with_unit(const std::string& name, const std::string& unit) {
  return says_nothing(unit) ? name : name + " (" + unit + ")";
}

} // namespace malha::page
