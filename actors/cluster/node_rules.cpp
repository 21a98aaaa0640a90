// SPDX-License-Identifier: MIT
#include "node_rules.hpp"

#include "actors/runtime/plan/site_shares.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "policies/cluster/site_rules.hpp"
#include "policies/sdk/device_counts.hpp"
#include "policies/sdk/node_features.hpp"
#include "policies/sdk/numbers.hpp"
#include "sharing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

DeviceCounts devices_on(const s4u::Host& host) {
  const char* said = host.get_property("gres");
  try {
    return said == nullptr ? DeviceCounts{} : with_totals(device_counts(said));
  } catch (const std::invalid_argument& error) {
    throw InputError("host '" + host.get_name() + "' has the property gres='" + said + "': " + error.what());
  }
}

/// What the machines have beside CPUs. Consecutive nodes of one host are one machine.
Stock stock_of(const std::vector<s4u::Host*>& hosts) {
  std::set<std::string> devices;
  bool has_memory = false;
  for (const auto* host : hosts) {
    has_memory = has_memory || memory_on(*host) < unlimited;
    for (const auto& [name, number] : devices_on(*host))
      devices.insert(name);
  }
  Stock stock;
  if (has_memory)
    stock.names.push_back("memory");
  stock.names.insert(stock.names.end(), devices.begin(), devices.end());
  for (std::size_t node = 0; node < hosts.size(); ++node) {
    if (node > 0 && hosts[node] == hosts[node - 1])
      continue;
    auto& has = stock.of_machines.emplace_back();
    const Bytes memory = memory_on(*hosts[node]);
    if (has_memory)
      has.push_back(static_cast<int>(std::min(std::floor(memory / (1 << 20)), double{Stock::unlimited})));
    const auto counts = devices_on(*hosts[node]);
    for (const auto& name : devices) {
      const auto found = counts.find(name);
      has.push_back(found == counts.end()
                        ? 0
                        : static_cast<int>(std::min<std::int64_t>(found->second, Stock::unlimited)));
    }
  }
  return stock;
}

/// The nodes on the hosts of these names; all nodes if there are no names.
IndexSet nodes_named(const std::vector<std::string>& names, const std::vector<s4u::Host*>& hosts,
                     const std::string& whose) {
  if (names.empty())
    return IndexSet(0, static_cast<int>(hosts.size()));
  IndexSet nodes;
  std::set<std::string> wanted(names.begin(), names.end());
  std::set<std::string> found;
  for (std::size_t node = 0; node < hosts.size(); ++node)
    if (wanted.count(hosts[node]->get_name()) > 0) {
      nodes.insert(IndexSet(static_cast<int>(node), 1));
      found.insert(hosts[node]->get_name());
    }
  for (const auto& name : names)
    if (found.count(name) == 0)
      throw InputError(whose + " names node '" + name +
                       "', which the cluster does not have; valid: such as '" + hosts.front()->get_name() +
                       "'");
  return nodes;
}

std::map<std::string, IndexSet> partitions_of(const SiteRules& site, const std::vector<s4u::Host*>& hosts) {
  std::map<std::string, IndexSet> partitions;
  for (const auto& [name, partition] : site.partitions) {
    const auto nodes = nodes_named(partition.nodes, hosts, "partition '" + name + "'");
    partitions.emplace(name, nodes);
    if (partition.is_default)
      partitions.emplace("", nodes);
  }
  return partitions;
}

std::vector<Window> windows_of(ActorContext& scheduler, const std::vector<s4u::Host*>& hosts) {
  std::vector<Window> windows;
  const auto& file = scheduler.parameters().text("reservations");
  if (!file.empty())
    for (const auto& one : read_advance_reservations(scheduler.simulation().file(file)))
      windows.push_back({one.name, one.start, one.end,
                         nodes_named(one.hosts, hosts, file + ": reservation '" + one.name + "'"),
                         one.is_maintenance});
  std::sort(windows.begin(), windows.end(), [](const Window& a, const Window& b) {
    return std::tie(a.from, a.name) < std::tie(b.from, b.name);
  });
  return windows;
}

/// What the site says of a host, or else its properties.
NodeRules rules_of_node(const s4u::Host& host, const SiteRules& site) {
  if (const auto said = site.nodes.find(host.get_name()); said != site.nodes.end())
    return said->second;
  constexpr std::int64_t most = 4294967294; // Slurm's
  NodeRules rules;
  const auto refuse = [&](const std::string& property, const std::string& valid) {
    throw InputError("host '" + host.get_name() + "' has the property " + property + "='" +
                     host.get_property(property) + "'; valid: " + valid);
  };
  if (const char* weight = host.get_property("weight")) {
    rules.weight = parse_number<std::int64_t>(weight).value_or(-1);
    if (rules.weight < 0 || rules.weight > most)
      refuse("weight", "an integer, from 0 to " + std::to_string(most));
  }
  try {
    if (const char* features = host.get_property("features"))
      for (const auto& feature : node_features(features, ','))
        rules.features.insert(feature);
  } catch (const std::invalid_argument& error) {
    refuse("features", error.what());
  }
  return rules;
}

/// The weights of all nodes; none where all have the same.
std::vector<std::int64_t> node_weights(const std::vector<s4u::Host*>& hosts, const SiteRules& site) {
  std::vector<std::int64_t> weights;
  for (const auto* host : hosts)
    weights.push_back(rules_of_node(*host, site).weight);
  if (std::equal(weights.begin() + 1, weights.end(), weights.begin()))
    weights.clear();
  return weights;
}

/// The features of all machines; none where no machine has any.
Features machine_features(const std::vector<s4u::Host*>& hosts, const SiteRules& site) {
  Features features;
  bool has_any = false;
  for (std::size_t node = 0; node < hosts.size(); ++node)
    if (node == 0 || hosts[node] != hosts[node - 1])
      has_any |= !features.emplace_back(rules_of_node(*hosts[node], site).features).empty();
  if (!has_any)
    features.clear();
  return features;
}

} // namespace

std::vector<ParameterSpec> with_reservations(std::vector<ParameterSpec> parameters) {
  parameters.push_back(file("reservations", "",
                            "nodes that are set apart for a time: a CSV file with name, start, end, nodes"));
  return parameters;
}

void note_weights_of_shared_nodes(ActorContext& scheduler, const std::vector<s4u::Host*>& hosts,
                                  const SiteRules& site) {
  if (!node_weights(hosts, site).empty())
    scheduler.simulation().add_note(
        "weights of nodes have no effect under allocation=shared; valid: allocation=node, or core");
}

void keep_to_node_rules(ActorContext& scheduler, const std::vector<s4u::Host*>& hosts, const SiteRules& site,
                        const Queue& policy, bool predicts, Book& book) {
  book.show(site);
  const bool policy_heeds_nodes = policy.heeds_nodes();
  auto weights = node_weights(hosts, site);
  if (!weights.empty() && !policy.heeds_weights())
    scheduler.simulation().add_note("weights of nodes have no effect, since the policy of the queue does not "
                                    "heed them; valid: a policy that does, such as cluster/slurm");
  book.set_weights(std::move(weights));
  auto windows = windows_of(scheduler, hosts);
  if (!windows.empty() && !policy_heeds_nodes)
    throw InputError("setting reservations sets nodes apart, and the policy of the queue does not heed that; "
                     "valid: a policy that does, such as cluster/slurm");
  if (!windows.empty() && predicts)
    throw InputError(
        "setting reservations sets nodes apart, into which jobs would reach that run longer than "
        "predicted; valid: policy.prediction=cluster/no_predictions");
  book.set_windows(std::move(windows));
  auto stock = stock_of(hosts);
  auto partitions = partitions_of(site, hosts);
  for (const auto& [name, nodes] : partitions)
    if (nodes.size() < static_cast<int>(hosts.size()) && !policy_heeds_nodes)
      throw InputError(
          "partition '" + name + "' has " + std::to_string(nodes.size()) + " of " +
          std::to_string(hosts.size()) +
          " nodes, and the policy of the queue does not heed that; valid: a policy that does, such "
          "as cluster/slurm");
  auto features = machine_features(hosts, site);
  if (stock.names.empty() && partitions.empty() && features.empty())
    return;
  const bool by_core = scheduler.parameters().text("allocation") == "core";
  book.keep_to(SuitableNodes(book.nodes().machines().all(), std::move(stock), std::move(partitions),
                             std::move(features)),
               by_core);
}

} // namespace malha::cluster
