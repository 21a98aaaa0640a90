// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue/decision_draft.hpp"
#include "settings.hpp"

namespace malha::cluster::slurm {

/// A job that holds nodes until its expected end: one that runs, or that the decision starts.
struct Holder {
  Seconds end;
  IndexSet nodes;
};

/// What both schedulers do at one date: the decision in the making, with the nodes that are still free.
class Round {
public:
  Round(const QueueView& view, const NodeChoice& choice) : draft(view), choice_(choice) {}

  DecisionDraft draft;

  Seconds now() const { return draft.now(); }
  const QueueView& view() const { return draft.view(); }
  const NodeChoice& choice() const { return choice_; }
  const IndexSet& free() const { return left_ ? *left_ : view().free; }
  /// The jobs that the decision starts, in the order of their starts.
  const std::vector<Holder>& started() const { return started_; }
  bool starts(const QueuedJob& job) const { return names_.count(job.handle) > 0; }

  /// Starts a job on free nodes that are selected here.
  void start(const QueuedJob& job, const char* why) {
    start(job, choice_.is_first() ? free().lowest(job.size) : choice_.of(free(), job.size), why);
  }
  /// Starts a job on these free nodes.
  void start(const QueuedJob& job, const IndexSet& nodes, const char* why) {
    if (!left_)
      left_ = view().free;
    left_->remove(nodes);
    started_.push_back({now() + job.walltime, nodes});
    names_.insert(job.handle);
    draft.start_on_nodes(job, nodes, why);
  }

private:
  const NodeChoice& choice_;
  std::optional<IndexSet> left_; ///< nothing: all that are free in the view
  std::vector<Holder> started_;
  boost::container::flat_set<JobHandle> names_;
};

} // namespace malha::cluster::slurm
