// SPDX-License-Identifier: MIT
#include "slurm_platform.hpp"

#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <boost/algorithm/string/join.hpp>

#include <algorithm>

namespace malha {
namespace {

/// As slurm.conf has them: "gpu:a100:2,gpu:v100:1".
std::string gres_text(const std::map<std::string, std::int64_t>& gres) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : gres) {
    const auto next = gres.upper_bound(name + ":");
    const bool has_types = next != gres.end() && next->first.rfind(name + ":", 0) == 0;
    if (!has_types) // otherwise those of each type follow
      parts.push_back(name + ":" + std::to_string(count));
  }
  return boost::algorithm::join(parts, ",");
}

std::map<std::string, std::string> properties_of(const SlurmNode& node) {
  std::map<std::string, std::string> properties{{"role", "worker"}, {"weight", std::to_string(node.weight)}};
  if (node.memory > 0)
    properties["memory"] = shortest(node.memory);
  if (!node.gres.empty())
    properties["gres"] = gres_text(node.gres);
  if (!node.features.empty())
    properties["features"] = boost::algorithm::join(node.features, ",");
  return properties;
}

/// A name that no node has.
std::string name_of_front(const SlurmConf& conf) {
  std::string name = "front";
  const auto is_taken = [&] {
    return std::any_of(conf.nodes.begin(), conf.nodes.end(),
                       [&](const auto& node) { return node.name == name; });
  };
  while (is_taken())
    name += "-end";
  return name;
}

} // namespace

SlurmPlatform platform_of(const SlurmConf& conf, const std::string& file, FlopsPerSecond speed,
                          const Parameters& links) {
  SlurmPlatform made;
  std::vector<std::string> future, not_up;
  made.plan.hosts.push_back({name_of_front(conf), speed, 1, {{"role", "master"}}});
  for (const auto& node : conf.nodes) {
    if (node.state == "FUTURE") {
      future.push_back(node.name);
      continue;
    }
    if (node.state != "UNKNOWN" && node.state != "IDLE" && node.state != "CLOUD")
      not_up.push_back(node.name);
    made.plan.hosts.push_back({node.name, speed, node.cpus, properties_of(node)});
  }
  if (made.plan.hosts.size() == 1)
    throw InputError(file + ": has no nodes; valid: rows such as NodeName=n[1-4] CPUs=4");
  if (!future.empty())
    made.notes.push_back("nodes in state FUTURE are left out: " + listed(future));
  if (!not_up.empty())
    made.notes.push_back("nodes that are down or drained there are up here: " + listed(not_up));
  make_star(links, false, made.plan);
  for (const auto* key : {"Boards", "CPUs", "CoresPerSocket", "Feature", "Features", "Gres", "Procs",
                          "RealMemory", "Sockets", "SocketsPerBoard", "State", "ThreadsPerCore", "Weight"})
    made.used.insert(std::string("NodeName.") + key);
  made.used.insert({"GresTypes", "ClusterName"});
  return made;
}

} // namespace malha
