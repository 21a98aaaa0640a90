// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace malha::testing {

/// Dates between 0 and `last` at which something goes and returns in turns, so many times. Between two
/// outages there is time.
template <class Engine>
std::vector<Seconds> outage_dates(Engine& engine, int outages, Seconds last) {
  boost::random::uniform_real_distribution<double> date(0, last);
  std::vector<Seconds> dates;
  std::generate_n(std::back_inserter(dates), 2 * outages, [&] { return date(engine); });
  std::sort(dates.begin(), dates.end());
  return dates;
}

} // namespace malha::testing
