// SPDX-License-Identifier: MIT
#include "elastisim_law.hpp"

#include <cmath>
#include <optional>

namespace malha::elastisim {
namespace {

constexpr double tolerance = 1e-13;
constexpr int most_digits = 16;

/// Whether the law has the ratios of these run times.
bool fits(const SpeedUp& law, int least, const std::vector<Seconds>& times) {
  const double work = times.front() * law.at(least);
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double here = times[i] * law.at(least + static_cast<int>(i));
    if (!(std::abs(here - work) <= tolerance * work))
      return false;
  }
  return true;
}

/// The law of the number with the fewest digits behind the point that fits; nothing if none does.
template <class Make>
std::optional<SpeedUp> law_with(double number, const Make& make, int least,
                                const std::vector<Seconds>& times) {
  for (int digits = 0; digits <= most_digits; ++digits) {
    const double scale = std::pow(10, digits), rounded = std::round(number * scale) / scale;
    if (!(rounded >= 0 && rounded <= 1))
      continue;
    const SpeedUp law = make(rounded);
    if (fits(law, least, times))
      return law;
  }
  return std::nullopt;
}

} // namespace

SpeedUp law_of(int least, const std::vector<Seconds>& times) {
  const SpeedUp linear;
  if (fits(linear, least, times))
    return linear;
  // T(n) = C n^-p, and T(n) = a + b / n with the parallel share b / (a + b), through the first and the last.
  const double first = least, last = first + static_cast<double>(times.size() - 1);
  const double power = std::log(times.front() / times.back()) / std::log(last / first);
  if (const auto law = law_with(power, SpeedUp::power, least, times))
    return *law;
  const double b = (times.front() - times.back()) / (1 / first - 1 / last), a = times.front() - b / first;
  if (const auto law = law_with(b / (a + b), SpeedUp::amdahl, least, times))
    return *law;
  std::vector<SpeedUp::Measured> measured;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (i == 0 || times[i] != times[i - 1]) // otherwise it is the time of one node less
      measured.push_back({least + static_cast<int>(i), times[i]});
  return SpeedUp::table(measured);
}

} // namespace malha::elastisim
