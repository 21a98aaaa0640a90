// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"

namespace malha {

/// The site of each resource. Resources of one site whose indices follow each other are kept as one interval.
class SitesOfResources {
public:
  explicit SitesOfResources(const Resources& resources);

  /// The first of the resources that is known to be in another site; none if `site` is "".
  std::optional<int> outside(const std::string& site, const IndexSet& resources) const;
  /// The site of a resource; "" if it is unknown.
  const std::string& of(int resource) const;
  bool has(const std::string& site) const { return sizes_.count(site) > 0; }
  /// The number of sites. Resources without a known site count as one.
  std::size_t number() const { return sizes_.size(); }
  /// The number of resources of the largest site.
  int largest() const;

private:
  struct Interval {
    int last;
    std::string site;
  };

  std::map<int, Interval> intervals_; ///< by first resource
  std::map<std::string, int> sizes_;  ///< numbers of resources, by site
};

} // namespace malha
