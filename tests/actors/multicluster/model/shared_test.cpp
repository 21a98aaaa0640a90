// SPDX-License-Identifier: MIT
// The simulation of shared nodes against a plain one that shares no code with it.
#include "tests/policies/multicluster/estimating.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace malha::multicluster {
namespace shared_test {

/// A cluster for the plain simulation. Dates count from now.
struct PlainNode {
  double power = 1, cpu_left = 1, link = 1;
  bool has_user = false;
};
struct PlainJob {
  int size = 1;
  double computation = 0, communication = 0, bandwidth = 0; ///< what is left of the times
  double since_start = 0;                                   ///< of a job that runs
  std::vector<int> nodes = {};                              ///< of a job that runs
};
struct PlainCluster {
  int slots = 1;
  std::vector<PlainNode> nodes;
  std::vector<PlainJob> running, queue; ///< the job that is asked for is the last of the queue
};

class PlainSimulation {
public:
  explicit PlainSimulation(PlainCluster cluster) : cluster_(std::move(cluster)) {
    for (std::size_t i = 0; i < cluster_.running.size(); ++i)
      running_.push_back(i);
    jobs_ = cluster_.running;
    jobs_.insert(jobs_.end(), cluster_.queue.begin(), cluster_.queue.end());
    next_ = cluster_.running.size();
    // Jobs that run have been as slow as now from the start on.
    const auto slowed = times();
    for (std::size_t i = 0; i < running_.size(); ++i)
      progress(jobs_[running_[i]], jobs_[running_[i]].since_start / slowed[i]);
  }

  struct Answer {
    double waiting = 0, execution = 0;
    int users = 0;
  };

  Answer run() {
    const std::size_t asked = jobs_.size() - 1;
    Answer answer;
    double now = 0, started = -1;
    while (true) {
      start_in_order();
      if (started < 0 && next_ == jobs_.size())
        started = now;
      const auto left = times();
      const auto first = static_cast<std::size_t>(std::min_element(left.begin(), left.end()) - left.begin());
      const double passed = left[first];
      now += passed;
      for (std::size_t i = 0; i < running_.size(); ++i)
        progress(jobs_[running_[i]], passed / left[i]);
      if (running_[first] == asked)
        break;
      running_.erase(running_.begin() + static_cast<long>(first));
    }
    answer.waiting = started;
    answer.execution = now - started;
    for (const int node : jobs_[asked].nodes)
      answer.users += cluster_.nodes[static_cast<std::size_t>(node)].has_user;
    return answer;
  }

private:
  static void progress(PlainJob& job, double part_of_rest) {
    job.computation *= 1 - part_of_rest;
    job.communication *= 1 - part_of_rest;
  }

  int tasks_on(int node) const {
    int tasks = 0;
    for (const auto job : running_)
      tasks += static_cast<int>(std::count(jobs_[job].nodes.begin(), jobs_[job].nodes.end(), node));
    return tasks;
  }

  void start_in_order() {
    for (; next_ < jobs_.size(); ++next_) {
      std::vector<int> chosen; // one by one the emptiest node that it does not have yet
      for (int task = 0; task < jobs_[next_].size; ++task) {
        int best = -1;
        for (int node = 0; node < static_cast<int>(cluster_.nodes.size()); ++node)
          if (std::find(chosen.begin(), chosen.end(), node) == chosen.end() &&
              tasks_on(node) < cluster_.slots && (best < 0 || tasks_on(node) < tasks_on(best)))
            best = node;
        if (best < 0)
          return;
        chosen.push_back(best);
      }
      jobs_[next_].nodes = chosen;
      running_.push_back(next_);
    }
  }

  /// What is left of each running job, at the slowdowns of now (M-CISNE, 3.2 to 3.8).
  std::vector<double> times() const {
    std::vector<double> bandwidths;
    for (const auto job : running_)
      bandwidths.push_back(jobs_[job].size > 1 && jobs_[job].communication > 0 ? jobs_[job].bandwidth : 0);
    const auto wanted = bandwidths;
    for (std::size_t rounds = 0; rounds < cluster_.nodes.size(); ++rounds) {
      int worst = -1;
      double saturation = 1 - 1e-9;
      for (int node = 0; node < static_cast<int>(cluster_.nodes.size()); ++node) {
        double used = 0;
        for (std::size_t i = 0; i < running_.size(); ++i)
          if (uses(running_[i], node))
            used += bandwidths[i];
        if (used > 0 && cluster_.nodes[static_cast<std::size_t>(node)].link / used < saturation) {
          saturation = cluster_.nodes[static_cast<std::size_t>(node)].link / used;
          worst = node;
        }
      }
      for (std::size_t i = 0; worst >= 0 && i < running_.size(); ++i)
        if (uses(running_[i], worst))
          bandwidths[i] *= saturation;
    }
    std::vector<double> times;
    for (std::size_t i = 0; i < running_.size(); ++i) {
      const auto& job = jobs_[running_[i]];
      double slowest = 0;
      for (const int node : job.nodes) {
        const auto& on = cluster_.nodes[static_cast<std::size_t>(node)];
        slowest = std::max(slowest, tasks_on(node) / (on.power * on.cpu_left));
      }
      times.push_back(job.computation * slowest +
                      job.communication * (wanted[i] > 0 ? wanted[i] / bandwidths[i] : 1));
    }
    return times;
  }
  bool uses(std::size_t job, int node) const {
    return std::find(jobs_[job].nodes.begin(), jobs_[job].nodes.end(), node) != jobs_[job].nodes.end();
  }

  PlainCluster cluster_;
  std::vector<PlainJob> jobs_;
  std::vector<std::size_t> running_; ///< places in jobs_
  std::size_t next_ = 0;             ///< the first job that waits
};

class Draw {
public:
  explicit Draw(std::uint64_t seed) : streams_(seed), engine_(streams_.stream("clusters")) {}
  int integer(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }
  double real(double low, double high) {
    return boost::random::uniform_real_distribution<double>(low, high)(engine_);
  }

private:
  RandomStreams streams_;
  RandomStreams::Engine& engine_;
};

/// Times are real numbers, so that no two jobs end at one date unless they are alike.
PlainJob job_of(Draw& draw, int nodes) {
  PlainJob job;
  job.size = draw.integer(1, nodes);
  job.computation = draw.real(5, 50);
  job.communication = draw.integer(0, 1) * draw.real(1, 50);
  job.bandwidth = draw.integer(0, 1) * draw.real(1, 30);
  return job;
}

PlainCluster cluster_of(Draw& draw) {
  PlainCluster cluster;
  cluster.slots = draw.integer(1, 4);
  const int number = draw.integer(1, 6);
  for (int i = 0; i < number; ++i) {
    PlainNode node;
    node.has_user = draw.integer(0, 2) == 0;
    node.power = draw.real(0.2, 1);
    node.cpu_left = node.has_user ? draw.real(0.3, 0.9) : 1;
    node.link = draw.real(10, 60);
    cluster.nodes.push_back(node);
  }
  std::vector<int> tasks(cluster.nodes.size(), 0);
  for (int tries = draw.integer(0, 8); tries > 0; --tries) {
    auto job = job_of(draw, number);
    for (int node = 0; node < number && static_cast<int>(job.nodes.size()) < job.size; ++node)
      if (tasks[static_cast<std::size_t>(node)] < cluster.slots)
        job.nodes.push_back(node);
    if (static_cast<int>(job.nodes.size()) < job.size)
      continue;
    for (const int node : job.nodes)
      ++tasks[static_cast<std::size_t>(node)];
    job.since_start = draw.real(0, 4);
    cluster.running.push_back(job);
  }
  for (int waiting = draw.integer(1, 8); waiting > 0; --waiting)
    cluster.queue.push_back(job_of(draw, number));
  return cluster;
}

/// The estimate of the policy for the last job of the queue.
Estimate estimate_of(const PlainCluster& plain) {
  test::HandMadeCluster cluster(static_cast<int>(plain.nodes.size()), plain.slots);
  cluster.now = 100;
  for (std::size_t i = 0; i < plain.nodes.size(); ++i) {
    auto& node = cluster.nodes[i];
    node.power = plain.nodes[i].power;
    node.has_local_user = plain.nodes[i].has_user;
    node.local_cpu = 1 - plain.nodes[i].cpu_left;
    node.bandwidth = plain.nodes[i].link;
  }
  const auto application = [&](const PlainJob& job) {
    return cluster.application(job.computation, job.communication, job.bandwidth);
  };
  std::vector<int> used(plain.nodes.size(), 0);
  for (const auto& job : plain.running) {
    IndexSet slots;
    for (const int node : job.nodes)
      slots.insert(IndexSet(node * plain.slots + used[static_cast<std::size_t>(node)]++, 1));
    cluster.run(slots.text(), cluster.now - job.since_start, application(job));
  }
  for (std::size_t i = 0; i + 1 < plain.queue.size(); ++i)
    cluster.wait(plain.queue[i].size, application(plain.queue[i]));
  const auto& asked = plain.queue.back();
  return test::make<Estimator>("multicluster/sdpn")
      ->estimate(cluster.state(), cluster.job(asked.size, application(asked)));
}

TEST(SharedNodesDifferential, SimulatesAsAPlainSimulationDoes) {
  const int instances = malha::testing::scaled(3000);
  int waited = 0, shared = 0;
  for (int seed = 0; seed < instances; ++seed) {
    Draw draw(static_cast<std::uint64_t>(seed));
    const auto cluster = cluster_of(draw);
    const auto expected = PlainSimulation(cluster).run();
    const auto estimate = estimate_of(cluster);
    ASSERT_NEAR(estimate.waiting_time, expected.waiting, 1e-9 * (1 + expected.waiting)) << "seed " << seed;
    ASSERT_NEAR(estimate.execution_time, expected.execution, 1e-9 * (1 + expected.execution))
        << "seed " << seed;
    ASSERT_EQ(estimate.local_nodes, expected.users) << "seed " << seed;
    waited += expected.waiting > 0;
    shared +=
        expected.execution > 1.5 * (cluster.queue.back().computation + cluster.queue.back().communication);
  }
  EXPECT_GT(waited, instances / 4); // the clusters are neither idle nor without others
  EXPECT_GT(shared, instances / 4);
}

} // namespace shared_test
} // namespace malha::multicluster
