// SPDX-License-Identifier: MIT
// cluster/slurm on random clusters with partitions that share nodes, windows and preemption. Each start is
// held to the rules by SlurmCluster. Passes that can do nothing are left out, and a pass ends when nothing
// can start any more: with all passes made, to their ends, the same jobs start at the same dates on the same
// nodes.
#include "slurm_cluster.hpp"
#include "tests/support/scaled.hpp"

#include <random>

namespace malha::cluster {
namespace slurm_nodes_differential_test {

constexpr int nodes = 9;
constexpr Seconds interval = 30;

struct RandomJob {
  SlurmCluster::Wanted wanted;
  Seconds submitted, run_time;
};

class RandomCluster {
public:
  explicit RandomCluster(unsigned seed, const std::string& preempt) : random_(seed), preempt_(preempt) {
    for (const char* const name : {"a", "b", "c"}) {
      Partition partition;
      partition.name = name;
      partition.tier = draw(1, 2);
      partition.grace_time = draw(0, 3) == 0 ? 40 : 0;
      site_.partitions[name] = partition;
      Qos qos;
      qos.name = name;
      qos.priority = draw(0, 2);
      qos.no_reserve = draw(0, 3) == 0;
      site_.qos[name] = qos;
    }
    site_.qos["a"].preempts = {"b", "c"};
    site_.qos["b"].preempts = {"c"};
    for (int number = draw(0, 2); number > 0; --number) {
      const Seconds from = draw(0, 40) * 50;
      windows_.push_back({"w" + std::to_string(number), from, from + draw(1, 20) * 50,
                          IndexSet(draw(0, 5), draw(1, 4)), draw(0, 1) == 0});
    }
    std::sort(windows_.begin(), windows_.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    for (int number = draw(5, 30); number > 0; --number)
      jobs_.push_back(random_job());
    std::stable_sort(jobs_.begin(), jobs_.end(),
                     [](const auto& a, const auto& b) { return a.submitted < b.submitted; });
  }

  /// "date job nodes" of each start. `makes_all`: all passes are made, to their ends.
  std::vector<std::string> starts(bool makes_all) const {
    auto parameters = SlurmCluster::Given{{"default_queue_depth", "0"}, {"sched_interval", "30"}};
    if (preempt_ != "none")
      parameters.insert({{"preempt", preempt_}, {"preempt_exempt_time", "100"}});
    SlurmCluster cluster(nodes, parameters);
    cluster.explains = makes_all;
    cluster.site = site_;
    std::vector<std::string> starts;
    std::map<std::string, Seconds> ends; // of jobs that run
    std::size_t next_job = 0;
    for (Seconds date = 0; date < 100'000;) {
      cluster.now = date;
      for (auto end = ends.begin(); end != ends.end();)
        if (end->second <= date) {
          cluster.end(end->first);
          end = ends.erase(end);
        } else
          ++end;
      for (; next_job < jobs_.size() && jobs_[next_job].submitted <= date; ++next_job)
        cluster.submit(std::to_string(next_job), jobs_[next_job].wanted);
      cluster.windows.clear();
      for (const auto& window : windows_) // no job is submitted for one, so that their numbers may change
        if (window.until > date)
          cluster.windows.push_back(window);
      if (makes_all && std::fmod(date, interval) <= 0)
        cluster.void_promises();
      const auto decision = cluster.ask();
      for (const auto& stop : decision.stop)
        ends.erase(std::to_string(stop.job));
      for (const auto& start : decision.start) {
        starts.push_back(shortest(date) + " " + std::to_string(start.job) + " " + start.nodes.text());
        ends[std::to_string(start.job)] = date + jobs_[start.job].run_time;
      }
      Seconds next = decision.wake;
      if (makes_all)
        next = std::min(next, (std::floor(date / interval) + 1) * interval);
      if (next_job < jobs_.size())
        next = std::min(next, jobs_[next_job].submitted);
      for (const auto& [name, end] : ends)
        next = std::min(next, end);
      EXPECT_GT(next, date);
      date = next;
    }
    std::sort(starts.begin(), starts.end()); // at a date either scheduler may come first
    return starts;
  }

private:
  int draw(int least, int most) { return std::uniform_int_distribution<>(least, most)(random_); }

  RandomJob random_job() {
    const int partition = draw(0, 2);
    const std::string names[] = {"a", "b", "c"}, allowed[] = {"0-4", "3-8", "0-8"};
    RandomJob job;
    job.wanted.partition = names[partition];
    job.wanted.qos = names[draw(0, 2)];
    job.wanted.allowed = draw(0, 4) == 0 ? "4-5 7" : allowed[partition];
    job.wanted.size = draw(1, draw(0, 1) == 0 ? 2 : 3);
    job.wanted.walltime = draw(1, 30) * (draw(0, 1) == 0 ? 60 : 25);
    job.submitted = draw(0, 60) * 25;
    job.run_time = std::max(1.0, job.wanted.walltime * draw(1, 4) / 4);
    return job;
  }

  std::mt19937 random_;
  const std::string preempt_;
  SiteRules site_;
  std::vector<Window> windows_;
  std::vector<RandomJob> jobs_;
};

class SlurmNodesDifferential : public ::testing::TestWithParam<std::string> {};

TEST_P(SlurmNodesDifferential, LeavesOutPassesWithoutEffect) {
  std::size_t all = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::scaled(100)); ++seed) {
    const RandomCluster cluster(seed, GetParam());
    const auto starts = cluster.starts(false);
    ASSERT_EQ(starts, cluster.starts(true)) << "seed " << seed;
    all += starts.size();
  }
  EXPECT_GT(all, 500u);
}

INSTANTIATE_TEST_SUITE_P(Preemption, SlurmNodesDifferential, ::testing::Values("none", "partition", "qos"));

} // namespace slurm_nodes_differential_test
} // namespace malha::cluster
