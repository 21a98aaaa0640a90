// SPDX-License-Identifier: MIT
#include "statistics.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace malha {

bool are_equal(const std::vector<double>& values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

double student_quantile(std::size_t values, double confidence) {
  const boost::math::students_t student(static_cast<double>(values) - 1);
  return boost::math::quantile(student, 1 - (1 - confidence) / 2);
}

MeanWithInterval mean_with_interval(const std::vector<double>& values, double confidence) {
  if (values.size() > 1 && are_equal(values))
    return {values.front(), values.front(), values.front()};
  const auto number = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values)
    sum += value;
  MeanWithInterval result{sum / number, {}, {}};
  if (values.size() < 2)
    return result;
  double squares = 0;
  for (const double value : values)
    squares += (value - result.mean) * (value - result.mean);
  const double half =
      student_quantile(values.size(), confidence) * std::sqrt(squares / (number - 1)) / std::sqrt(number);
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

MeanWithInterval mean_of_resamples(const std::vector<double>& values, double confidence) {
  auto result = mean_with_interval(values, confidence);
  if (!result.low || are_equal(values))
    return result;
  const double half = (*result.high - result.mean) * std::sqrt(static_cast<double>(values.size()));
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

MeanWithInterval mean_over_seeds(const std::vector<double>& values, bool resamples, double confidence) {
  return resamples ? mean_of_resamples(values, confidence) : mean_with_interval(values, confidence);
}

std::optional<double> p_value(const MeanWithInterval& mean, std::size_t values, double confidence) {
  if (!mean.high)
    return std::nullopt;
  const double half = *mean.high - mean.mean;
  if (!(half > 0))
    return mean.mean == 0 ? 1 : 0;
  const double standard_error = half / student_quantile(values, confidence);
  const boost::math::students_t student(static_cast<double>(values) - 1);
  return 2 * boost::math::cdf(boost::math::complement(student, std::abs(mean.mean) / standard_error));
}

std::vector<double> holm_adjusted(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - i) * p_values[order[i]]));
    adjusted[order[i]] = least;
  }
  return adjusted;
}

} // namespace malha
