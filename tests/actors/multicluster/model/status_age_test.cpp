// SPDX-License-Identifier: MIT
// Clusters of which only an old state is known.
#include "actors/multicluster/status_copy.hpp"

#include "multicluster_program.hpp"
#include "tests/policies/multicluster/estimating.hpp"

namespace malha::testing {
namespace status_age_test {

using multicluster::StatusCopy;

// The job that runs ends at 10 and the one that waits runs from then to 15, so that one of 3 s that comes at
// 4 waits for 11 s. The copy stays so when the cluster is empty, has local users, and has gone on.
TEST(StatusCopy, StaysAsItIs) {
  test::HandMadeCluster cluster(1);
  cluster.now = 4;
  const auto running = cluster.run("0", 0, cluster.application(10));
  cluster.wait(1, cluster.application(5));
  const StatusCopy copy(cluster.state());
  cluster.end(running);
  cluster.start_again(running, 8);
  cluster.nodes[0].has_local_user = true;
  cluster.now = 9;
  const auto estimate = [&](const multicluster::ClusterState& state) {
    return test::text_of(test::make<multicluster::Estimator>("multicluster/sdpn")
                             ->estimate(state, cluster.job(1, cluster.application(3))));
  };
  EXPECT_EQ(estimate(copy.state()), "11 3 0");
  EXPECT_EQ(copy.state().now, 4);
  EXPECT_EQ(copy.state().site, "cluster-1");
  EXPECT_EQ(estimate(cluster.state()), "5 3 1"); // only the one that waits is before it
}

// Requests, credentials and applications are those of jobs that may be gone.
TEST(StatusCopy, KeepsWhatJobsAskFor) {
  test::HandMadeCluster cluster(1);
  auto request = std::make_unique<cluster::Request>();
  request->memory = 7;
  auto credentials = std::make_unique<Credentials>();
  credentials->account = "physics";
  const std::list<cluster::QueuedJob> queue{{0, 0, 1, 10, 1, request.get(), credentials.get()}};
  auto application =
      std::make_unique<multicluster::Application>(multicluster::Application{"MG-A", 5, 1, 0, 0});
  const std::function<multicluster::JobFacts(cluster::JobHandle)> facts = [&](cluster::JobHandle) {
    return multicluster::JobFacts{"ann", application.get(), 12};
  };
  const auto live = cluster.state();
  const StatusCopy copy({live.now, live.queue_name, live.machines, live.nodes, live.free, live.down, queue,
                         live.running, facts, live.history, live.make_queue});
  request.reset();
  credentials.reset();
  application.reset();
  EXPECT_EQ(cluster::memory_of(copy.state().queue.front()), 7);
  EXPECT_EQ(cluster::credentials_of(copy.state().queue.front()).account, "physics");
  const auto known = copy.state().facts(0);
  EXPECT_EQ(known.application->name, "MG-A");
  EXPECT_EQ(known.application->computation, 5);
  EXPECT_EQ(known.estimate, 12);
  EXPECT_EQ(known.user, "ann");
}

class StatusAge : public MulticlusterProgram {
protected:
  /// The clusters of jobs 0, 1, … of 100 s and one node, which come at 0, 5 and 15 s.
  std::string sites(const std::string& options) {
    write_text(folder_ / "jobs.json", R"({"nb_res": 1, "jobs": [
{"id": 0, "profile": "p", "subtime": 0, "res": 1, "walltime": 200},
{"id": 1, "profile": "p", "subtime": 5, "res": 1, "walltime": 200},
{"id": 2, "profile": "p", "subtime": 15, "res": 1, "walltime": 200}],
"profiles": {"p": {"type": "delay", "delay": 100}}})");
    const auto out = "out-" + std::to_string(++runs_);
    simulate(out, "-w jobs.json --set platform.sizes=1,1,1 " + options);
    std::map<std::string, std::string> sites;
    for (const auto& row : rows(out, "jobs.csv"))
      sites[row.at("job_id")] = row.at("site");
    return sites.at("0") + " " + sites.at("1") + " " + sites.at("2");
  }

private:
  int runs_ = 0;
};

// Job 1 comes 5 s after somebody has looked. Where states may be 10 s old the clusters are taken to be empty,
// as they were; at 15 s it is seen that cluster-1 runs a job and another waits there.
TEST_F(StatusAge, DecidesByWhatWasSeen) {
  for (const std::string policy : {"least_loaded", "tat"})
    for (const std::string transport : {"instant", "network"}) {
      const auto options = "-d multicluster." + policy + " --set transport=" + transport;
      EXPECT_EQ(sites(options), "cluster-1 cluster-2 cluster-3") << options;
      EXPECT_EQ(sites(options + " --set status_age=10"), "cluster-1 cluster-1 cluster-2") << options;
      EXPECT_EQ(sites(options + " --set status_age=20"), "cluster-1 cluster-1 cluster-1") << options;
    }
}

} // namespace status_age_test
} // namespace malha::testing
