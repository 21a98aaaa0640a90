// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/limit.hpp"

#include <boost/circular_buffer.hpp>

namespace malha::multicluster {

/// The dates at which the last jobs arrived at a cluster. A job arrives once: when it is offered for the
/// first time, whether the cluster takes or refuses it.
class OfferedJobs {
public:
  explicit OfferedJobs(std::int64_t window) : dates_(static_cast<std::size_t>(window) + 1) {}

  /// Takes an offer.
  void add(const LimitView& view) {
    if (!view.is_repeated)
      dates_.push_back(view.now);
  }

  /// Jobs per second, a mean over the window, from its first job up to now (M-CISNE, equation 4.6: lambda).
  /// None while no time has passed.
  std::optional<double> rate(Seconds now) const {
    if (dates_.empty() || !(now > dates_.front()))
      return std::nullopt;
    return static_cast<double>(dates_.size() - 1) / (now - dates_.front());
  }

private:
  boost::circular_buffer<Seconds> dates_;
};

/// The parameter `window` of limits.
inline ParameterSpec window_parameter() {
  return integer("window", 10, between(1, 1'000'000), "jobs",
                 "number of offered jobs over which the rate of arrivals is a mean");
}

} // namespace malha::multicluster
