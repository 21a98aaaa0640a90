// SPDX-License-Identifier: MIT
#include "axes.hpp"

#include "escaping.hpp"
#include "results/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace malha::page {
namespace {

/// Values whose distance is a smaller share of them differ by rounding only.
constexpr double least_span = 1e-12;

/// 1, 2 or 5 times a power of ten: the distance of some `number` ticks.
double step_for(double span, int number) {
  const double raw = span / number;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power)
      return factor * power;
  return 10 * power;
}

std::vector<double> even_ticks(double low, double high, int number) {
  std::vector<double> ticks;
  const double step = step_for(high - low, number);
  const double slack = 1e-9 * (high - low);
  const double first = std::ceil((low - slack) / step);
  for (int i = 0; i <= number && (first + i) * step <= high + slack; ++i)
    ticks.push_back(first + i == 0 ? 0 : (first + i) * step); // and not -0
  return ticks;
}

/// Powers of ten; where there are few, also 2 and 5 times them.
std::vector<double> logarithmic_ticks(double low, double high, int number) {
  const auto first = static_cast<int>(std::floor(std::log10(low)));
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  const int every = std::max(1, (last - first) / std::max(1, number));
  std::vector<double> ticks;
  for (int power = first; power <= last; power += every)
    for (const double factor : {1.0, 2.0, 5.0})
      if (const double value = factor * std::pow(10.0, power);
          (factor == 1 || last - first <= 2) && value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
        ticks.push_back(value);
  return ticks;
}

} // namespace

Scale::Scale(double low, double high, bool is_logarithmic, double from, double to)
    : low_(low), high_(high), is_logarithmic_(is_logarithmic), from_(from), to_(to) {
  if (high_ - low_ > least_span * std::max(std::abs(low_), std::abs(high_)))
    return;
  const double room = low_ == 0 ? 1 : std::abs(low_) / 2;
  low_ -= room;
  high_ += room;
}

double Scale::at(double value) const {
  const auto place = [this](double v) { return is_logarithmic_ ? std::log10(v) : v; };
  return from_ + (place(value) - place(low_)) / (place(high_) - place(low_)) * (to_ - from_);
}

std::vector<double> Scale::ticks(int number) const {
  if (is_logarithmic_)
    if (auto ticks = logarithmic_ticks(low_, high_, number); ticks.size() > 1)
      return ticks;
  return even_ticks(low_, high_, number);
}

Range range_of(const std::vector<double>& values) {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : values)
    if (std::isfinite(value))
      range = {std::min(range.low, value), std::max(range.high, value)};
  return range;
}

bool is_wide(const Range& range, double factor) { return range.low > 0 && range.high >= factor * range.low; }

Scale scale_for(const Range& range, bool is_logarithmic, double from, double to) {
  if (range.is_empty())
    return {0, 1, false, from, to};
  if (is_logarithmic) {
    const double room = std::pow(range.high / range.low, 0.06);
    return {range.low / room, range.high * room, true, from, to};
  }
  const double room = 0.06 * (range.high - range.low);
  const bool begins_at_0 = range.low >= 0 && range.low < 0.4 * range.high;
  const bool ends_at_0 = range.high <= 0 && range.high > 0.4 * range.low;
  return {begins_at_0 ? 0 : range.low - room, ends_at_0 ? 0 : range.high + room, false, from, to};
}

std::string tick_text(double value) {
  const double size = std::abs(value);
  for (const auto& [unit, letter] : {std::pair(1e9, "G"), std::pair(1e6, "M"), std::pair(1e3, "k")})
    if (size >= 10 * unit || (size >= unit && unit > 1e3))
      return size < 1e15 ? shown(value / unit, 4) + letter : shown(value, 4);
  return shown(value, 4);
}

void draw_bottom_axis(Svg& svg, const Scale& scale, double y, double top, const std::string& name,
                      int ticks) {
  for (const double tick : scale.ticks(ticks)) {
    svg.line(scale.at(tick), top, scale.at(tick), y, "grid");
    svg.text(scale.at(tick), y + 16, tick_text(tick), Svg::Anchor::middle, "faint");
  }
  svg.line(scale.from(), y, scale.to(), y, "axis");
  if (!name.empty())
    svg.text((scale.from() + scale.to()) / 2, y + 34, shortened(name, 60), Svg::Anchor::middle);
}

void draw_left_axis(Svg& svg, const Scale& scale, double x, double right, const std::string& name,
                    int ticks) {
  for (const double tick : scale.ticks(ticks)) {
    svg.line(x, scale.at(tick), right, scale.at(tick), "grid");
    svg.text(x - 6, scale.at(tick) + 4, tick_text(tick), Svg::Anchor::end, "faint");
  }
  svg.line(x, scale.from(), x, scale.to(), "axis");
  if (!name.empty())
    svg.text_upwards(14, (scale.from() + scale.to()) / 2, shortened(name, 50));
}

} // namespace malha::page
