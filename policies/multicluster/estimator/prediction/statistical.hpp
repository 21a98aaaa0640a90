// SPDX-License-Identifier: MIT
// Estimates from the history alone: what became of jobs like this one (M-CISNE, section 3.2).
#pragma once
#include "experiences.hpp"
#include "known_job.hpp"

#include <deque>

namespace malha::multicluster {

/// The nodes that a job would get now, best first: fewer tasks, no local user, more memory left to parallel
/// tasks, lower number. Counts those with an active local user among the first `size`.
inline int local_nodes_now(const ClusterState& cluster, int size) {
  std::vector<int> best;
  std::vector<int> tasks;
  for (const auto& machine : cluster.machines) {
    tasks.push_back(machine.cpus - cluster.free.within(machine.first, machine.cpus).size());
    best.push_back(static_cast<int>(best.size()));
  }
  const auto at = [](int node) { return static_cast<std::size_t>(node); };
  std::stable_sort(best.begin(), best.end(), [&](int a, int b) {
    const auto &one = cluster.nodes[at(a)], &other = cluster.nodes[at(b)];
    if (tasks[at(a)] != tasks[at(b)])
      return tasks[at(a)] < tasks[at(b)];
    if (one.has_local_user != other.has_local_user)
      return other.has_local_user;
    return one.memory > other.memory;
  });
  return static_cast<int>(std::count_if(best.begin(), best.begin() + size,
                                        [&](int node) { return cluster.nodes[at(node)].has_local_user; }));
}

/// An estimator that reads the history. A job without a like one there takes its dedicated time at once.
class Statistical : public Estimator {
public:
  Estimate estimate(const ClusterState& cluster, const AskedJob& job) final {
    if (job.size > static_cast<int>(cluster.machines.size()))
      return cannot_run();
    for (; read_ < cluster.history.size(); ++read_)
      learn(cluster.history[read_]);
    Estimate estimate;
    estimate.local_nodes = local_nodes_now(cluster, job.size);
    const auto sums = like(cluster, job, estimate.steps);
    estimate.waiting_time = sums.number > 0 ? sums.mean_waiting() : 0;
    estimate.execution_time = sums.number > 0 ? sums.mean_execution() : known(job).dedicated();
    return estimate;
  }

protected:
  /// Takes in a job that has ended.
  virtual void learn(const Experience& experience) = 0;
  /// The sums over the jobs like this one; none: there are none. Each entry of the index that it looks at is
  /// a step.
  virtual TimeSums like(const ClusterState& cluster, const AskedJob& job, std::int64_t& steps) = 0;

private:
  std::size_t read_ = 0;
};

/// Categories: the mean over the jobs that are alike in all words of a pattern. If there is none, the user
/// may be another, then the size too.
class Categories : public Statistical {
public:
  /// Smith: <user, application, size>. Li: the queue, too. `most` last jobs of a category count; 0: all.
  Categories(bool by_queue, std::int64_t most) : by_queue_(by_queue), most_(static_cast<std::size_t>(most)) {}

protected:
  void learn(const Experience& one) override {
    for (const auto& key : keys(one.user, one.queue, one.application, one.size))
      add(categories_[key], {one.waiting_time, one.execution_time, 1});
  }

  TimeSums like(const ClusterState& cluster, const AskedJob& job, std::int64_t& steps) override {
    const std::string_view application =
        job.application != nullptr ? std::string_view(job.application->name) : std::string_view();
    for (const auto& key : keys(job.user, cluster.queue_name, application, job.size)) {
      ++steps;
      if (const auto found = categories_.find(key); found != categories_.end())
        return sums_of(found->second);
    }
    return {};
  }

private:
  static constexpr int any_size = -1;
  /// How many words are left out, the user, queue and application, and the size.
  using Key = std::tuple<int, std::string, std::string, std::string, int>;
  struct Category {
    TimeSums all;
    std::deque<TimeSums> last; ///< if not all count
  };

  std::array<Key, 3> keys(std::string_view user, std::string_view queue, std::string_view application,
                          int size) const {
    const std::string in(by_queue_ ? queue : std::string_view()), of(application);
    return {Key{0, user, in, of, size}, Key{1, "", in, of, size}, Key{2, "", in, of, any_size}};
  }

  void add(Category& category, const TimeSums& one) const {
    if (most_ == 0)
      return category.all.add(one);
    category.last.push_back(one);
    if (category.last.size() > most_)
      category.last.pop_front();
  }

  static TimeSums sums_of(const Category& category) {
    TimeSums sums = category.all;
    for (const auto& one : category.last)
      sums.add(one);
    return sums;
  }

  const bool by_queue_;
  const std::size_t most_;
  std::map<Key, Category> categories_;
};

/// The parameter of Categories.
inline ParameterSpec experiences_parameter() {
  return integer("experiences", 0, between(0, 1e9), "count",
                 "how many of the last jobs of a category count; 0: all");
}

/// IBL: the mean over the jobs that are nearest in <user, queue, application, size, jobs ahead, jiffies
/// ahead>.
class NearestJobs : public Statistical {
public:
  explicit NearestJobs(double radius) : radius_(radius) {}

protected:
  void learn(const Experience& one) override {
    experiences_.add({one.user, one.queue, one.application},
                     {static_cast<double>(one.size), static_cast<double>(one.jobs_ahead), one.jiffies_ahead},
                     one);
  }

  TimeSums like(const ClusterState& cluster, const AskedJob& job, std::int64_t& steps) override {
    const auto known_of_it = known(job);
    return experiences_.nearest(
        {std::string(job.user), std::string(cluster.queue_name), std::string(known_of_it.application)},
        {static_cast<double>(job.size), static_cast<double>(cluster.queue.size()), jiffies_waiting(cluster)},
        radius_, steps);
  }

private:
  const double radius_;
  Experiences experiences_;
};

} // namespace malha::multicluster
