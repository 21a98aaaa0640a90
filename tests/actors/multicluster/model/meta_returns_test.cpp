// SPDX-License-Identifier: MIT
// A meta-scheduler goes and returns, and so do clusters, at random dates; messages are late, overtake each
// other, and are lost with their senders and receivers. Each job runs to its end once. Without SimGrid.
#include "actors/multicluster/model/latest_life.hpp"
#include "played_clusters.hpp"
#include "policies/sdk/random_streams.hpp"
#include "tests/support/outage_dates.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <iostream>

namespace malha::testing {
namespace meta_returns_test {

using namespace multicluster;

constexpr Seconds last_outage = 400; ///< everything is up afterwards

/// The meta-scheduler's host has gone while it waited.
struct Gone {};

/// A cluster that starts and ends jobs at random dates.
struct PlayedCluster {
  bool is_up = true;
  int lives = 0; ///< times it was switched
  LatestLife asking;
  std::set<TaskId> waiting, running;
  std::map<TaskId, std::pair<Seconds, Seconds>> left; ///< the log
  std::set<TaskId> lost;                              ///< the same
  Seconds refusal_known = 0; ///< no start is known before: that start would not open the cluster
};

/// What happened in a world.
struct Seen {
  int went_while_offering = 0; ///< the meta-scheduler
  int late_offers = 0;         ///< came to their clusters in a later life of the meta-scheduler
  int ended_meanwhile = 0;     ///< jobs that had left when the meta-scheduler asked
  int taken_back = 0;          ///< jobs of clusters that had gone
};

class World : private Gateways, private UpperQueue, private Selection, private Listener {
public:
  World(std::uint64_t seed, Seen& seen)
      : engine_(seed), seen_(seen), queue_name_(draw(0, 1) == 0 ? "blocking" : "non_blocking"),
        clusters_(static_cast<std::size_t>(draw(1, 3))),
        model_(test::clusters_of(std::vector<int>(clusters_.size(), 4)), static_cast<UpperQueue&>(*this),
               static_cast<Selection&>(*this), static_cast<Gateways&>(*this)) {
    model_.add(*this);
    model_.clusters_may_fail();
    std::vector<Seconds> dates;
    for (int job = draw(1, 8); job > 0; --job)
      dates.push_back(draw_real(0, 300));
    std::sort(dates.begin(), dates.end());
    for (const auto date : dates)
      submissions_.emplace(date, ++jobs);
    for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
      plan_outages(draw(0, 2), [this, cluster](bool on) { switch_cluster(cluster, on); });
    plan_outages(draw(1, 3), [this](bool on) { switch_meta_scheduler(on); });
  }

  /// Until all has ended. False where nothing is to come any more.
  bool play() {
    while (!is_over_) {
      if (!is_up_) {
        if (!take_event())
          return false;
        continue;
      }
      try {
        if (!live())
          return false;
      } catch (const Gone&) {
      }
    }
    return true;
  }

  std::map<TaskId, int> ended; ///< how often each job ran to its end
  std::map<TaskId, int> left_; ///< how often the meta-scheduler counted it
  int jobs = 0;

private:
  /// As the actor of the meta-scheduler does it. False where nothing is to come any more.
  bool live() {
    queue_ = test::make<UpperQueue>("multicluster/" + queue_name_, {});
    selection_ = test::make<Selection>("multicluster/rr", {});
    if (std::exchange(lives_, lives_ + 1) > 0)
      model_.resume();
    while (true) {
      for (; !submissions_.empty() && submissions_.begin()->first <= now_;
           submissions_.erase(submissions_.begin()))
        model_.submit(rigid_job(submissions_.begin()->second, submissions_.begin()->first, 1, 1));
      for (const auto& tell : std::exchange(switches_, {}))
        tell();
      if (model_.has_work())
        model_.pass();
      is_over_ = submissions_.empty() && model_.idle();
      if (is_over_)
        return true;
      const bool has_news = !switches_.empty() || (model_.has_work() && model_.has_news());
      if (!has_news && !step())
        return false;
    }
  }

  /// Until the next event or submission.
  bool step() {
    if (submissions_.empty() || (!events_.empty() && events_.begin()->first < submissions_.begin()->first))
      return take_event();
    now_ = std::max(now_, submissions_.begin()->first);
    return true;
  }

  /// False where none is to come. It throws where the event ends a life of the meta-scheduler.
  bool take_event() {
    if (events_.empty())
      return false;
    const auto event = events_.extract(events_.begin());
    now_ = event.key();
    event.mapped()();
    return true;
  }

  double draw_real(double low, double high) {
    return boost::random::uniform_real_distribution<double>(low, high)(engine_);
  }
  int draw(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }

  template <class Switch>
  void plan_outages(int number, Switch change) {
    const auto dates = outage_dates(engine_, number, last_outage);
    for (std::size_t date = 0; date < dates.size(); ++date)
      events_.emplace(dates[date], [change, on = date % 2 == 1] { change(on); });
  }

  void switch_meta_scheduler(bool on) {
    is_up_ = on;
    if (on)
      return;
    seen_.went_while_offering += offering_;
    offering_ = false;
    throw Gone();
  }

  void switch_cluster(std::size_t number, bool on) {
    auto& cluster = clusters_[number];
    cluster.is_up = on;
    ++cluster.lives;
    for (auto* jobs_there : {&cluster.waiting, &cluster.running})
      for (const auto job : std::exchange(*jobs_there, {}))
        cluster.lost.insert(job);
    const int place = static_cast<int>(number);
    if (!on) {
      gone_.insert(place);
      switches_.emplace_back([this, place] { model_.cluster_failed(place); });
    } else {
      switches_.emplace_back([this, place] {
        gone_.erase(place);
        model_.cluster_recovered(place);
      });
    }
  }

  /// A message is lost when its receiver is down, or was since it was sent, or, one time in two, its sender.
  void to_cluster(int number, std::function<void(PlayedCluster&)> take) {
    auto& cluster = clusters_[static_cast<std::size_t>(number)];
    events_.emplace(now_ + draw_real(0.1, 60),
                    [this, &cluster, take, of = lives_, to = cluster.lives, dies = draw(0, 1) == 1] {
                      if (cluster.lives == to && cluster.is_up && !(dies && (lives_ != of || !is_up_)))
                        take(cluster);
                    });
  }
  Seconds to_meta_scheduler(PlayedCluster& cluster, std::function<void()> take, Seconds not_before = 0) {
    const Seconds date = std::max(not_before, now_ + draw_real(0.1, 60));
    events_.emplace(date, [this, &cluster, take, to = lives_, of = cluster.lives, was_up = is_up_,
                           dies = draw(0, 1) == 1] {
      if (was_up && is_up_ && lives_ == to && !(dies && cluster.lives != of))
        take();
    });
    return date;
  }

  void put(PlayedCluster& cluster, TaskId job) {
    for (const auto& other : clusters_)
      EXPECT_EQ(other.waiting.count(job) + other.running.count(job), 0U)
          << "job " << job << " is twice there";
    EXPECT_EQ(ended[job], 0) << "job " << job << " runs again";
    cluster.waiting.insert(job);
    events_.emplace(now_ + draw_real(0, 40), [this, &cluster, job, life = cluster.lives] {
      if (cluster.lives == life)
        start(cluster, job);
    });
  }
  void start(PlayedCluster& cluster, TaskId job) {
    cluster.waiting.erase(job);
    cluster.running.insert(job);
    const int number = number_of(cluster);
    to_meta_scheduler(
        cluster, [this, job, number] { model_.started(job, number); }, cluster.refusal_known);
    events_.emplace(now_ + draw_real(0, 60), [this, &cluster, job, life = cluster.lives, began = now_] {
      if (cluster.lives == life)
        end(cluster, job, began);
    });
  }
  void end(PlayedCluster& cluster, TaskId job, Seconds began) {
    cluster.running.erase(job);
    cluster.left[job] = {began, now_};
    ++ended[job];
    to_meta_scheduler(cluster, [this, &cluster, job, began, date = now_] {
      cluster.left.erase(job);
      model_.left(job, number_of(cluster), began, date);
    });
  }
  int number_of(const PlayedCluster& cluster) const { return static_cast<int>(&cluster - clusters_.data()); }

  Seconds now() const override { return now_; }
  void refresh(std::vector<Cluster>&) override {}
  std::vector<Estimate> estimate(const Job&, const std::vector<int>& asked) override {
    return std::vector<Estimate>(asked.size());
  }

  /// Waits until one of these clusters answers or has gone.
  template <class Answer>
  void wait_for(const Answer& answer, int cluster) {
    while (!answer && gone_.count(cluster) == 0)
      if (!take_event())
        throw std::logic_error("an answer never comes");
  }

  /// A cluster in which a job waits refuses another one, one time in two.
  bool offer(const Job& job, int number, const std::optional<Estimate>&, bool) override {
    if (gone_.count(number) > 0)
      return false;
    const auto id = job.tasks.front().id;
    const auto answer = std::make_shared<std::optional<bool>>();
    to_cluster(number, [this, id, answer, life = lives_](PlayedCluster& cluster) {
      seen_.late_offers += life < lives_;
      if (cluster.asking.is_over(life))
        return;
      const bool takes = cluster.waiting.empty() || draw(0, 1) == 0;
      if (takes)
        put(cluster, id);
      const Seconds known = to_meta_scheduler(cluster, [this, answer, takes, life] {
        if (life == lives_)
          *answer = takes;
      });
      if (!takes)
        cluster.refusal_known = known;
    });
    offering_ = true;
    wait_for(*answer, number);
    offering_ = false;
    const auto& cluster = clusters_[static_cast<std::size_t>(number)];
    return *answer ? **answer : cluster.left.count(id) + cluster.lost.count(id) > 0;
  }

  std::vector<JobStatus> statuses(const std::vector<OfferedJob>& offered) override {
    std::vector<JobStatus> all;
    for (const auto& [job, number] : offered)
      all.push_back(standing(job, number));
    for (std::size_t place = 0; place < offered.size(); ++place) // not before: it may go while it waits
      if (all[place].left)
        seen_.ended_meanwhile += static_cast<int>(
            clusters_[static_cast<std::size_t>(offered[place].cluster)].left.erase(offered[place].job));
    return all;
  }
  JobStatus standing(TaskId job, int number) {
    auto& cluster = clusters_[static_cast<std::size_t>(number)];
    const auto answer = std::make_shared<std::optional<JobStatus>>();
    if (gone_.count(number) == 0)
      to_cluster(number, [this, job, answer, life = lives_](PlayedCluster& asked) {
        if (asked.asking.is_over(life))
          return;
        const auto left = asked.left.find(job);
        const auto said = left != asked.left.end()
                              ? JobStatus{true, left->second}
                              : JobStatus{asked.waiting.count(job) + asked.running.count(job) > 0, {}};
        to_meta_scheduler(asked, [this, answer, said, life] {
          if (life == lives_)
            *answer = said;
        });
      });
    wait_for(*answer, number);
    if (!*answer)
      return {cluster.left.count(job) + cluster.lost.count(job) > 0, {}};
    return **answer;
  }

  LoggedState take_back(TaskId job, int number) override {
    auto& cluster = clusters_[static_cast<std::size_t>(number)];
    LoggedState fate;
    if (const auto left = cluster.left.extract(job))
      fate.left = left.mapped();
    else
      cluster.lost.erase(job);
    return fate;
  }

  std::optional<NextJob> next(const UpperQueueView& view) override { return queue_->next(view); }
  Selected select(const SelectionView& view) override { return selection_->select(view); }
  void left(TaskId job, Seconds, Seconds, Seconds) override { ++left_[job]; }
  void taken_back(TaskId) override { ++seen_.taken_back; }

  RandomStreams::Engine engine_;
  Seen& seen_;
  const std::string queue_name_;
  std::unique_ptr<UpperQueue> queue_;
  std::unique_ptr<Selection> selection_;
  std::vector<PlayedCluster> clusters_;
  Model model_;
  std::multimap<Seconds, TaskId> submissions_;
  std::multimap<Seconds, std::function<void()>> events_;
  std::vector<std::function<void()>> switches_; ///< of clusters, which the model has not been told
  std::set<int> gone_;                          ///< clusters, as the meta-scheduler knows at once
  Seconds now_ = 0;
  bool is_up_ = true, is_over_ = false, offering_ = false;
  int lives_ = 0; ///< of the meta-scheduler
};

TEST(MetaReturnsProperties, EachJobRunsToItsEndOnce) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < scaled<std::uint64_t>(20'000) && !HasFailure(); ++seed) {
    SCOPED_TRACE("world " + std::to_string(seed));
    World world(seed, seen);
    ASSERT_TRUE(world.play()) << "jobs are left";
    EXPECT_EQ(static_cast<int>(world.left_.size()), world.jobs);
    for (const auto& [job, times] : world.left_)
      EXPECT_EQ(times, 1) << "job " << job;
    for (const auto& [job, times] : world.ended)
      EXPECT_EQ(times, 1) << "job " << job;
  }
  std::cout << "the meta-scheduler went " << seen.went_while_offering << " times while it offered; "
            << seen.late_offers << " offers came late; " << seen.ended_meanwhile << " jobs had ended; "
            << seen.taken_back << " were taken back\n";
  EXPECT_GT(seen.went_while_offering, 1000);
  EXPECT_GT(seen.late_offers, 1000);
  EXPECT_GT(seen.ended_meanwhile, 1000);
  EXPECT_GT(seen.taken_back, 1000);
}

} // namespace meta_returns_test
} // namespace malha::testing
