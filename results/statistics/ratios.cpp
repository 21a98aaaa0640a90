// SPDX-License-Identifier: MIT
#include "ratios.hpp"

#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace malha {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// a w² + b w + c, which is at most 0 at those w where 0 lies in the interval of the mean of one + w * other:
/// where its square is at most that of half the interval.
struct Parabola {
  double a, b, c;

  double at(double w) const { return (a * w + b) * w + c; }
  /// NaN where it has no roots.
  std::pair<double, double> roots() const { return boost::math::tools::quadratic_roots(a, b, c); }
};

Parabola parabola_of(const PairedValues& pairs, double confidence) {
  const auto number = static_cast<double>(pairs.one.size());
  const double one = mean_of(pairs.one), other = mean_of(pairs.other);
  double of_one = 0, of_other = 0, of_both = 0;
  for (std::size_t i = 0; i < pairs.one.size(); ++i) {
    of_one += (pairs.one[i] - one) * (pairs.one[i] - one);
    of_other += (pairs.other[i] - other) * (pairs.other[i] - other);
    of_both += (pairs.one[i] - one) * (pairs.other[i] - other);
  }
  const double quantile = student_quantile(pairs.one.size(), confidence);
  const double factor = quantile * quantile / (number - 1) / (pairs.resamples ? 1 : number);
  return {other * other - factor * of_other, 2 * (one * other - factor * of_both),
          one * one - factor * of_one};
}

double bonferroni(std::size_t intervals) { return 1 - 0.05 / static_cast<double>(intervals); }

/// The greater of two ends, of which none is known where one of them is not.
void raise(std::optional<double>& end, const std::optional<double>& other) {
  if (end && (!other || *other > *end))
    end = other;
}

} // namespace

MeanWithInterval ratio_with_interval(const PairedValues& pairs, double confidence) {
  MeanWithInterval ratio{mean_of(pairs.one) / mean_of(pairs.other), {}, {}};
  if (pairs.one.size() < 2)
    return ratio;
  auto negative = pairs.other;
  std::transform(negative.begin(), negative.end(), negative.begin(), std::negate<>());
  const auto parabola = parabola_of({pairs.one, negative, pairs.resamples}, confidence);
  if (!(parabola.a > 0))
    return ratio;
  const auto [low, high] = parabola.roots();
  // The ratio is between them. Where nothing varies it is both, and rounding may leave no root.
  ratio.low = std::isnan(low) ? ratio.mean : std::min(low, ratio.mean);
  ratio.high = std::isnan(high) ? ratio.mean : std::max(high, ratio.mean);
  return ratio;
}

MeanWithInterval greatest_ratio(const std::vector<std::vector<double>>& things, bool resamples) {
  const double confidence = bonferroni(things.size() * (things.size() - 1) / 2);
  MeanWithInterval greatest{1, {}, {}};
  if (things.front().size() > 1)
    greatest.low = greatest.high = 1;
  for (const auto& one : things)
    for (const auto& other : things) {
      if (&one == &other)
        continue;
      const auto ratio = ratio_with_interval({one, other, resamples}, confidence);
      greatest.mean = std::max(greatest.mean, ratio.mean);
      raise(greatest.high, ratio.high);
      if (ratio.low)
        raise(greatest.low, ratio.low);
    }
  return greatest;
}

MeanWithInterval least_mean(const std::vector<std::vector<double>>& things, bool resamples) {
  auto least = mean_over_seeds(things.front(), resamples, bonferroni(things.size()));
  for (const auto& thing : things) {
    const auto mean = mean_over_seeds(thing, resamples, bonferroni(things.size()));
    least.mean = std::min(least.mean, mean.mean);
    if (mean.low) {
      least.low = std::min(*least.low, *mean.low);
      least.high = std::min(*least.high, *mean.high);
    }
  }
  return least;
}

std::optional<std::pair<double, double>> zeros_between(const PairedValues& pairs) {
  auto step = pairs;
  for (std::size_t i = 0; i < step.other.size(); ++i)
    step.other[i] -= step.one[i];
  const auto parabola = parabola_of(step, 0.95);
  const auto [first, second] = parabola.roots();
  std::optional<std::pair<double, double>> zeros;
  for (const double share : {0.0, 1.0, first, second})
    if (share >= 0 && share <= 1 && (share == first || share == second || parabola.at(share) <= 0))
      zeros = zeros ? std::pair(std::min(zeros->first, share), std::max(zeros->second, share))
                    : std::pair(share, share);
  return zeros;
}

} // namespace malha
