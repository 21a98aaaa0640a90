// SPDX-License-Identifier: MIT
#include "statistics.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

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

} // namespace malha
