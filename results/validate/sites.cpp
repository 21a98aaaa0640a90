// SPDX-License-Identifier: MIT
#include "sites.hpp"

#include <algorithm>

namespace malha {

SitesOfResources::SitesOfResources(const Resources& resources) {
  for (const auto& [index, resource] : resources) {
    ++sizes_[resource.site];
    if (intervals_.empty() || intervals_.rbegin()->second.site != resource.site ||
        intervals_.rbegin()->second.last != index - 1)
      intervals_[index] = {index, resource.site};
    else
      intervals_.rbegin()->second.last = index;
  }
}

std::optional<int> SitesOfResources::outside(const std::string& site, const IndexSet& resources) const {
  if (site.empty())
    return std::nullopt;
  for (const auto& interval : resources.intervals()) {
    auto known = intervals_.upper_bound(interval.first);
    if (known != intervals_.begin() && std::prev(known)->second.last >= interval.first)
      --known;
    for (; known != intervals_.end() && known->first <= interval.last; ++known)
      if (!known->second.site.empty() && known->second.site != site)
        return std::max(interval.first, known->first);
  }
  return std::nullopt;
}

const std::string& SitesOfResources::of(int resource) const {
  static const std::string unknown;
  const auto behind = intervals_.upper_bound(resource);
  return behind == intervals_.begin() || std::prev(behind)->second.last < resource
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
