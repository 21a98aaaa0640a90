// SPDX-License-Identifier: MIT
// Usage: malha_estimates_benchmark [ESTIMATES]
// What an estimate costs against the length of the queue: 64 dedicated nodes under EASY, and 16 nodes of 4
// slots that jobs share, full of jobs of 2 nodes; 50 000 experiences. Each line is the mean over ESTIMATES
// (20) of one instance, in microseconds of processor time, and in steps.
#include "policies/sdk/numbers.hpp"
#include "tests/policies/multicluster/estimating.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <cstdio>
#include <ctime>

namespace malha::overhead {
namespace {

using multicluster::Estimator;
using test::HandMadeCluster;

const std::vector<std::string> policies{"smith", "li", "ibl", "hanzich", "sdpn", "hybrid"};
constexpr int applications = 18, experiences = 50'000;

/// Jobs of 2 nodes fill the cluster, and so many wait.
void fill(HandMadeCluster& cluster, int slots, int waiting, RandomStreams::Engine& engine) {
  const auto draw = [&](int low, int high) {
    return boost::random::uniform_int_distribution<int>(low, high)(engine);
  };
  const auto name = [&] { return "MG-" + std::to_string(draw(1, applications)); };
  const auto some = [&] { return cluster.application(draw(5, 50), draw(5, 50), 5e6, name()); };
  const int nodes = static_cast<int>(cluster.nodes.size());
  for (auto& node : cluster.nodes)
    node.bandwidth = 125e6;
  for (int node = 0; node < nodes; node += 2)
    for (int slot = 0; slot < slots; ++slot)
      cluster.run(std::to_string(node * slots + slot) + " " + std::to_string((node + 1) * slots + slot), 0,
                  some());
  for (int job = 0; job < waiting; ++job)
    cluster.wait(1 << draw(0, 3), some());
  for (int number = 0; number < experiences; ++number) {
    auto& one = cluster.history.emplace_back();
    one.user = "ann";
    one.queue = draw(0, 1) == 0 ? "FCFS" : "BASIC";
    one.application = name();
    one.size = 1 << draw(1, 3);
    one.jobs_ahead = draw(0, 500);
    one.jiffies_ahead = one.jobs_ahead * draw(1000, 3000);
    one.mean_mpl = 1 + draw(0, 6) / 2.0;
    one.waiting_time = draw(0, 5000);
    one.execution_time = draw(10, 200);
  }
}

void line(const char* of, int nodes, int slots, int waiting, int estimates) {
  std::printf("%-10s %8d", of, waiting);
  for (const auto& policy : policies) {
    RandomStreams streams(1);
    HandMadeCluster cluster(nodes, slots);
    if (slots == 1)
      cluster.queue_is("cluster/easy_backfill");
    fill(cluster, slots, waiting, streams.stream("estimates"));
    const auto estimator = test::make<Estimator>("multicluster/" + policy);
    const auto* application = cluster.application(10, 10, 5e6, "MG-1");
    estimator->estimate(cluster.state(), cluster.job(4, application)); // it reads the history
    std::int64_t steps = 0;
    const auto began = std::clock();
    for (int number = 0; number < estimates; ++number)
      steps += estimator->estimate(cluster.state(), cluster.job(4, application)).steps;
    const double took = 1e6 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf(" %10.1f %8.0f", took / estimates, static_cast<double>(steps) / estimates);
    std::fflush(stdout);
  }
  std::printf("\n");
}

void run(int estimates) {
  std::printf("%-10s %8s", "nodes", "waiting");
  for (const auto& policy : policies)
    std::printf(" %10s %8s", policy.c_str(), "steps");
  std::printf("\n");
  for (const int waiting : {0, 10, 100, 1000, 10000})
    line("dedicated", 64, 1, waiting, estimates);
  for (const int waiting : {0, 10, 100, 1000})
    line("shared", 16, 4, waiting, estimates);
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  const auto estimates = malha::parse_number<int>(argc > 1 ? argv[1] : "20");
  if (argc > 2 || !estimates || *estimates < 1) {
    std::fprintf(stderr, "usage: %s [ESTIMATES]\n", argv[0]);
    return 2;
  }
  malha::overhead::run(*estimates);
}
