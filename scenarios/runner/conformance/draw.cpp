// SPDX-License-Identifier: MIT
#include "draw.hpp"

#include "policies/sdk/numbers.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>

namespace malha::conformance {

int Draw::integer(int low, int high) {
  return engine_ == nullptr ? low : boost::random::uniform_int_distribution<int>(low, high)(*engine_);
}

double Draw::real(double low, double high) {
  return engine_ == nullptr ? low : boost::random::uniform_real_distribution<double>(low, high)(*engine_);
}

std::vector<int> Draw::works(int most) {
  std::vector<int> works(count(0, most));
  const int heaviest = one_in(2) ? 3 : 1'000'000'000;
  for (auto& work : works)
    work = integer(1, heaviest);
  return works;
}

std::vector<int> Draw::children(int fewest, int most) {
  const int number = integer(fewest, most);
  std::vector<int> children;
  for (int child = 0; static_cast<int>(children.size()) < number; ++child)
    if (!one_in(4))
      children.push_back(child);
  return children;
}

std::map<std::string, std::string> Draw::parameters(const std::vector<ParameterSpec>& specs) {
  std::map<std::string, std::string> values;
  for (const auto& spec : specs) {
    const bool is_text = spec.type == ParameterSpec::Type::text || spec.type == ParameterSpec::Type::file;
    if (!is_text && (!spec.default_value || one_in(2)))
      values[spec.name] = value(spec);
  }
  return values;
}

std::string Draw::value(const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::choice)
    return spec.choices.at(static_cast<std::size_t>(integer(0, static_cast<int>(spec.choices.size()) - 1)));
  const double low = std::max(spec.range.low, std::min(spec.range.high, 10.0) - 20);
  const double high = std::min(spec.range.high, low + 20);
  if (spec.type == ParameterSpec::Type::integer)
    return std::to_string(integer(static_cast<int>(low) + spec.range.low_excluded, static_cast<int>(high)));
  return shortest(spec.range.low_excluded ? real((low + high) / 2, high) : real(low, high));
}

} // namespace malha::conformance
