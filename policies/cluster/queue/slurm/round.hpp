// SPDX-License-Identifier: MIT
#pragma once
#include "job_order.hpp"
#include "policies/cluster/queue/decision_draft.hpp"

namespace malha::cluster::slurm {

/// A job that holds nodes until its expected end.
struct Holder {
  JobHandle job;
  Seconds end;
  IndexSet nodes;
};

/// What both schedulers do at one date: the decision in the making, with the nodes that are still free.
class Round {
public:
  Round(const QueueView& view, const NodeChoice& choice, const Settings& settings, KnownJobs& known)
      : draft(view), order(view, settings, known), windows(view), choice_(choice), known_(known) {}

  DecisionDraft draft;
  const JobOrder order;
  const Windows windows;

  Seconds now() const { return draft.now(); }
  const QueueView& view() const { return draft.view(); }
  /// The nodes that a job gets of these, of which there are enough.
  IndexSet choose(const IndexSet& from, int size) const { return choice_.of(from, size, view()); }
  const Terms& terms_of(const QueuedJob& job) const { return known_.of(job, view().site); }
  const IndexSet& free() const { return left_ ? *left_ : view().free; }

  /// Those of the nodes on which the job may run if it begins now.
  IndexSet usable(const IndexSet& nodes, const QueuedJob& job) const {
    return windows.usable(allowed(nodes, job), job, now());
  }
  /// Those of the nodes on which the job may run, whatever windows there are.
  static IndexSet allowed(const IndexSet& nodes, const QueuedJob& job) {
    const auto* const of_job = job.request != nullptr ? job.request->allowed : nullptr;
    return of_job != nullptr ? in_both(nodes, *of_job) : nodes;
  }
  /// Whether there may be nodes that it may not use now, although they are free.
  bool is_bound(const QueuedJob& job) const {
    return windows.size() > 0 || (job.request != nullptr && job.request->allowed != nullptr);
  }

  static constexpr const char* too_few_nodes = "too_few_nodes";
  /// Why the free nodes are not enough for the job; null: they are.
  const char* why_it_has_no_nodes(const QueuedJob& job) const {
    if (!windows.holds(job, now()))
      return "outside_of_window";
    const auto idle = allowed(free(), job);
    if (idle.size() < job.size)
      return too_few_nodes;
    if (windows.usable(idle, job, now()).size() >= job.size)
      return nullptr;
    for (std::size_t number = 0; number < windows.size(); ++number)
      if (windows.bars(number, job, now()) && windows[number].is_maintenance &&
          !in_both(windows[number].nodes, idle).empty())
        return "maintenance_ahead";
    return Windows::is_of_one(job) ? too_few_nodes : "window_ahead";
  }

  /// The jobs that the decision starts, in the order of their starts.
  const std::vector<Holder>& started() const { return started_; }
  bool starts(const QueuedJob& job) const { return names_.count(job.handle) > 0; }
  /// The running jobs that the decision stops.
  const std::vector<Stop>& stopped() const { return stopped_; }
  bool stops(JobHandle job) const {
    return std::any_of(stopped_.begin(), stopped_.end(), [job](const Stop& one) { return one.job == job; });
  }

  /// Starts a job on nodes that are selected from these free ones, of which there are enough.
  void start(const QueuedJob& job, const IndexSet& from, const char* why) {
    start_on(job, choose(from, job.size), why);
  }
  /// Starts a job on these free nodes.
  void start_on(const QueuedJob& job, const IndexSet& nodes, const char* why) {
    if (!left_)
      left_ = view().free;
    left_->remove(nodes);
    started_.push_back({job.handle, now() + job.walltime, nodes});
    names_.insert(job.handle);
    known_.started(job.handle, now());
    draft.start_on_nodes(job, nodes, why);
  }
  /// Stops a running job, whose nodes are free then.
  void stop(const Release& running, bool requeue) {
    if (!left_)
      left_ = view().free;
    left_->insert(*running.nodes);
    stopped_.push_back({running.handle, requeue});
  }

  /// A running job that will be stopped at a later date.
  struct StopToCome {
    JobHandle job;
    Seconds date;
  };
  void will_stop(JobHandle job, Seconds date) { stops_to_come_.push_back({job, date}); }
  const std::vector<StopToCome>& stops_to_come() const { return stops_to_come_; }
  /// When a running job is expected to end: it may be stopped before.
  Seconds end_of(const Release& running) const {
    for (const auto& [job, date] : stops_to_come_)
      if (job == running.handle)
        return std::min(running.expected_end, date);
    return running.expected_end;
  }

  /// The finished decision. Nothing can be added to it afterwards.
  Decision finish() {
    auto decision = draft.finish();
    decision.stop = stopped_;
    return decision;
  }

private:
  const NodeChoice& choice_;
  KnownJobs& known_;
  std::optional<IndexSet> left_; ///< nothing: all that are free in the view
  std::vector<Holder> started_;
  std::vector<Stop> stopped_;
  std::vector<StopToCome> stops_to_come_;
  boost::container::flat_set<JobHandle> names_;
};

} // namespace malha::cluster::slurm
