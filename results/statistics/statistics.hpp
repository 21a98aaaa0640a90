// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace malha {

/// A mean, and its interval by Student's t if there are at least two values: of 95 % unless another
/// confidence is given.
struct MeanWithInterval {
  double mean;
  std::optional<double> low, high;
};

/// The mean of at least one value. If all values are equal, it is exactly that value.
MeanWithInterval mean_with_interval(const std::vector<double>& values, double confidence = 0.95);

/// The mean of a number over resamples of one trace, and the 95 % interval of that number for other traces of
/// the same system: the standard deviation of resamples is the standard error of the trace. More resamples do
/// not make it narrower. See docs/confidence.md.
MeanWithInterval mean_of_resamples(const std::vector<double>& values, double confidence = 0.95);

/// The mean over seeds, of at least one value: `mean_of_resamples` if each seed `resamples` the same trace,
/// otherwise `mean_with_interval`.
MeanWithInterval mean_over_seeds(const std::vector<double>& values, bool resamples, double confidence = 0.95);

/// The half width of the interval of a mean, in standard errors. Requires at least two values.
double student_quantile(std::size_t values, double confidence);

/// The probability that the mean of `values` values is at least as far from 0 if its true value is 0
/// (Student's t, two sides): 1 less the confidence at which its interval would end at 0. None if it has no
/// interval.
std::optional<double> p_value(const MeanWithInterval& mean, std::size_t values, double confidence = 0.95);

/// The p-values of several tests, adjusted so that the error rate of all tests together stays below the level
/// of one test (holm1979). In the order of the tests.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

/// Whether all values are the same.
bool are_equal(const std::vector<double>& values);

} // namespace malha
