// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"

#include <map>
#include <optional>

namespace malha {

/// Which resources are in which site. Resources of one site that stand side by side count as one run.
class SitesOfResources {
public:
  explicit SitesOfResources(const std::map<int, ResourceRow>& resources);

  /// The first of the resources that is known to be in another site; none where no site is known.
  std::optional<int> outside(const std::string& site, const IndexSet& resources) const;
  /// The site of a resource; "" where none is known.
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
