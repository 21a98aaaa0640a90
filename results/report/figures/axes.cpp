// SPDX-License-Identifier: MIT
#include "axes.hpp"

#include "results/files/table.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

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

/// Lengths of time that people know, for logarithmic axes.
struct KnownTime {
  double seconds;
  const char* text;
};
constexpr KnownTime known_times[] = {{0.001, "1 ms"}, {0.01, "10 ms"},  {0.1, "0.1 s"},    {1, "1 s"},
                                     {10, "10 s"},    {60, "1 min"},    {600, "10 min"},   {3600, "1 h"},
                                     {86400, "1 d"},  {864000, "10 d"}, {8640000, "100 d"}};

std::vector<Tick> times_within(const Scale& scale) {
  std::vector<Tick> ticks;
  for (const auto& [seconds, text] : known_times)
    if (seconds >= scale.low() * (1 - 1e-9) && seconds <= scale.high() * (1 + 1e-9))
      ticks.push_back({seconds, text});
  return ticks;
}

/// Whether its ticks are lengths of time with units of their own.
bool has_known_times(const Scale& scale, const std::string& unit) {
  return scale.is_logarithmic() && unit == "s" && times_within(scale).size() > 1;
}

/// At most so many of them, as far from each other as can be.
std::vector<Tick> thinned(const std::vector<Tick>& ticks, std::size_t most) {
  const auto every = (ticks.size() - 1) / most + 1;
  std::vector<Tick> kept;
  for (std::size_t i = 0; i < ticks.size(); i += every)
    kept.push_back(ticks[i]);
  return kept;
}

ReadableUnit unit_of(const Scale& scale, const std::string& unit) {
  return readable_unit(unit, std::max(std::abs(scale.low()), std::abs(scale.high())));
}

/// Half an hour, six hours: what a clock has that is about as far as `step`.
double step_of_clock(double step, const std::string& unit) {
  static const std::vector<double> minutes{0.5, 1, 2, 5, 10, 15, 30, 60, 120},
      hours{0.5, 1, 2, 3, 6, 12, 24, 48};
  for (const double one : unit == "min" ? minutes : unit == "h" ? hours : std::vector<double>())
    if (step >= 0.4 && one >= 0.8 * step)
      return one;
  return step;
}

} // namespace

std::vector<Tick> ticks_of(const Scale& scale, const std::string& unit, int number) {
  if (has_known_times(scale, unit))
    return thinned(times_within(scale), 2 * static_cast<std::size_t>(std::max(1, number)));
  const auto read = unit_of(scale, unit);
  const Scale in_unit(scale.low() / read.size, scale.high() / read.size, scale.is_logarithmic(), 0, 1);
  std::vector<Tick> ticks;
  for (const double tick : in_unit.ticks(number))
    ticks.push_back({tick * read.size, tick_text(tick)});
  if (scale.is_logarithmic())
    return ticks;
  const double rough = (in_unit.high() - in_unit.low()) / number;
  const double step = step_of_clock(rough, read.name);
  if (step == rough)
    return ticks;
  ticks.clear();
  const auto first = static_cast<int>(std::ceil(in_unit.low() / step - 1e-9));
  const auto last = static_cast<int>(std::floor(in_unit.high() / step + 1e-9));
  for (int at = first; at <= last; ++at)
    ticks.push_back({at * step * read.size, tick_text(at * step)});
  return ticks;
}

std::string name_with_unit(const Scale& scale, const AxisName& name) {
  return name.text.empty() || has_known_times(scale, name.unit)
             ? name.text
             : with_unit(name.text, unit_of(scale, name.unit).name);
}

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

void draw_bottom_axis(Svg& svg, const Scale& scale, double y, double top, const AxisName& name, int ticks) {
  for (const auto& [value, text] : ticks_of(scale, name.unit, ticks)) {
    svg.line(scale.at(value), top, scale.at(value), y, "grid");
    svg.text(scale.at(value), y + 16, text, Svg::Anchor::middle, "faint");
  }
  svg.line(scale.from(), y, scale.to(), y, "axis");
  if (!name.text.empty())
    svg.text((scale.from() + scale.to()) / 2, y + 34, shortened(name_with_unit(scale, name), 60),
             Svg::Anchor::middle);
}

void draw_left_axis(Svg& svg, const Scale& scale, double x, double right, const AxisName& name, int ticks) {
  for (const auto& [value, text] : ticks_of(scale, name.unit, ticks)) {
    svg.line(x, scale.at(value), right, scale.at(value), "grid");
    svg.text(x - 6, scale.at(value) + 4, text, Svg::Anchor::end, "faint");
  }
  svg.line(x, scale.from(), x, scale.to(), "axis");
  if (!name.text.empty())
    svg.text_upwards(14, (scale.from() + scale.to()) / 2, shortened(name_with_unit(scale, name), 50));
}

} // namespace malha::page
