// SPDX-License-Identifier: MIT
// Estimates by a simulation of the cluster with the job in its queue (M-CISNE, algorithm 3.2; what had to be
// added to it is in docs/multicluster.md, Estimators).
#pragma once
#include "copied_book.hpp"

namespace malha::multicluster {

/// One simulation, from now on until the job that is asked for has ended. Jobs end when the model says; then
/// a new instance of the queue's policy is asked which jobs start. No other job comes.
class SimulatedRun {
public:
  SimulatedRun(const ClusterState& cluster, const AskedJob& asked, TimeModel& model,
               const RunningJobs& running)
      : cluster_(cluster), model_(model), policy_(cluster.make_queue()), book_(cluster, asked, running),
        now_(cluster.now), shares_nodes_(std::any_of(cluster.machines.begin(), cluster.machines.end(),
                                                     [](const auto& machine) { return machine.cpus > 1; })) {
    for (const auto& release : book_.running())
      ends_.push_back({book_[release.handle].remaining.end(), release.id, release.handle});
    sort_ends();
  }

  Estimate estimate() {
    take_due();
    book_.forget_past();
    decide();
    while (!is_answered()) {
      const Seconds date = next();
      if (!(date < never) || idle_decisions_ > most_idle_decisions)
        return cannot_run(steps_);
      now_ = date;
      take_due();
      decide();
    }
    return answer();
  }

private:
  /// Wake-ups without a start on an empty cluster after which the job counts as never starting.
  static constexpr int most_idle_decisions = 1000;

  struct End {
    Seconds date;
    TaskId id;
    cluster::JobHandle handle;

    bool operator<(const End& other) const { return std::tie(other.date, other.id) < std::tie(date, id); }
  };

  /// If jobs do not share nodes, the time of a job is known when it starts.
  bool is_answered() const {
    const auto state = book_.asked().state;
    return state == CopiedJob::State::gone || (!shares_nodes_ && state == CopiedJob::State::runs);
  }

  Estimate answer() const {
    const auto& job = book_.asked();
    if (job.nodes.empty()) // it was dropped
      return cannot_run(steps_);
    const auto local_nodes = std::count_if(job.nodes.begin(), job.nodes.end(), [this](int node) {
      return cluster_.nodes[static_cast<std::size_t>(node)].has_local_user;
    });
    return {job.start - cluster_.now, job.remaining.time(), static_cast<int>(local_nodes), steps_};
  }

  Seconds next() const {
    const Seconds end = ends_.empty() ? never : ends_.back().date;
    const Seconds outlived = book_.running().empty() ? never : book_.running().front().expected_end;
    return std::min({end, outlived, wake_});
  }

  /// Ends, and then jobs that run on beyond their walltimes.
  void take_due() {
    for (; !ends_.empty() && ends_.back().date <= now_; ends_.pop_back(), others_run_ = true)
      book_.end(ends_.back().handle);
    while (!book_.running().empty() && book_.running().front().expected_end <= now_)
      book_.expect_longer(book_.running().front().handle, now_);
  }

  void decide() {
    const auto decision = policy_->decide(book_.view(now_));
    book_.clear_changes();
    for (const auto& stop : decision.stop) {
      forget_end(stop.job);
      if (stop.requeue)
        book_.requeue(stop.job);
      else
        book_.end(stop.job);
    }
    for (const auto handle : decision.drop)
      book_.drop(handle);
    for (const auto& how : decision.start)
      start(how);
    if (std::exchange(others_run_, false) || !decision.start.empty() || !decision.stop.empty()) {
      if (shares_nodes_)
        change_conditions();
      sort_ends();
    }
    wake_ = decision.wake;
    idle_decisions_ = decision.start.empty() && book_.running().empty() ? idle_decisions_ + 1 : 0;
  }

  /// A job that starts has a time at once; if nodes are shared, it is found with those of all others.
  void start(const cluster::Start& how) {
    auto& job = book_.start(how, now_);
    ends_.push_back({never, job.queued.id, how.job});
    if (shares_nodes_) {
      job.remaining = Remaining(now_, unknown_condition, never);
      return;
    }
    model_.find_conditions({{&job.known, &job.nodes}}, cluster_.nodes, conditions_);
    ++steps_;
    job.remaining =
        Remaining(now_, conditions_.front(), model_.whole_time(job.known, conditions_.front(), steps_));
    ends_.back().date = job.remaining.end();
  }

  /// Finds the conditions of all running jobs now, and when the jobs end under them.
  void change_conditions() {
    std::vector<PlacedJob> placed;
    for (const auto& end : ends_)
      placed.push_back({&book_[end.handle].known, &book_[end.handle].nodes});
    model_.find_conditions(placed, cluster_.nodes, conditions_);
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      auto& remaining = book_[ends_[i].handle].remaining;
      ++steps_;
      if (remaining.condition() == conditions_[i])
        continue;
      remaining.change(conditions_[i], model_.whole_time(*placed[i].job, conditions_[i], steps_), now_);
      ends_[i].date = remaining.end();
    }
  }

  void forget_end(cluster::JobHandle handle) {
    ends_.erase(
        std::remove_if(ends_.begin(), ends_.end(), [handle](const End& end) { return end.handle == handle; }),
        ends_.end());
  }
  void sort_ends() { std::sort(ends_.begin(), ends_.end()); }

  static constexpr double unknown_condition = -1;

  const ClusterState& cluster_;
  TimeModel& model_;
  const std::unique_ptr<cluster::Queue> policy_;
  CopiedBook book_;
  Seconds now_;
  const bool shares_nodes_;
  std::vector<End> ends_;   ///< of running jobs, the next one last
  bool others_run_ = false; ///< jobs have ended since the conditions were found
  std::vector<double> conditions_;
  Seconds wake_ = never;
  int idle_decisions_ = 0;
  std::int64_t steps_ = 0;
};

/// An estimator that simulates the cluster under a model of the times of jobs.
class Simulated : public Estimator {
public:
  explicit Simulated(std::unique_ptr<TimeModel> model) : model_(std::move(model)) {}

  Estimate estimate(const ClusterState& cluster, const AskedJob& job) override {
    std::int64_t steps = follow(cluster);
    if (job.size > static_cast<int>(cluster.machines.size()))
      return cannot_run(steps);
    Estimate estimate = SimulatedRun(cluster, job, *model_, running_).estimate();
    estimate.steps += steps;
    return estimate;
  }

  void observe(const ClusterState& cluster) override { follow(cluster); }
  bool reads_history() const override { return model_->reads_history(); }

private:
  std::int64_t follow(const ClusterState& cluster) {
    model_->observe(cluster);
    std::int64_t steps = 0;
    running_.follow(cluster, *model_, steps);
    return steps;
  }

  std::unique_ptr<TimeModel> model_;
  RunningJobs running_;
};

} // namespace malha::multicluster
