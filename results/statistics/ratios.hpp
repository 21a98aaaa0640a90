// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

#include <utility>

namespace malha {

/// Values of two alternatives in pairs: the i-th values of both belong to one seed.
struct PairedValues {
  std::vector<double> one, other;
  bool resamples = false; ///< each seed resamples the same trace
};

/// mean(one) / mean(other), with its interval by Fieller's theorem: the numbers r for which 0 lies in the
/// interval of the mean of one - r * other, in pairs. The interval exists only if 0 lies outside of the
/// interval of mean(other). Requires at least one pair, and a mean(other) that is not 0.
MeanWithInterval ratio_with_interval(const PairedValues& pairs, double confidence = 0.95);

/// The greatest ratio of two means of several alternatives, each with a value for each of the same seeds. The
/// intervals of all pairs hold together with 95 % (Bonferroni): the greatest of their lower ends and the
/// greatest of their upper ends enclose the greatest ratio of the true means. One end may be missing.
/// Requires means above 0.
MeanWithInterval greatest_ratio(const std::vector<std::vector<double>>& things, bool resamples);

/// The least of several means, each over the values of the same seeds. The least of the lower ends and the
/// least of the upper ends of intervals that hold together enclose the least true mean.
MeanWithInterval least_mean(const std::vector<std::vector<double>>& things, bool resamples);

/// The range in which the mean crosses 0 on straight lines from `one` to `other`, one for each seed: the
/// least and the greatest share of the way, from 0 to 1, at which 0 lies in its 95 % interval. None if 0 lies
/// in no interval. Requires at least two pairs.
std::optional<std::pair<double, double>> zeros_between(const PairedValues& pairs);

} // namespace malha
