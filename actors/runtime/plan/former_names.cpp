// SPDX-License-Identifier: MIT
#include "former_names.hpp"

#include "results/files/table.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

namespace malha {
namespace {

/// Names of today by former names.
const std::map<std::string, std::string> renamed{{"workload/crashes", "environment/crashes"},
                                                 {"workload/external_load", "environment/external_load"},
                                                 {"workload/failures", "environment/failures"},
                                                 {"workload/late_messages", "environment/late_messages"},
                                                 {"workload/local_users", "environment/local_users"},
                                                 {"workload/lost_messages", "environment/lost_messages"},
                                                 {"workload/reclaim", "environment/reclaim"}};

std::string quoted(const std::string& name) { return '"' + name + '"'; }

} // namespace

std::string current_name(const std::string& name) {
  static std::set<std::string> noted;
  const auto found = renamed.find(name);
  if (found == renamed.end())
    return name;
  if (noted.insert(name).second)
    std::cerr << complaint("note: environment actor '" + name + "' is now called '" + found->second +
                           "'; the next version no longer reads the old name");
  return found->second;
}

std::vector<std::string> current_names(std::vector<std::string> names) {
  std::transform(names.begin(), names.end(), names.begin(), current_name);
  return names;
}

std::string with_current_names(std::string manifest) {
  for (const auto& [former, current] : renamed)
    for (auto place = manifest.find(quoted(former)); place != std::string::npos;
         place = manifest.find(quoted(former), place))
      manifest.replace(place, quoted(former).size(), quoted(current));
  return manifest;
}

} // namespace malha
