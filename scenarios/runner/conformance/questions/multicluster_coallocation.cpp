// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/clusters_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <algorithm>

namespace malha::conformance {
namespace {

/// What may be known of a job and its clusters: often with few nodes, or none that are usable. Nodes are
/// given by their powers; 0 stands for one that is not usable. An answer has the numbers of the nodes of each
/// cluster that get a task.
class Offers {
public:
  using Question = multicluster::Coallocate;

  void fields(Fields& field, Draw& draw) {
    field("tasks", book_.tasks, from(1, 1000), draw.integer(1, 6));
    field("computation", book_.application.computation, from(0, 1e9), draw.integer(0, 3));
    field("communication", book_.application.communication, from(0, 1e9), draw.integer(0, 3));
    field("bandwidth", book_.application.bandwidth, from(0, 1e18), draw.integer(0, 3));
    const auto sizes = draw.once("sizes", [&] {
      std::vector<std::size_t> drawn(draw.count(0, 4));
      for (auto& size : drawn)
        size = draw.count(1, 5);
      return drawn;
    });
    book_.clusters.resize(sizes.size());
    auto size = sizes.begin();
    field.list("clusters", book_.clusters, [&](Fields& of_cluster, multicluster::ClusterOffer& cluster) {
      cluster.channel = 1;
      of_cluster("channel", cluster.channel, above_0(1e18), draw.integer(1, 9));
      of_cluster("consumed", cluster.consumed, from(0, 1e18), draw.integer(0, 9));
      std::vector<double> powers(size == sizes.end() ? 0 : *size++);
      for (auto& power : powers)
        power = draw.one_in(4) ? 0 : draw.integer(1, 4) / 4.0;
      of_cluster("nodes", powers, from(0, 1), powers);
      of_cluster.need(!powers.empty(), "a cluster has no node");
      for (const double power : powers) {
        if (power > 0)
          cluster.usable.push_back({cluster.nodes, power});
        ++cluster.nodes;
      }
    });
  }

  Json ask(multicluster::Coallocate& policy, Asking& asking) const {
    Json sizes = Json::array();
    for (const auto& cluster : book_.clusters)
      sizes.push_back(cluster.nodes);
    asking.stays("the sizes of the clusters", sizes);
    if (!asking.ask([&] { return policy.allocates(); }))
      return Json::array();
    return asking.ask([&] { return policy.coallocate(book_.view()); }).nodes;
  }

  std::string broken_rule(const Json& nodes) const {
    if (nodes.empty())
      return "";
    if (nodes.size() != book_.clusters.size())
      return std::to_string(nodes.size()) + " clusters";
    int tasks = 0;
    for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster) {
      int before = -1;
      for (const auto& one : nodes[cluster]) {
        const int node = one.get<int>();
        const auto& usable = book_.clusters[cluster].usable;
        const auto named = "node " + std::to_string(node) + " of cluster " + std::to_string(cluster);
        if (std::none_of(usable.begin(), usable.end(),
                         [&](const auto& other) { return other.number == node; }))
          return named + " is not usable";
        if (node <= before)
          return named + " does not come after the one before";
        before = node;
        ++tasks;
      }
    }
    return tasks == book_.tasks ? "" : std::to_string(tasks) + " tasks";
  }

private:
  ClustersBook book_{1, {}};
};

} // namespace

MALHA_VIEWS(views<Offers>())

} // namespace malha::conformance
