// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

namespace malha {

/// A mean estimated from one long run: its values are cut, in their order, into batches of equal length,
/// whose means count as independent.
struct BatchMeans {
  std::size_t batches = 0;
  std::size_t length = 0;   ///< values in each batch
  std::size_t left_out = 0; ///< values at the end, which fill no batch
  MeanWithInterval mean;    ///< mean and 95 % interval by Student's t over the means of the batches
  double correlation = 0;   ///< of each batch's mean with the next one; 0 if all are equal

  /// Whether the means are too correlated to be independent: the correlation exceeds the 97.5 % quantile for
  /// equally many independent means.
  bool is_dependent() const;
};

/// Computes batch means. Throws std::invalid_argument for fewer than two batches, or fewer values than
/// batches.
BatchMeans batch_means(const std::vector<double>& values, std::size_t batches);

} // namespace malha
