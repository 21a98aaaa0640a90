// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace malha {

/// A mean. Where there are at least two values, it has an interval by Student's t, of 95 % unless another
/// confidence is asked for.
struct MeanWithInterval {
  double mean;
  std::optional<double> low, high;
};

/// The mean of at least one value. Where all values are equal it is that value, to the last digit.
MeanWithInterval mean_with_interval(const std::vector<double>& values, double confidence = 0.95);

/// The mean of a number over resamples of one trace, and the 95 % interval of that number for other traces of
/// the same system: the standard deviation of resamples is the standard error of the trace. More resamples do
/// not make it narrower. See docs/confidence.md.
MeanWithInterval mean_of_resamples(const std::vector<double>& values, double confidence = 0.95);

/// The mean over seeds, of at least one value: that of resamples where each seed `resamples` the same trace,
/// otherwise that of independent values.
MeanWithInterval mean_over_seeds(const std::vector<double>& values, bool resamples, double confidence = 0.95);

/// So many standard errors of the mean of so many values are half its interval: at least two values.
double student_quantile(std::size_t values, double confidence);

/// How often a mean of so many values lies so far from 0 by chance, where its true value is 0 (Student's t,
/// two sides): 1 less the confidence at which its interval would end at 0. Nothing where it has no interval.
std::optional<double> p_value(const MeanWithInterval& mean, std::size_t values, double confidence = 0.95);

/// The p-values of several tests, raised so that all those below a level are right together in as many cases
/// as one alone would be (holm1979). In the order of the tests.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

/// Whether all values are the same.
bool are_equal(const std::vector<double>& values);

} // namespace malha
