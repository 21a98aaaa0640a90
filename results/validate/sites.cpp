// SPDX-License-Identifier: MIT
#include "sites.hpp"

#include <algorithm>

namespace malha {

SitesOfResources::SitesOfResources(const Resources& resources) {
  for (const auto& [index, resource] : resources) {
    ++sizes_[resource.site];
    if (runs_.empty() || runs_.rbegin()->second.site != resource.site ||
        runs_.rbegin()->second.last != index - 1)
      runs_[index] = {index, resource.site};
    else
      runs_.rbegin()->second.last = index;
  }
}

std::optional<int> SitesOfResources::outside(const std::string& site, const IndexSet& resources) const {
  if (site.empty())
    return std::nullopt;
  for (const auto& interval : resources.intervals()) {
    auto run = runs_.upper_bound(interval.first);
    if (run != runs_.begin() && std::prev(run)->second.last >= interval.first)
      --run;
    for (; run != runs_.end() && run->first <= interval.last; ++run)
      if (!run->second.site.empty() && run->second.site != site)
        return std::max(interval.first, run->first);
  }
  return std::nullopt;
}

const std::string& SitesOfResources::of(int resource) const {
  static const std::string unknown;
  const auto behind = runs_.upper_bound(resource);
  return behind == runs_.begin() || std::prev(behind)->second.last < resource
             ? unknown
             : std::prev(behind)->second.site;
}

int SitesOfResources::largest() const {
  int largest = 0;
  for (const auto& [site, size] : sizes_)
    largest = std::max(largest, size);
  return largest;
}

} // namespace malha
