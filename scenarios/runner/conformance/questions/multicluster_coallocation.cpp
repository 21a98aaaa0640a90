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

  explicit Offers(const Json& view) : book_(1, {}) {
    const Part all(view, {"tasks", "computation", "communication", "bandwidth", "clusters"});
    book_.tasks = all.integer("tasks", 1, 1, 1000);
    book_.application.computation = all.real("computation", 0, 0, 1e9);
    book_.application.communication = all.real("communication", 0, 0, 1e9);
    book_.application.bandwidth = all.real("bandwidth", 0, 0, 1e18);
    for (const auto& one : all.list("clusters")) {
      const Part offer(one, {"channel", "consumed", "nodes"});
      auto& cluster = book_.clusters.emplace_back();
      cluster.channel = offer.above_0("channel", 1, 1e18);
      cluster.consumed = offer.real("consumed", 0, 0, 1e18);
      for (const auto& power : offer.list("nodes")) {
        need(power.is_number() && power >= 0 && power <= 1, "a node has the power " + power.dump());
        if (power > 0)
          cluster.usable.push_back({cluster.nodes, power.get<double>()});
        ++cluster.nodes;
      }
      need(cluster.nodes > 0, "a cluster has no node");
    }
  }

  static Json draw(Draw& draw) {
    const auto& sizes = draw.once("sizes", [&] {
      Json drawn = Json::array();
      for (int number = draw.integer(0, 4); number > 0; --number)
        drawn.push_back(draw.integer(1, 5));
      return drawn;
    });
    Json view{{"tasks", draw.integer(1, 6)},
              {"computation", draw.integer(0, 3)},
              {"communication", draw.integer(0, 3)},
              {"bandwidth", draw.integer(0, 3)},
              {"clusters", Json::array()}};
    for (const auto& size : sizes) {
      Json nodes = Json::array();
      for (int node = 0; node < size.get<int>(); ++node)
        nodes.push_back(draw.one_in(4) ? 0 : draw.integer(1, 4) / 4.0);
      view["clusters"].push_back(
          {{"channel", draw.integer(1, 9)}, {"consumed", draw.integer(0, 9)}, {"nodes", nodes}});
    }
    return view;
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
          return named + " is not behind the one before";
        before = node;
        ++tasks;
      }
    }
    return tasks == book_.tasks ? "" : std::to_string(tasks) + " tasks";
  }

private:
  ClustersBook book_;
};

} // namespace

MALHA_VIEWS(views<Offers>())

} // namespace malha::conformance
