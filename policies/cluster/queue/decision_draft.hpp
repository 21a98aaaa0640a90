// SPDX-License-Identifier: MIT
#pragma once
#include "node_choice.hpp"

#include <boost/container/flat_set.hpp>
#include <boost/container/small_vector.hpp>

#include <set>

namespace malha::cluster {

/// A decision that a policy is making. The draft counts the nodes that are still free, and selects the nodes
/// of each job that starts. It keeps reasons if the view asks for them, and drops them otherwise, so a
/// policy always gives them.
class DecisionDraft {
public:
  explicit DecisionDraft(const QueueView& view, const NodeChoice& choice = {})
      : view_(view), choice_(choice), free_(view.free.size()) {
    if (!choice_.is_first(view))
      free_nodes_ = view.free;
  }

  const QueueView& view() const { return view_; }
  Seconds now() const { return view_.now; }
  bool explains() const { return view_.explain; }

  int free() const { return free_; } ///< number of nodes that are still free
  bool has_room_for(const QueuedJob& job) const { return job.size <= free_; }
  bool starts_any() const { return !started_.empty(); }
  /// Whether jobs stay in the queue after this decision.
  bool leaves_any() const { return view_.queue.size() > started_.size() + dropped_.size(); }
  /// The jobs that the decision starts, as releases of their nodes.
  using Started = boost::container::small_vector<Release, 4>;
  const Started& started() const { return started_; }

  /// Starts a job on nodes that the draft selects.
  void start(const QueuedJob& job, const char* why, Seconds promised = never) {
    begin(job, job.size).nodes = take_nodes(job.size);
    say(job, why, promised);
  }
  /// Starts a job on so many nodes, which is one of its sizes.
  void start_with(const QueuedJob& job, int size, const char* why) {
    auto& start = begin(job, size);
    start.nodes = take_nodes(size);
    start.size = size;
    say(job, why);
  }
  /// Starts a job on these nodes, which must be free. The draft must be one that selects the lowest nodes,
  /// and all its jobs must be started by this function: it selects none itself.
  void start_on_nodes(const QueuedJob& job, IndexSet nodes, const char* why) {
    begin(job, job.size).nodes = std::move(nodes);
    say(job, why);
  }
  /// Starts a job whose fragments go to these machines.
  void start_on(const QueuedJob& job, std::vector<int> machines) {
    begin(job, job.size).machines = std::move(machines);
  }
  /// Gives the reason why the job waits. `promised` is the date of its reservation; `never`: it has none.
  void hold(const QueuedJob& job, const char* why, Seconds promised = never) { say(job, why, promised); }
  /// Gives the reasons why all other jobs wait: calls `why(job)` for each job that has no reason yet.
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
  /// Gives a reason for what becomes of a job.
  void say(const QueuedJob& job, const char* why, Seconds promised = never) {
    if (explains())
      decision_.reasons.push_back({job.handle, why, promised});
  }

  /// Stops a running job and puts it back in the queue.
  void requeue(JobHandle job) { decision_.stop.push_back({job, true}); }
  /// Removes a job that will never run from the queue.
  void drop(JobHandle job) {
    decision_.drop.push_back(job);
    dropped_.insert(job);
  }
  bool is_dropped(const QueuedJob& job) const { return dropped_.count(job.handle) > 0; }

  /// Gives a running job another size. `release` is what it is then expected to give back. The draft, which
  /// must be one that selects the lowest nodes, does not count what becomes free or taken: `nodes_come_free`.
  void resize(const Release& release, int size) {
    decision_.resize.push_back({release.handle, size});
    resized_.push_back(release);
  }
  /// So many more nodes are free, by changes of running jobs; below 0: fewer.
  void nodes_come_free(int more) { free_ += more; }
  const Started& resized() const { return resized_; }
  bool is_resized(JobHandle job) const {
    return std::any_of(resized_.begin(), resized_.end(), [job](auto& one) { return one.handle == job; });
  }

  /// Asks for another decision at that date, if nothing happens before.
  void ask_again_at(Seconds date) { decision_.wake = date; }

  /// The finished decision. Nothing can be added to it afterwards.
  Decision finish() { return std::move(decision_); }

private:
  Start& begin(const QueuedJob& job, int size) {
    started_.push_back({now() + seconds_on(job, size), job.id, job.handle, size});
    free_ -= size;
    auto& start = decision_.start.emplace_back();
    start.job = job.handle;
    return start;
  }

  IndexSet take_nodes(int size) {
    if (choice_.is_first(view_))
      return {};
    auto nodes = choice_.of(free_nodes_, size, view_);
    free_nodes_.remove(nodes);
    return nodes;
  }

  const QueueView& view_;
  const NodeChoice choice_;
  Decision decision_;
  int free_;
  IndexSet free_nodes_; ///< not kept if the lowest nodes are taken
  Started started_, resized_;
  boost::container::flat_set<JobHandle> dropped_;
};

} // namespace malha::cluster
