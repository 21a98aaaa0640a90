// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"

namespace malha {

/// The site of each resource. Neighbouring resources of one site are kept as one run.
class SitesOfResources {
public:
  explicit SitesOfResources(const Resources& resources);

  /// The first of the resources that is known to be in another site; none if `site` is "".
  std::optional<int> outside(const std::string& site, const IndexSet& resources) const;
  /// The site of a resource; "" if it is unknown.
  const std::string& of(int resource) const;
  bool has(const std::string& site) const { return sizes_.count(site) > 0; }
  std::size_t number() const { return sizes_.size(); }
  /// The number of resources of the largest site.
  int largest() const;

private:
  struct Run {
    int last;
    std::string site;
  };

  std::map<int, Run> runs_;          ///< by first resource
  std::map<std::string, int> sizes_; ///< resources, by site
};

} // namespace malha
