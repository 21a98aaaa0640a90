// SPDX-License-Identifier: MIT
#include "policies/cluster/queue/ordered_queue.hpp"

#include "tests/policies/support/policy_maker.hpp"

#include <random>

namespace malha::cluster {
namespace ordered_queue_test {

/// A scheduler's queue, and what an ordered queue is shown of it.
class Waiting {
public:
  explicit Waiting(Order order) : queue(order), order_(order) {}

  /// A job that arrives now; they are numbered, and have the handles, in that order.
  void arrives(int size, Seconds walltime) {
    const auto number = static_cast<JobHandle>(all_.size());
    all_.push_back({number, number, now_, walltime, size});
    jobs_.push_back(all_.back());
    changes_.arrived.push_back(all_.back());
  }
  void leaves(const QueuedJob& job) {
    const auto id = job.id;
    queue.erase(job);
    jobs_.remove_if([&](const auto& other) { return other.id == id; });
  }
  /// Shows what has happened, at that date.
  void update(Seconds now) {
    now_ = now;
    queue.update({now, 0, none_, none_, machines_, jobs_, running_, changes_, false});
    changes_ = {};
  }

  /// The ids that the gap holds, as the queue finds them one behind the other.
  test::Ids found(const OrderedQueue::Gap& gap) const {
    test::Ids ids;
    for (auto* job = queue.find(nullptr, gap); job != nullptr; job = queue.find(job, gap))
      ids.push_back(job->id);
    return ids;
  }
  /// The same by looking at every job.
  test::Ids expected(const OrderedQueue::Gap& gap) const {
    std::vector<const QueuedJob*> sorted;
    for (const auto& job : jobs_)
      sorted.push_back(&job);
    sort_by(order_, sorted.begin(), sorted.end(), now_);
    test::Ids ids;
    for (const auto* job : sorted)
      if (gap.holds(job->size, job->walltime))
        ids.push_back(job->id);
    return ids;
  }

  OrderedQueue queue;

private:
  Order order_;
  Seconds now_ = 0;
  std::vector<QueuedJob> all_;
  std::list<QueuedJob> jobs_;
  const IndexSet none_{};
  const std::vector<Machine> machines_{};
  const std::vector<Release> running_{};
  Changes changes_;
};

constexpr OrderedQueue::Gap all{0, 1000, 1000, never};

TEST(OrderedQueue, HasNoFirstWhereNothingWaits) {
  Waiting waiting(Order::submit);
  waiting.update(0);
  EXPECT_EQ(waiting.queue.first(), nullptr);
  EXPECT_EQ(waiting.queue.find(nullptr, all), nullptr);
}

// At 0 jobs of 30, 10 and 20 s; the second leaves, and at 5 one of 25 s comes.
TEST(OrderedQueue, KeepsTheOrderWhileJobsComeAndGo) {
  Waiting waiting(Order::shortest);
  for (const Seconds walltime : {30, 10, 20})
    waiting.arrives(1, walltime);
  waiting.update(0);
  EXPECT_EQ(waiting.found(all), (test::Ids{1, 2, 0}));
  waiting.leaves(*waiting.queue.first());
  waiting.arrives(1, 25);
  waiting.update(5);
  EXPECT_EQ(waiting.found(all), (test::Ids{2, 3, 0}));
}

// wfp3: at 10 both have waited 10 s, so that job 1, of 10 s, comes before job 0, of 20 s; job 2 has not
// waited.
TEST(OrderedQueue, SortsAnewWhereTheOrderChangesWithTime) {
  EXPECT_TRUE(OrderedQueue(Order::largest).keeps_order());
  EXPECT_FALSE(OrderedQueue(Order::wfp3).keeps_order());
  Waiting waiting(Order::wfp3);
  waiting.arrives(1, 20);
  waiting.arrives(1, 10);
  waiting.update(0);
  EXPECT_EQ(waiting.found(all), (test::Ids{0, 1}));
  waiting.update(10);
  waiting.arrives(1, 1);
  waiting.update(10);
  EXPECT_EQ(waiting.found(all), (test::Ids{1, 0, 2}));
}

// Against a look at every job: jobs of few sizes and walltimes come and go, and gaps are drawn.
TEST(OrderedQueue, FindsWhatALookAtEveryJobFinds) {
  for (const auto order : {Order::submit, Order::shortest, Order::largest, Order::wfp3}) {
    std::mt19937 random(1);
    const auto below = [&](int sides) { return static_cast<int>(random() % static_cast<unsigned>(sides)); };
    Waiting waiting(order);
    for (int date = 1; date <= 500; ++date) {
      for (int arrivals = below(4); arrivals > 0; --arrivals)
        waiting.arrives(1 + below(8), below(9) == 0 ? never : 1 + below(5));
      waiting.update(date);
      const OrderedQueue::Gap gap{static_cast<Seconds>(date), below(9), below(5),
                                  static_cast<Seconds>(date + below(6))};
      ASSERT_EQ(waiting.found(gap), waiting.expected(gap)) << "at " << date;
      for (int leaving = below(3); leaving > 0; --leaving)
        if (const auto* job = waiting.queue.find(nullptr, gap); job != nullptr)
          waiting.leaves(*job);
      ASSERT_EQ(waiting.found(all), waiting.expected(all)) << "at " << date;
    }
  }
}

} // namespace ordered_queue_test
} // namespace malha::cluster
