// SPDX-License-Identifier: MIT
#include "load.hpp"

#include <cmath>
#include <limits>

namespace malha::easygrid {

Load load_of_host(FlopsPerSecond power, Flops ready_work, bool has_ready) {
  if (!has_ready)
    return {power, 0};
  return {power, power > 0 ? ready_work / power : std::numeric_limits<Seconds>::infinity()};
}

Load load_of_site(const std::vector<ChildLoad>& hosts) {
  Load site;
  bool stuck = false;
  for (const auto& host : hosts) {
    site.power += host.power;
    if (std::isfinite(host.ert))
      site.ert += host.ert;
    else
      stuck = true;
  }
  if (stuck && site.power <= 0)
    return {0, std::numeric_limits<Seconds>::infinity()};
  site.ert /= static_cast<double>(hosts.size());
  return site;
}

} // namespace malha::easygrid
