// SPDX-License-Identifier: MIT
// Every date that conservative backfilling promises, in thousands of random queues, against the plain rule:
// each reservation is lifted and put back at the earliest date, in the order of the promises, whenever some
// job ends early.
#include "policies/cluster/queue.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace malha::test {
namespace conservative_plan_test {

using cluster::QueuedJob;
using cluster::Release;

struct Held {
  Seconds from, to;
  int size;
};

struct Promised {
  Seconds start;
  QueuedJob job;
};

bool is_before(const Promised& a, const Promised& b) {
  return std::tie(a.start, a.job.submitted, a.job.id) < std::tie(b.start, b.job.submitted, b.job.id);
}

/// Looks at all that holds nodes, for each date, each time.
class PlainPlan {
public:
  explicit PlainPlan(int nodes) : nodes_(nodes) {}

  /// The promises of the jobs that wait, after ends and submissions. `running` has what still runs.
  const std::vector<Promised>& renew(Seconds now, bool any_early, const std::vector<Release>& running,
                                     const std::vector<QueuedJob>& arrived) {
    now_ = now;
    running_ = &running;
    const auto old = promises_;
    for (std::size_t i = 0; any_early && i < old.size(); ++i) {
      const auto lifted = std::find_if(promises_.begin(), promises_.end(),
                                       [&](const Promised& one) { return one.job.id == old[i].job.id; });
      promises_.erase(lifted);
      promise(old[i].job);
    }
    for (const auto& job : arrived)
      promise(job);
    std::sort(promises_.begin(), promises_.end(), is_before);
    return promises_;
  }

  void started(TaskId id) {
    promises_.erase(std::find_if(promises_.begin(), promises_.end(),
                                 [id](const Promised& one) { return one.job.id == id; }));
  }

private:
  void promise(const QueuedJob& job) {
    std::vector<Held> held;
    for (const auto& one : *running_)
      held.push_back({now_, one.expected_end, one.size});
    for (const auto& one : promises_)
      held.push_back({one.start, one.start + one.job.walltime, one.job.size});
    std::set<Seconds> dates{now_};
    for (const auto& one : held)
      dates.insert({one.from, one.to});
    const auto start = std::find_if(dates.begin(), dates.end(), [&](Seconds date) {
      return date >= now_ && fits(job, date, held, dates);
    });
    promises_.push_back({*start, job});
  }

  bool fits(const QueuedJob& job, Seconds start, const std::vector<Held>& held,
            const std::set<Seconds>& dates) const {
    for (auto date = dates.find(start); date != dates.end() && *date < start + job.walltime; ++date) {
      int free = nodes_;
      for (const auto& one : held)
        free -= one.from <= *date && *date < one.to ? one.size : 0;
      if (free < job.size)
        return false;
    }
    return true;
  }

  const int nodes_;
  Seconds now_ = 0;
  const std::vector<Release>* running_ = nullptr;
  std::vector<Promised> promises_;
};

/// A cluster whose jobs come and end at random, at whole dates or at others.
class RandomCluster {
public:
  explicit RandomCluster(unsigned seed)
      : random_(seed), nodes_(1 + below(40)), unit_(below(2) == 0 ? 1 : 1 / 7.0), plan_(nodes_),
        policy_(make<cluster::Queue>("cluster/conservative_backfill", {})) {}

  /// Lets jobs end and come, and compares all promises. Returns how many there were before jobs started.
  std::size_t step() {
    changes_ = {};
    now_ += unit_ * below(6);
    if (!running_.empty())
      now_ = std::min(now_, running_.front().expected_end);
    const bool any_early = end_jobs();
    if (int count = below(5) == 0 ? below(30) : below(3); queue_.size() < 60)
      for (; count > 0; --count)
        submit();
    const auto expected = plan_.renew(now_, any_early, running_, changes_.arrived);
    ask(expected);
    return expected.size();
  }

private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  bool end_jobs() {
    bool any_early = false;
    for (auto one = running_.begin(); one != running_.end();)
      if (one->expected_end <= now_ || below(6) == 0) {
        any_early = any_early || one->expected_end > now_;
        changes_.ended.push_back(*one);
        one = running_.erase(one);
      } else {
        ++one;
      }
    return any_early;
  }

  void submit() {
    QueuedJob job;
    job.id = ids_++;
    job.handle = static_cast<cluster::JobHandle>(job.id);
    job.submitted = now_;
    job.walltime = unit_ * (1 + below(below(3) == 0 ? 100 : 12));
    job.size = 1 + below(below(2) == 0 ? nodes_ : 1 + nodes_ / 4);
    queue_.push_back(job);
    changes_.arrived.push_back(job);
  }

  void ask(const std::vector<Promised>& expected) {
    int taken = 0;
    for (const auto& one : running_)
      taken += one.size;
    const IndexSet free = taken < nodes_ ? IndexSet(taken, nodes_ - taken) : IndexSet(), down;
    const std::vector<cluster::Machine> machines;
    const auto decision =
        policy_->decide({now_, nodes_, free, down, machines, queue_, running_, changes_, true});
    std::vector<std::pair<cluster::JobHandle, Seconds>> theirs, ours;
    for (const auto& one : expected)
      theirs.emplace_back(one.job.handle, one.start);
    for (const auto& reason : decision.reasons)
      ours.emplace_back(reason.job, reason.date);
    ASSERT_EQ(ours, theirs);
    for (const auto& one : decision.start)
      start(one.job);
  }

  void start(cluster::JobHandle handle) {
    const auto job = std::find_if(queue_.begin(), queue_.end(),
                                  [handle](const QueuedJob& one) { return one.handle == handle; });
    const Release release{now_ + job->walltime, job->id, handle, job->size};
    plan_.started(job->id);
    queue_.erase(job);
    running_.insert(std::upper_bound(running_.begin(), running_.end(), release,
                                     [](const Release& a, const Release& b) {
                                       return std::tie(a.expected_end, a.id) < std::tie(b.expected_end, b.id);
                                     }),
                    release);
  }

  std::mt19937 random_;
  const int nodes_;
  const Seconds unit_;
  Seconds now_ = 0;
  TaskId ids_ = 0;
  PlainPlan plan_;
  std::unique_ptr<cluster::Queue> policy_;
  std::list<QueuedJob> queue_;
  std::vector<Release> running_; ///< by expected end
  cluster::Changes changes_;
};

// 300 clusters, asked 15 times each: 4500 queues.
TEST(ConservativePlan, PromisesWhatThePlainRulePromises) {
  std::size_t promises = 0;
  for (int seed = 0; seed < testing::scaled(300); ++seed) {
    RandomCluster cluster(static_cast<unsigned>(seed));
    for (int i = 0; i < 15; ++i) {
      promises += cluster.step();
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << ", question " << i;
    }
  }
  EXPECT_GT(promises, 10U * static_cast<std::size_t>(testing::scaled(300) * 15)); // queues are not short
}

} // namespace conservative_plan_test
} // namespace malha::test
