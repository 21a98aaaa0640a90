// SPDX-License-Identifier: MIT
#pragma once
#include "limit.hpp"

#include <boost/circular_buffer.hpp>

namespace malha::multicluster {

/// The dates at which the last jobs were offered to a cluster.
class OfferedJobs {
public:
  explicit OfferedJobs(std::int64_t window) : dates_(static_cast<std::size_t>(window) + 1) {}

  void add(Seconds date) { dates_.push_back(date); }

  /// Jobs per second, a mean over the window with the last job included (M-CISNE, equation 4.6: lambda). None
  /// while no time has passed.
  std::optional<double> rate() const {
    const Seconds passed = dates_.back() - dates_.front();
    return passed > 0 ? std::optional(static_cast<double>(dates_.size() - 1) / passed) : std::nullopt;
  }

private:
  boost::circular_buffer<Seconds> dates_;
};

/// The parameter `window` of limits.
inline ParameterSpec window_parameter() {
  return integer("window", 10, between(1, 1'000'000), "jobs",
                 "the rate of arrivals is a mean over so many offered jobs");
}

} // namespace malha::multicluster
