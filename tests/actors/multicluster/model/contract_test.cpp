// SPDX-License-Identifier: MIT
// Predictions against what happens, on nodes that jobs share under a social contract. In the model here
// nobody is slower for sharing, and in the history of the estimator neither: what is predicted under
// contract_fcfs comes true, to the last digit.
#include "cluster_model.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>

namespace malha::testing {
namespace contract_test {

const int instances = scaled(1500);

class Draw {
public:
  explicit Draw(std::uint64_t seed) : streams_(seed), engine_(streams_.stream("contract")) {}
  int integer(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }

private:
  RandomStreams streams_;
  RandomStreams::Engine& engine_;
};

/// Nodes of some memory, of which local users take a part.
cluster::SharedMachines machines(Draw& draw, int nodes, int slots) {
  std::vector<cluster::SharedMachine> machines(static_cast<std::size_t>(nodes));
  std::vector<std::optional<Bytes>> users(machines.size());
  for (std::size_t i = 0; i < machines.size(); ++i) {
    machines[i].memory = draw.integer(2, 6);
    if (draw.integer(0, 2) == 0)
      users[i] = draw.integer(0, 2);
  }
  cluster::SharedMachines shared(slots, machines);
  shared.set_local_users(users, true);
  return shared;
}

/// Random jobs, each of an application of its own. `history` knows how long that takes.
std::vector<Job> known_jobs(std::uint64_t seed, int nodes, Draw& draw,
                            std::vector<multicluster::Experience>& history) {
  std::vector<Job> jobs;
  for (const auto& one : random_jobs(seed, 30, nodes)) {
    const Seconds time = one.run_time > 0 ? one.run_time : one.walltime;
    multicluster::Application application;
    application.name = std::to_string(one.id);
    application.computation = time;
    application.memory = draw.integer(0, 3);
    auto& experience = history.emplace_back();
    experience.queue = "FCFS";
    experience.application = application.name;
    experience.execution_time = time;
    auto job = rigid_job(static_cast<JobId>(one.id), one.submitted, one.size, time, time);
    job.extensions.set(application);
    jobs.push_back(job);
  }
  return jobs;
}

TEST(ContractDifferential, ComesTrueToTheLastDigit) {
  int waited = 0, ran = 0;
  for (int seed = 0; seed < instances; ++seed) {
    Draw draw(static_cast<std::uint64_t>(seed));
    const int nodes = 1 + seed % 11;
    const auto policy = test::make<multicluster::Estimator>("multicluster/hybrid");
    WatchedCluster cluster(nodes, "cluster/contract_fcfs", *policy);
    cluster.slots = draw.integer(1, 4);
    cluster.shared = machines(draw, nodes, cluster.slots);
    const auto jobs = known_jobs(static_cast<std::uint64_t>(seed), nodes, draw, cluster.history);
    for (const auto& [id, row] : cluster.run(jobs)) {
      if (!(row.end < never)) { // no site could ever hold it, and its policy drops it
        ASSERT_EQ(row.estimate.waiting_time, never) << "job " << id << " of seed " << seed;
        continue;
      }
      ASSERT_EQ(row.estimate.waiting_time, row.start - row.submitted) << "job " << id << " of seed " << seed;
      ASSERT_EQ(row.start + row.estimate.execution_time, row.end) << "job " << id << " of seed " << seed;
      waited += row.start > row.submitted;
      ++ran;
    }
  }
  EXPECT_GT(ran, 15 * instances);
  EXPECT_GT(waited, 5 * instances);
}

} // namespace contract_test
} // namespace malha::testing
