// SPDX-License-Identifier: MIT
#include "units.hpp"

#include "numbers.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <vector>

namespace malha {
namespace {

using Factors = std::map<std::string, double, std::less<>>; ///< by what stands behind a number

/// A unit with every prefix, decimal and binary: k, M, G, T, P, E, Ki, Mi, … A bit is `scale` of the unit.
void add_prefixed(Factors& factors, const std::string& name, double scale) {
  double decimal = 1, binary = 1;
  factors[name] = scale;
  for (const char prefix : std::string("kMGTPE")) {
    decimal *= 1000;
    binary *= 1024;
    factors[prefix + name] = decimal * scale;
    factors[std::string(1, prefix == 'k' ? 'K' : prefix) + "i" + name] = binary * scale;
    if (prefix == 'k')
      factors["ki" + name] = binary * scale;
  }
}

Factors prefixed(const std::vector<std::pair<std::string, double>>& names) {
  Factors factors;
  for (const auto& [name, scale] : names)
    add_prefixed(factors, name, scale);
  return factors;
}

const Factors& factors_of(const std::string& unit) {
  static const std::map<std::string, Factors> known{
      {"s",
       {{"s", 1},
        {"ms", 1e-3},
        {"us", 1e-6},
        {"ns", 1e-9},
        {"ps", 1e-12},
        {"min", 60},
        {"m", 60},
        {"h", 3600},
        {"d", 86400},
        {"w", 604800}}},
      {"B", prefixed({{"B", 1}, {"b", 0.125}})},
      {"B/s", prefixed({{"Bps", 1}, {"B/s", 1}, {"bps", 0.125}})},
      {"flop", prefixed({{"f", 1}, {"flop", 1}, {"flops", 1}})},
      {"flop/s", prefixed({{"f", 1}, {"flops", 1}, {"flop/s", 1}, {"Hz", 1}})},
      {"%", {{"%", 1}}}};
  static const Factors none;
  const auto found = known.find(unit);
  return found == known.end() ? none : found->second;
}

} // namespace

std::optional<double> parse_quantity(std::string_view text, const std::string& unit) {
  if (const auto plain = parse_number<double>(text))
    return plain;
  for (const auto& [name, factor] : factors_of(unit)) {
    if (text.size() <= name.size() || text.substr(text.size() - name.size()) != name)
      continue;
    auto rest = text.substr(0, text.size() - name.size());
    if (rest.back() == ' ')
      rest.remove_suffix(1);
    if (const auto number = parse_number<double>(rest))
      return factor < 1 ? *number / std::round(1 / factor) : *number * factor; // 10us is 1e-05 and no more
  }
  return std::nullopt;
}

std::string example_of_unit(const std::string& unit) {
  static const std::map<std::string, std::string> examples{{"s", "7200 or 2h"},
                                                           {"B", "1e6 or 1MB"},
                                                           {"B/s", "1e9 or 1GBps"},
                                                           {"flop", "1e9 or 1Gf"},
                                                           {"flop/s", "1e9 or 1Gf"}};
  const auto found = examples.find(unit);
  return found == examples.end() ? "" : found->second;
}

} // namespace malha
