// SPDX-License-Identifier: MIT
#pragma once
#include "node_choice.hpp"

#include <boost/container/small_vector.hpp>

#include <set>

namespace malha::cluster {

/// A decision that a policy is making. It keeps count of the nodes that are still free and chooses those of
/// each job that starts. Reasons are kept where the view asks for them, and forgotten otherwise, so that a
/// policy just gives them.
class DecisionDraft {
public:
  explicit DecisionDraft(const QueueView& view, const NodeChoice& choice = {})
      : view_(view), choice_(choice), free_(view.free.size()) {
    if (!choice_.is_first())
      free_nodes_ = view.free;
  }

  const QueueView& view() const { return view_; }
  Seconds now() const { return view_.now; }
  bool explains() const { return view_.explain; }

  int free() const { return free_; } ///< nodes
  bool has_room_for(const QueuedJob& job) const { return job.size <= free_; }
  bool starts_any() const { return !started_.empty(); }
  /// Whether jobs stay in the queue.
  bool leaves_any() const { return view_.queue.size() > started_.size() + dropped_.size(); }
  /// What has started, as the nodes it will give back.
  using Started = boost::container::small_vector<Release, 4>;
  const Started& started() const { return started_; }

  /// Starts a job on nodes of the policy's choice.
  void start(const QueuedJob& job, const char* why, Seconds promised = never) {
    begin(job, {job.handle, take_nodes(job.size)});
    say(job, why, promised);
  }
  /// Starts a job whose fragments go to those machines.
  void start_on(const QueuedJob& job, std::vector<int> machines) {
    begin(job, {job.handle, {}, std::move(machines)});
  }
  /// The job waits; `promised` is the date of its reservation, if it has one.
  void hold(const QueuedJob& job, const char* why, Seconds promised = never) { say(job, why, promised); }
  /// All other jobs of the queue wait: `why(job)` is called for each that has no reason yet.
  template <class Why>
  void hold_others(Why why) {
    if (!explains())
      return;
    std::set<JobHandle> said;
    for (const auto& reason : decision_.reasons)
      said.insert(reason.job);
    for (const auto& job : view_.queue)
      if (said.count(job.handle) == 0 && !is_dropped(job))
        hold(job, why(job));
  }
  /// Gives the reason of a job, whatever becomes of it.
  void say(const QueuedJob& job, const char* why, Seconds promised = never) {
    if (explains())
      decision_.reasons.push_back({job.handle, why, promised});
  }

  /// Stops a running job, and has it queued again.
  void requeue(JobHandle job) { decision_.stop.push_back({job, true}); }
  /// The job will never run.
  void drop(JobHandle job) {
    decision_.drop.push_back(job);
    dropped_.insert(job);
  }
  bool is_dropped(const QueuedJob& job) const { return dropped_.count(job.handle) > 0; }

  /// Asks for another decision then, if nothing happens before.
  void ask_again_at(Seconds date) { decision_.wake = date; }

  /// The decision as it is by now. Nothing can be added to it afterwards.
  Decision finish() { return std::move(decision_); }

private:
  void begin(const QueuedJob& job, Start start) {
    decision_.start.push_back(std::move(start));
    started_.push_back({now() + job.walltime, job.id, job.handle, job.size});
    free_ -= job.size;
  }

  IndexSet take_nodes(int size) {
    if (choice_.is_first())
      return {};
    auto nodes = choice_.of(free_nodes_, size);
    free_nodes_.remove(nodes);
    return nodes;
  }

  const QueueView& view_;
  const NodeChoice choice_;
  Decision decision_;
  int free_;
  IndexSet free_nodes_; ///< unless the lowest are taken
  Started started_;
  std::set<JobHandle> dropped_;
};

} // namespace malha::cluster
