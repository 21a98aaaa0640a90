// SPDX-License-Identifier: MIT
#include "headlines.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>

namespace malha {
namespace {

/// The folder of the actor.
std::string architecture_of(const PlacedActor& actor) {
  const auto& name = actor.descriptor->name;
  return name.substr(0, name.find('/'));
}

} // namespace

std::vector<std::string> headlines_of(const std::vector<PlacedActor>& actors) {
  std::vector<std::string> names;
  for (const auto& metric : linked_parts<Metric>()) {
    const auto architectures = split(metric.headline_of, ' ');
    const bool is_of_one = std::any_of(actors.begin(), actors.end(), [&](const auto& actor) {
      return std::find(architectures.begin(), architectures.end(), architecture_of(actor)) !=
             architectures.end();
    });
    if (!metric.is_by_user && (metric.is_headline || is_of_one))
      names.push_back(metric.name);
  }
  for (const auto& actor : actors)
    for (const auto& metric : actor.descriptor->metrics)
      if (metric.is_headline && std::find(names.begin(), names.end(), metric.name) == names.end())
        names.push_back(metric.name);
  return names;
}

void check_metric_names(const std::string& who, const std::vector<std::string>& names,
                        const Catalog& catalog) {
  const std::string all = "all";
  const auto& known = catalog.metrics();
  std::vector<std::string> valid;
  for (const auto& [name, spec] : known)
    valid.push_back(name + (spec.is_by_user ? ".USER" : ""));
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (*name == all && names.size() > 1)
      throw InputError(who + ": --metric all is given with others; valid: all alone, or names");
    if (*name != all && known.count(*name) == 0 && !find_metric(known, *name))
      throw InputError(who + ": unknown metric '" + *name + "'" +
                       instead_of(*name, valid, "malha list metrics", "all"));
    if (std::find(names.begin(), name, *name) != name)
      throw InputError(who + ": --metric " + *name + " is given twice");
  }
}

} // namespace malha
