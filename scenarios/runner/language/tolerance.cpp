// SPDX-License-Identifier: MIT
#include "tolerance.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <cmath>

namespace malha {

bool Tolerance::allows(double ours, double published) const {
  if (kind == Kind::factor) {
    const auto [low, high] = ends(published);
    return ours >= low && ours <= high;
  }
  return std::abs(ours - published) <= size * (kind == Kind::relative ? std::abs(published) : 1);
}

std::array<double, 2> Tolerance::ends(double published) const {
  if (kind == Kind::factor) {
    const auto [low, high] = std::minmax({published / size, published * size});
    return {low, high};
  }
  const auto distance = size * (kind == Kind::relative ? std::abs(published) : 1);
  return {published - distance, published + distance};
}

std::string Tolerance::text(const std::string& unit) const {
  if (kind == Kind::factor)
    return "factor " + shown(size, 3);
  if (size == 0)
    return "";
  return kind == Kind::relative ? shown(100 * size, 3) + " %"
                                : "± " + shown(size, 3) + (unit == "1" ? "" : " " + unit);
}

std::optional<Tolerance> tolerance_of(const std::string& text, const std::string& unit) {
  const std::string factor = "factor ";
  const bool is_factor = text.rfind(factor, 0) == 0;
  const auto begin = is_factor ? factor.size() : 0;
  const auto end = std::min(text.find_first_of(" %", begin), text.size());
  const auto size = parse_number<double>(text.substr(begin, end - begin));
  const auto rest = text.substr(end);
  if (!size || !std::isfinite(*size) || *size < (is_factor ? 1 : 0))
    return std::nullopt;
  if (is_factor)
    return rest.empty() ? std::optional(Tolerance{*size, Tolerance::Kind::factor}) : std::nullopt;
  if (rest == "%")
    return Tolerance{*size / 100, Tolerance::Kind::relative};
  return rest == " " + unit ? std::optional(Tolerance{*size, Tolerance::Kind::in_unit}) : std::nullopt;
}

} // namespace malha
