// SPDX-License-Identifier: MIT
#include "batch_means.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace malha {

bool BatchMeans::is_dependent() const { return correlation > 1.96 / std::sqrt(static_cast<double>(batches)); }

BatchMeans batch_means(const std::vector<double>& values, std::size_t batches) {
  if (batches < 2 || values.size() < batches)
    throw std::invalid_argument("needs at least two batches, and a value for each");
  BatchMeans found;
  found.batches = batches;
  found.length = values.size() / batches;
  found.left_out = values.size() % batches;
  std::vector<double> means;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(batch * found.length);
    means.push_back(std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(found.length), 0.0) /
                    static_cast<double>(found.length));
  }
  found.mean = mean_with_interval(means);
  double squares = 0, products = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double off = means[i] - found.mean.mean;
    squares += off * off;
    if (i > 0)
      products += off * (means[i - 1] - found.mean.mean);
  }
  found.correlation = squares > 0 ? products / squares : 0;
  return found;
}

} // namespace malha
