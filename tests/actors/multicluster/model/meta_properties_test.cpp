// SPDX-License-Identifier: MIT
// The meta-scheduler on random multiclusters: against Algorithm 4.4 of M-CISNE, written down as it is
// printed, and against its own invariants.
#include "played_clusters.hpp"
#include "tests/support/scaled.hpp"

#include <deque>

namespace malha::testing {
namespace meta_properties_test {

const int instances = scaled(1500);

struct Sized {
  TaskId id;
  Seconds submitted;
  int size;
  Seconds run_time;
};

/// A cluster that runs its jobs first come, first served.
struct ToyCluster {
  int nodes;
  Seconds slowdown;  ///< its nodes take so many times the run time of a job
  std::size_t limit; ///< jobs that may wait; 0: no limit
  std::deque<Sized> waiting = {};
  std::multimap<Seconds, Sized> running = {}; ///< by end

  bool is_full() const { return limit > 0 && waiting.size() >= limit; }
  int free() const {
    int nodes_left = nodes;
    for (const auto& [end, job] : running)
      nodes_left -= job.size;
    return nodes_left;
  }
  /// Some estimate that depends on the state of the cluster.
  multicluster::Estimate estimate(const Sized& job, Seconds now) const {
    Seconds ahead = 0;
    for (const auto& other : waiting)
      ahead += other.size * other.run_time * slowdown;
    for (const auto& [end, other] : running)
      ahead += other.size * (end - now);
    return {ahead / nodes, job.run_time * slowdown};
  }
};

/// A random instance, and how it goes on while a meta-scheduler hands over its jobs.
class ToyWorld {
public:
  ToyWorld(int seed, bool has_limits) {
    RandomStreams streams(static_cast<std::uint64_t>(seed));
    auto& draws = streams.stream("test");
    const auto draw = [&](int low, int high) {
      return low + static_cast<int>(draws() % static_cast<std::uint64_t>(high - low + 1));
    };
    const int number = draw(1, 5);
    for (int i = 0; i < number; ++i)
      clusters.push_back({draw(1, 8), static_cast<double>(draw(1, 2)),
                          has_limits ? static_cast<std::size_t>(draw(0, 3)) : 0});
    Seconds date = 0;
    for (TaskId id = 0; id < 40; ++id) {
      date += draw(0, 2) == 0 ? draw(0, 4) : 0;
      jobs.push_back({id, date, draw(1, 8), static_cast<double>(draw(1, 9))});
    }
  }

  std::vector<ToyCluster> clusters;
  std::vector<Sized> jobs;

  /// `Meta` is told what happens by submit(job), left(job, cluster, start, end) and started(job, cluster),
  /// and hands over jobs in pass(date).
  template <class Meta>
  void run(Meta& meta) {
    std::size_t next = 0;
    while (true) {
      Seconds date = next < jobs.size() ? jobs[next].submitted : never;
      for (const auto& cluster : clusters)
        if (!cluster.running.empty())
          date = std::min(date, cluster.running.begin()->first);
      if (date == never)
        return;
      end_jobs(meta, date);
      while (next < jobs.size() && jobs[next].submitted == date)
        meta.submit(jobs[next++]);
      do
        meta.pass(date);
      while (start_jobs(meta, date));
    }
  }

  /// A cluster takes the job, or is full.
  bool offer(const Sized& job, int cluster) {
    auto& there = clusters.at(static_cast<std::size_t>(cluster));
    EXPECT_LE(job.size, there.nodes);
    if (there.is_full())
      return false;
    there.waiting.push_back(job);
    return true;
  }

private:
  template <class Meta>
  void end_jobs(Meta& meta, Seconds date) {
    for (std::size_t i = 0; i < clusters.size(); ++i)
      for (auto& running = clusters[i].running; !running.empty() && running.begin()->first == date;) {
        const Sized job = running.begin()->second;
        running.erase(running.begin());
        meta.left(job, static_cast<int>(i), date - job.run_time * clusters[i].slowdown, date);
      }
  }
  template <class Meta>
  bool start_jobs(Meta& meta, Seconds date) {
    bool any = false;
    for (std::size_t i = 0; i < clusters.size(); ++i)
      for (auto& [nodes, slowdown, limit, waiting, running] = clusters[i];
           !waiting.empty() && waiting.front().size <= clusters[i].free(); any = true) {
        const Sized job = waiting.front();
        waiting.pop_front();
        running.emplace(date + job.run_time * slowdown, job);
        meta.started(job, static_cast<int>(i));
      }
    return any;
  }
};

using Log = PlayedClusters::Log;

struct Variant {
  std::string name;
  bool blocks, reschedules;
};

const std::vector<Variant> variants{
    {"b", true, false}, {"nb", false, false}, {"b-rs", true, true}, {"nb-rs", false, true}};

/// Algorithm 4.4, line by line. `out` are the clusters that have left MCluster (line 13) until they free a
/// place.
class PrintedAlgorithm {
public:
  PrintedAlgorithm(ToyWorld& world, const Variant& variant) : world_(world), variant_(variant) {}

  Log log;

  void submit(const Sized& job) {
    if (among(job, {}).empty())
      log.push_back(std::to_string(job.id) + " nowhere");
    else
      queue_.push_back(job);
  }
  void left(const Sized&, int, Seconds, Seconds) { ++state_; }
  void started(const Sized&, int) { ++state_; }

  void pass(Seconds now) {
    for (auto one = out_.begin(); one != out_.end();)
      one = world_.clusters[static_cast<std::size_t>(*one)].is_full() ? std::next(one) : out_.erase(one);
    for (auto job = queue_.begin(); job != queue_.end() && out_.size() < world_.clusters.size();) {
      const auto chosen = choose(*job, now);
      if (!chosen) {
        ++job;
      } else if (world_.clusters[static_cast<std::size_t>(*chosen)].is_full()) {
        if (variant_.blocks)
          return;
        ++job;
        out_.insert(*chosen);
      } else {
        world_.offer(*job, *chosen);
        ++state_;
        log.push_back(std::to_string(job->id) + " to " + std::to_string(*chosen) + " at " + shortest(now));
        job = queue_.erase(job);
      }
    }
  }

private:
  /// The clusters that have enough nodes, without those.
  std::vector<int> among(const Sized& job, const std::set<int>& without) const {
    std::vector<int> clusters;
    for (int i = 0; i < static_cast<int>(world_.clusters.size()); ++i)
      if (world_.clusters[static_cast<std::size_t>(i)].nodes >= job.size && without.count(i) == 0)
        clusters.push_back(i);
    return clusters;
  }
  std::optional<int> choose(const Sized& job, Seconds now) {
    const auto before = chosen_.find(job.id);
    if (before != chosen_.end() && !(variant_.reschedules && before->second.second != state_))
      return before->second.first;
    std::optional<int> best;
    Seconds least = never;
    for (const int i : among(job, out_)) {
      const Seconds time = world_.clusters[static_cast<std::size_t>(i)].estimate(job, now).turnaround_time();
      if (time < least)
        best = i;
      least = std::min(least, time);
    }
    if (best)
      chosen_[job.id] = {*best, state_};
    return best;
  }

  ToyWorld& world_;
  const Variant variant_;
  std::list<Sized> queue_;
  std::map<TaskId, std::pair<int, int>> chosen_; ///< cluster, and the state then
  std::set<int> out_;
  int state_ = 0;
};

/// The meta-scheduler of the suite in that world.
class RealAlgorithm {
public:
  RealAlgorithm(ToyWorld& world, const Variant& variant, const std::string& selection = "multicluster/tat")
      : world_(world),
        played_(sizes_of(world), variant.blocks ? "multicluster/blocking" : "multicluster/non_blocking",
                selection, {{"reschedule", variant.reschedules ? "on" : "off"}}) {
    played_.estimate_of = [this](const Job& job, int cluster) {
      return world_.clusters[static_cast<std::size_t>(cluster)].estimate(sized(job.id), played_.date);
    };
    played_.takes = [this](TaskId id, int cluster) { return world_.offer(sized(id), cluster); };
  }

  void submit(const Sized& job) {
    played_.date = job.submitted;
    played_.submit(job.id, job.size);
  }
  void left(const Sized& job, int cluster, Seconds start, Seconds end) {
    played_.date = end;
    played_.model.left(job.id, cluster, start, end);
  }
  void started(const Sized& job, int cluster) { played_.model.started(job.id, cluster); }
  void pass(Seconds date) { played_.pass(date); }

  const multicluster::Model& model() const { return played_.model; }
  /// What has become of the jobs; `ends`: with their ends.
  Log log(bool ends) const {
    Log log;
    for (const auto& line : played_.log)
      if (ends || line.find(" left ") == std::string::npos)
        log.push_back(line);
    return log;
  }

private:
  static std::vector<int> sizes_of(const ToyWorld& world) {
    std::vector<int> sizes;
    for (const auto& cluster : world.clusters)
      sizes.push_back(cluster.nodes);
    return sizes;
  }
  const Sized& sized(TaskId id) const { return world_.jobs.at(static_cast<std::size_t>(id)); }

  ToyWorld& world_;
  PlayedClusters played_;
};

TEST(MetaDifferential, HandsOverJobsAsThePrintedAlgorithmDoes) {
  int waited = 0;
  for (int seed = 0; seed < instances; ++seed)
    for (const auto& variant : variants) {
      ToyWorld printed_world(seed, true), world(seed, true);
      PrintedAlgorithm printed(printed_world, variant);
      printed_world.run(printed);
      RealAlgorithm real(world, variant);
      world.run(real);
      ASSERT_EQ(real.log(false), printed.log) << variant.name << ", seed " << seed;
      waited += real.model().queue().job_seconds_waited() > 0;
    }
  EXPECT_GT(waited, 2 * instances); // many clusters refuse
}

TEST(MetaDifferential, IsTheSameUnderAllVariantsWithoutLimits) {
  for (int seed = 0; seed < instances; ++seed) {
    std::vector<Log> logs;
    for (const auto& variant : variants) {
      ToyWorld world(seed, false);
      RealAlgorithm real(world, variant);
      world.run(real);
      EXPECT_EQ(real.model().queue().job_seconds_waited(), 0);
      logs.push_back(real.log(true));
      ASSERT_EQ(logs.back(), logs.front()) << variant.name << ", seed " << seed;
    }
  }
}

/// What became of the jobs by the log, and whether that can be.
void check_log(const Log& log, const ToyWorld& world, bool keeps_order) {
  std::map<TaskId, std::string> last; // "nowhere", "to" or "left", by job
  TaskId before = -1;
  for (const auto& line : log) {
    std::istringstream words(line);
    TaskId id;
    std::string what;
    words >> id >> what;
    ASSERT_EQ(last[id], what == "left" ? "to" : "") << line;
    last[id] = what;
    if (what == "to" && keeps_order) {
      ASSERT_GT(id, before);
      before = id;
    }
  }
  for (const auto& job : world.jobs) {
    const bool fits = std::any_of(world.clusters.begin(), world.clusters.end(),
                                  [&](const auto& cluster) { return cluster.nodes >= job.size; });
    ASSERT_EQ(last[job.id], fits ? "left" : "nowhere") << "job " << job.id;
  }
}

class MetaProperties : public ::testing::TestWithParam<const char*> {};

// Each job is rejected once, or handed over once and leaves once. All queues are empty at the end.
TEST_P(MetaProperties, LosesNoJobAndKeepsTheOrderWhereItBlocks) {
  for (int seed = 0; seed < instances; ++seed)
    for (const auto& variant : variants) {
      SCOPED_TRACE(variant.name + ", seed " + std::to_string(seed));
      ToyWorld world(seed, true);
      RealAlgorithm real(world, variant, GetParam());
      world.run(real);
      ASSERT_TRUE(real.model().idle());
      ASSERT_EQ(real.model().queue().nodes(), 0);
      check_log(real.log(true), world, variant.blocks);
      ASSERT_FALSE(HasFatalFailure());
    }
}

INSTANTIATE_TEST_SUITE_P(Of, MetaProperties,
                         ::testing::Values("multicluster/ffit", "multicluster/rr", "multicluster/random",
                                           "multicluster/least_loaded", "multicluster/tat",
                                           "multicluster/ptt"),
                         [](const auto& one) { return std::string(one.param).substr(13); });

} // namespace meta_properties_test
} // namespace malha::testing
