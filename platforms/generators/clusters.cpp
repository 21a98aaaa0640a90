// SPDX-License-Identifier: MIT
// Clusters that channels join to a central switch: a host for a meta-scheduler, and in each cluster a front
// host and nodes.
#include "platforms/plans/hosts.hpp"
#include "platforms/plans/power.hpp"
#include "platforms/plans/star.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/lists_of_reals.hpp"
#include "policies/sdk/numbers.hpp"

#include <cmath>

namespace malha {
namespace {

constexpr std::size_t most_clusters = 256; ///< every two have a route of their own

[[noreturn]] void refuse(const Parameters& given, const std::string& parameter, const std::string& valid) {
  throw InputError("platform 'clusters': parameter '" + parameter + "' cannot be '" + given.text(parameter) +
                   "'; valid: " + valid);
}

std::vector<std::size_t> sizes_of(const Parameters& given) {
  const std::string valid = "whole numbers of nodes, at most " + std::to_string(most_clusters) +
                            " clusters, and at most " + std::to_string(most_hosts_of_a_star) +
                            " nodes in all";
  std::vector<std::size_t> sizes;
  double sum = 0;
  for (const double size : given.reals("sizes")) {
    if (size != std::floor(size))
      refuse(given, "sizes", valid);
    sizes.push_back(static_cast<std::size_t>(size));
    sum += size;
  }
  if (sizes.size() > most_clusters || sum > static_cast<double>(most_hosts_of_a_star))
    refuse(given, "sizes", valid);
  return sizes;
}

/// A parameter of nodes: a list for all clusters, or one for each, with '/' between them. The k numbers of a
/// list are those of k equal consecutive parts of the cluster's nodes.
class ByNode {
public:
  ByNode(const Parameters& given, const std::string& parameter, const std::vector<std::size_t>& sizes,
         const Range& range, const std::string& unit)
      : sizes_(sizes) {
    try {
      lists_ = lists_of_reals(given.text(parameter), range, sizes.size(), unit);
    } catch (const std::invalid_argument&) {
      refuse(given, parameter,
             "numbers, each " + range.text() + ", with ',' between nodes and '/' between clusters");
    }
    if (lists_.size() != sizes.size())
      refuse(given, parameter,
             "numbers for all clusters, or for each of the " + std::to_string(sizes.size()) + " clusters");
    for (std::size_t cluster = 0; cluster < sizes.size(); ++cluster)
      if (lists_[cluster].size() > sizes[cluster])
        refuse(given, parameter, "at most as many numbers of a cluster as it has nodes");
  }

  double of(std::size_t cluster, std::size_t node) const {
    const auto& list = lists_[cluster];
    return list[node * list.size() / sizes_[cluster]];
  }

private:
  std::vector<std::size_t> sizes_;
  std::vector<std::vector<double>> lists_; ///< by cluster
};

/// Puts the clusters into a plan, one zone after the other.
class Clusters {
public:
  explicit Clusters(const Parameters& given)
      : sizes_(sizes_of(given)), speeds_(given, "speeds", sizes_, above(0), "flop/s"),
        cores_(given, "cores", sizes_, between(1, 1e6), "count"),
        memory_(given, "memory", sizes_, at_least(0), "B"),
        bandwidth_(given, "bandwidth", sizes_, above(0), "B/s"), channels_(given.reals("channel")),
        latency_(given.real("latency")), channel_latency_(given.real("channel_latency")) {
    if (channels_.size() == 1)
      channels_.resize(sizes_.size(), channels_.front());
    if (channels_.size() != sizes_.size())
      refuse(given, "channel",
             "one number, or one for each of the " + std::to_string(sizes_.size()) + " clusters");
    for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster)
      for (std::size_t node = 0; node < sizes_[cluster]; ++node)
        if (const double cores = cores_.of(cluster, node); cores != std::floor(cores))
          refuse(given, "cores", "whole numbers of cores");
  }

  PlatformPlan plan() {
    plan_.star = true;
    add_host("master", 0, 0, 1, {{"role", "master"}});
    for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster) {
      const std::string number = std::to_string(cluster + 1), site = "cluster-" + number;
      add_host("front-" + number, cluster, 0, 1,
               {{"role", "front"}, {"site", site}, {"channel", shortest(channels_[cluster])}});
      for (std::size_t node = 0; node < sizes_[cluster]; ++node)
        add_host("node-" + number + "-" + std::to_string(node), cluster, node,
                 static_cast<int>(cores_.of(cluster, node)),
                 {{"role", "worker"}, {"site", site}, {"memory", shortest(memory_.of(cluster, node))}});
    }
    add_zone("top", 1, channels_.front());
    for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster)
      add_zone("cluster-" + std::to_string(cluster + 1), 1 + sizes_[cluster], channels_[cluster]);
    return std::move(plan_);
  }

private:
  /// A host like a node of a cluster, and its link.
  void add_host(const std::string& name, std::size_t cluster, std::size_t node, int cores,
                std::map<std::string, std::string> properties) {
    plan_.hosts.push_back({name, speeds_.of(cluster, node), cores, std::move(properties)});
    plan_.links.push_back({"link-" + name, bandwidth_.of(cluster, node), latency_});
  }

  /// A zone of the hosts behind those of the zones before. All links of hosts are in the plan.
  void add_zone(const std::string& name, std::size_t hosts, double channel) {
    const auto loopback = plan_.links.size();
    plan_.links.push_back(loopback_link("loopback-" + name));
    plan_.zones.push_back({name, hosts, plan_.links.size()});
    plan_.links.push_back({"channel-" + name, channel, channel_latency_});
    for (std::size_t i = 0; i < hosts; ++i) {
      const auto host = plan_.routes.size();
      plan_.routes.push_back({host, host, loopback});
    }
  }

  const std::vector<std::size_t> sizes_;
  const ByNode speeds_, cores_, memory_, bandwidth_;
  std::vector<double> channels_;
  const Seconds latency_, channel_latency_;
  PlatformPlan plan_;
};

PlatformPlan clusters(const Parameters& given, RandomStreams&) {
  auto plan = Clusters(given).plan();
  add_power("clusters", given, plan);
  return plan;
}

/// A list of numbers by cluster and node.
ParameterSpec by_node(const std::string& name, const std::string& default_value, const std::string& what) {
  return text(name, default_value,
              what + "; k numbers split the nodes of a cluster into k equal consecutive parts; '/' parts "
                     "clusters: '1e9/1e9,2e9'");
}

} // namespace

MALHA_PLATFORM(platform_generator(
    "clusters",
    "a master, and clusters of a front host and nodes each, which channels join to a central switch",
    "M-CISNE, sections 2.2 and 4.6.1: the figures of its nodes and of Gigabit Ethernet; latencies are ours",
    with_power_parameters(
        {reals("sizes", "5,5,5", between(1, static_cast<double>(most_hosts_of_a_star)), "count",
               "nodes of each cluster"),
         by_node("speeds", "1e9", "speed of one core of a node, in flop/s"),
         by_node("cores", "1", "cores of a node"), by_node("memory", "1e9", "memory of a node, in B"),
         by_node("bandwidth", "125e6", "bandwidth of a node's link, in B/s"),
         real("latency", 50e-6, at_least(0), "s", "latency of a host's link"),
         reals("channel", "125e6", above(0), "B/s",
               "bandwidth of the channel to the central switch; one for all, or one for each cluster"),
         real("channel_latency", 50e-6, at_least(0), "s", "latency of a channel")}),
    clusters))

} // namespace malha
