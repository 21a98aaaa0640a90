// SPDX-License-Identifier: MIT
// Usage: malha_coallocation_benchmark [LIMIT]
// What it takes to find an allocation over several clusters: steps and seconds of three policies with both of
// their solvers. The first table goes through what a task sends and the nodes that have local users (two
// clusters of ten nodes, 11 tasks), the second through the nodes of two clusters, the others through clusters
// of eight nodes. solver=branch gives up after LIMIT (10000000) nodes of its tree; such a number has a '+'.
// The program checks that both solvers find the same, where it does not give up.
#include "policies/multicluster/coallocation.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <chrono>
#include <cstdio>

namespace malha::overhead {
namespace {

using multicluster::ClusterOffer;
using multicluster::Coallocate;

const char* const policies[] = {"optimal", "non_saturated", "non_optimal"};
const char* const solvers[] = {"tables", "branch"};

/// A job that computes for 60 s and communicates for 9 s (MG-B on 4 nodes), and clusters of equal sizes with
/// channels of 125 MB/s. A local user takes 15 % of a node; where they are is drawn, the same each time.
struct Question {
  int tasks;
  multicluster::Application application{"MG-B", 60, 9, 0, 0};
  std::vector<ClusterOffer> clusters;

  /// A task sends `traffic` percent of what a channel supports; `users` percent of the nodes have a local
  /// user.
  Question(int number, int clusters_count, int nodes, double traffic, double users) : tasks(number) {
    constexpr double channel = 125e6;
    application.bandwidth = traffic / 100 * channel;
    std::vector<double> powers(static_cast<std::size_t>(clusters_count * nodes), 1.0);
    const auto with_user = static_cast<std::size_t>(users / 100 * static_cast<double>(powers.size()));
    std::fill_n(powers.begin(), with_user, 0.85);
    RandomStreams streams(1);
    auto& engine = streams.stream("users");
    for (std::size_t i = powers.size(); i-- > 1;)
      std::swap(powers[i], powers[boost::random::uniform_int_distribution<std::size_t>(0, i)(engine)]);
    clusters.resize(static_cast<std::size_t>(clusters_count));
    auto power = powers.begin();
    for (auto& cluster : clusters) {
      cluster.channel = channel;
      for (; cluster.nodes < nodes; ++cluster.nodes)
        cluster.usable.push_back({cluster.nodes, *power++});
    }
  }
};

void head(const char* what) {
  std::printf("\n%-24s", what);
  for (const auto* policy : policies)
    for (const auto* solver : solvers)
      std::printf(" | %13s %-8s", policy, solver);
  std::printf("\n");
}

/// Steps and seconds of each policy and solver.
void line(const std::string& what, const Question& question, const std::string& limit) {
  std::printf("%-24s", what.c_str());
  for (const auto* policy : policies) {
    std::vector<std::vector<int>> expected; // what the first solver answers
    for (const std::string solver : solvers) {
      const auto made = test::make<Coallocate>("multicluster/" + std::string(policy),
                                               {{"solver", solver}, {"limit", limit}});
      const auto began = std::chrono::steady_clock::now();
      const auto answer = made->coallocate({question.tasks, question.application, question.clusters});
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      std::printf(" | %11lld%c %9.6f", static_cast<long long>(answer.solver_nodes),
                  answer.gave_up ? '+' : ' ', took.count());
      std::fflush(stdout);
      if (solver == solvers[0])
        expected = answer.nodes;
      else if (!answer.gave_up && answer.nodes != expected)
        throw std::runtime_error("the solvers of " + std::string(policy) + " do not agree");
    }
  }
  std::printf("\n");
}

void run(const std::string& limit) {
  head("traffic %, users %");
  for (const int traffic : {5, 25, 40, 55, 75})
    for (const int users : {0, 25, 50, 75})
      line(std::to_string(traffic) + ", " + std::to_string(users),
           {11, 2, 10, static_cast<double>(traffic), static_cast<double>(users)}, limit);
  head("nodes, one task more");
  for (const int nodes : {4, 6, 8, 10, 12, 14, 16, 18, 32, 64, 128})
    line(std::to_string(nodes), {nodes + 1, 2, nodes, 25, 50}, limit);
  head("clusters, 9 tasks");
  for (const int clusters : {2, 3, 4, 6, 8, 12, 16, 32, 64})
    line(std::to_string(clusters), {9, clusters, 8, 25, 50}, limit);
  head("clusters, 4 tasks each");
  for (const int clusters : {2, 3, 4, 5, 6, 8, 16, 32, 64})
    line(std::to_string(clusters), {4 * clusters, clusters, 8, 5, 50}, limit);
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const std::string limit = argc > 1 ? argv[1] : "10000000";
  if (argc > 2 || !malha::parse_number<std::int64_t>(limit) ||
      *malha::parse_number<std::int64_t>(limit) < 1) {
    std::fprintf(stderr, "usage: %s [LIMIT]\n", argv[0]);
    return 2;
  }
  try {
    malha::overhead::run(limit);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
