// SPDX-License-Identifier: MIT
#pragma once
#include "statistics.hpp"

namespace malha {

/// What one long run says of a mean: the values in their order are cut into batches of equal length, whose
/// means count as independent.
struct BatchMeans {
  std::size_t batches = 0;
  std::size_t length = 0;   ///< values in each batch
  std::size_t left_out = 0; ///< values at the end, which fill no batch
  MeanWithInterval mean;    ///< mean and 95 % interval by Student's t over the means of the batches
  double correlation = 0;   ///< of each batch's mean with that of the next one; 0 where all are equal

  /// Whether the means follow each other too closely to be independent: the correlation is above what 97.5 %
  /// of as many independent means show.
  bool is_dependent() const;
};

/// Throws std::invalid_argument for less than two batches, and for less values than batches.
BatchMeans batch_means(const std::vector<double>& values, std::size_t batches);

} // namespace malha
