// SPDX-License-Identifier: MIT
// Conservative backfilling against the plain algorithm, where hundreds of jobs wait: equal to the last digit.
#include "batch_run.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace malha::testing {
namespace long_queues_test {

/// How many nodes are free from which date on.
class FreeNodes {
public:
  explicit FreeNodes(int nodes) : from_{{0, nodes}} {}

  void add(double begin, double end, int nodes) {
    if (!(begin < end))
      return;
    cut(begin);
    cut(end);
    for (auto step = from_.find(begin); step->first < end; ++step)
      step->second += nodes;
  }

  double earliest(double now, const ReferenceJob& job) const {
    auto first = std::prev(from_.upper_bound(now));
    while (true) {
      const double start = std::max(now, first->first);
      auto step = first;
      while (step != from_.end() && step->first < start + job.walltime && step->second >= job.size)
        ++step;
      if (step == from_.end() || step->first >= start + job.walltime)
        return start;
      first = std::next(step); // whatever starts earlier meets the same step
    }
  }

private:
  void cut(double date) { from_.emplace(date, std::prev(from_.upper_bound(date))->second); }

  std::map<double, int> from_;
};

/// Lifts and puts back every reservation, one by one, each time that some job ends early.
class PlainConservative {
public:
  PlainConservative(const std::vector<ReferenceJob>& jobs, int nodes) : jobs_(jobs), free_(nodes) {}

  std::vector<ReferenceRow> run() {
    while (next_ < jobs_.size() || !running_.empty()) {
      now_ = running_.empty() ? jobs_[next_].submitted : running_.begin()->first;
      if (next_ < jobs_.size())
        now_ = std::min(now_, jobs_[next_].submitted);
      if (end_jobs())
        renew_promises();
      for (; next_ < jobs_.size() && jobs_[next_].submitted <= now_; ++next_)
        promise(jobs_[next_]);
      start_jobs();
      longest_queue = std::max(longest_queue, promises_.size());
    }
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return rows_;
  }

  std::size_t longest_queue = 0;

private:
  using Promise = std::tuple<double, double, long, ReferenceJob>; ///< start, submission, id
  struct InOrder {
    bool operator()(const Promise& a, const Promise& b) const {
      return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a)) <
             std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b));
    }
  };

  void hold(const ReferenceJob& job, double start, int sign) {
    free_.add(start, start + job.walltime, -sign * job.size);
  }

  void promise(const ReferenceJob& job) {
    const double start = free_.earliest(now_, job);
    hold(job, start, 1);
    promises_.emplace(start, job.submitted, job.id, job);
  }

  void renew_promises() {
    const auto before = promises_;
    for (const auto& one : before) {
      promises_.erase(one);
      hold(std::get<3>(one), std::get<0>(one), -1);
      promise(std::get<3>(one));
    }
  }

  /// Returns whether a job has ended before its walltime.
  bool end_jobs() {
    bool early = false;
    while (!running_.empty() && running_.begin()->first <= now_) {
      const auto [expected_end, size] = running_.begin()->second;
      free_.add(now_, expected_end, size);
      early = early || now_ < expected_end;
      running_.erase(running_.begin());
    }
    return early;
  }

  void start_jobs() {
    while (!promises_.empty() && std::get<0>(*promises_.begin()) <= now_) {
      const auto job = std::get<3>(*promises_.begin());
      promises_.erase(promises_.begin());
      const double finish = now_ + std::min(job.run_time, job.walltime);
      running_.emplace(finish, std::pair(now_ + job.walltime, job.size));
      rows_.push_back({job.id, now_, finish, job.run_time > job.walltime});
    }
  }

  const std::vector<ReferenceJob>& jobs_;
  FreeNodes free_;
  double now_ = 0;
  std::size_t next_ = 0; ///< the next job that is submitted
  std::set<Promise, InOrder> promises_;
  std::multimap<double, std::pair<double, int>> running_; ///< by finish: expected end and size
  std::vector<ReferenceRow> rows_;
};

TEST(LongQueuesDifferential, ConservativeBackfillPlansAsThePlainAlgorithm) {
  constexpr int seeds = 24, count = 600, nodes = 64;
  int with_long_queue = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto jobs = random_jobs(seed, count, nodes);
    PlainConservative plain(jobs, nodes);
    ASSERT_EQ(schedule_of("cluster/conservative_backfill", {}, jobs, nodes), plain.run()) << "seed " << seed;
    with_long_queue += plain.longest_queue > count / 3;
  }
  EXPECT_GT(with_long_queue, seeds / 2);
}

} // namespace long_queues_test
} // namespace malha::testing
