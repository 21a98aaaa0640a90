// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

#include <utility>

namespace malha {

/// Values of two things in pairs: the i-th of both belong to one seed.
struct PairedValues {
  std::vector<double> one, other;
  bool resamples = false; ///< each seed resamples the same trace
};

/// mean(one) / mean(other), with its interval by Fieller's theorem: the numbers r for which 0 lies in the
/// interval of the mean of one - r * other, in pairs. Only where 0 lies outside of the interval of
/// mean(other) do they have two ends; otherwise there is none. Of at least one pair, and mean(other) is not
/// 0.
MeanWithInterval ratio_with_interval(const PairedValues& pairs, double confidence = 0.95);

/// The greatest ratio of two means of several things, each with a value for each of the same seeds. All pairs
/// of things have intervals that hold together with 95 % (Bonferroni), so that the greatest of their lower
/// ends and the greatest of their upper ends are around the greatest ratio of the true means. One end may be
/// missing. All means are above 0.
MeanWithInterval greatest_ratio(const std::vector<std::vector<double>>& things, bool resamples);

/// The least of several means, each over the values of the same seeds. As above, the least of the lower ends
/// and the least of the upper ends of intervals that hold together are around the least true mean.
MeanWithInterval least_mean(const std::vector<std::vector<double>>& things, bool resamples);

/// Where the mean of what goes by straight line from `one` to `other`, seed by seed, may be 0: the least and
/// the greatest share of the way, from 0 to 1, at which 0 lies in its 95 % interval. Nothing where it does
/// nowhere. Of at least two pairs.
std::optional<std::pair<double, double>> zeros_between(const PairedValues& pairs);

} // namespace malha
