// SPDX-License-Identifier: MIT
#pragma once
#include "decision_draft.hpp"
#include "ordered_queue.hpp"

namespace malha::cluster {

/// EASY's one reservation, for the first job that waits. Its shadow time is the date by which enough running
/// jobs will have ended, if each runs to its walltime. The extra nodes are those that the job leaves free at
/// that date.
class HeadReservation {
public:
  HeadReservation(const QueuedJob& job, const DecisionDraft& draft) : HeadReservation(job, job.size, draft) {}
  /// Of so many nodes.
  HeadReservation(const QueuedJob& job, int size, const DecisionDraft& draft) : job_(job), size_(size) {
    int free = draft.free();
    each_release(draft, [&](const Release& release) { // all that is given back by the shadow time counts
      if (free >= size && release.expected_end > shadow_time_)
        return false;
      free += release.size;
      shadow_time_ = release.expected_end;
      return true;
    });
    const bool can_ever_start = free >= size; // else too few nodes are up, and nothing is held back
    extra_nodes_ = can_ever_start ? free - size : free;
    shadow_time_ = can_ever_start ? shadow_time_ : never;
  }

  const QueuedJob& job() const { return job_; }
  int size() const { return size_; }
  Seconds shadow_time() const { return shadow_time_; }
  int extra_nodes() const { return extra_nodes_; }

  /// Whether the reservation is still right if `first` is the first job that waits: nothing has started,
  /// and each job that has ended did so when it was expected to.
  bool stands(const QueuedJob& first, const DecisionDraft& draft) const {
    const auto& changes = draft.view().changes;
    return job_.id == first.id && !draft.starts_any() && !changes.promises_void &&
           std::all_of(changes.ended.begin(), changes.ended.end(),
                       [&](const Release& ended) { return ended.expected_end == draft.now(); });
  }

  /// Whether jobs have only come, behind the head. Only ends free nodes, and the gap before the shadow time
  /// only narrows: no job can start then that could not when it was looked at before.
  bool only_new_jobs_can_start(const OrderedQueue& waiting, const Changes& changes) const {
    return changes.ended.empty() && !changes.promises_void && waiting.keeps_order() &&
           std::all_of(changes.arrived.begin(), changes.arrived.end(),
                       [&](const QueuedJob& job) { return waiting.before(job_, job); });
  }

  /// The gap into which another job must fit to start now.
  OrderedQueue::Gap gap(const DecisionDraft& draft) const {
    return {draft.now(), draft.free(), std::min(draft.free(), extra_nodes_), shadow_time_};
  }
  /// Gives a job that fits the gap its part of it. Returns the reason code of its start.
  const char* fill_with(const QueuedJob& other, Seconds now) { return fill_with(other, other.size, now); }
  /// Of so many nodes.
  const char* fill_with(const QueuedJob& other, int size, Seconds now) {
    if (now + seconds_on(other, size) <= shadow_time_)
      return "ends_by_shadow_time";
    extra_nodes_ -= size;
    return "fits_in_extra_nodes";
  }

  /// Shows the jobs that run, as the decision resizes them, and those that it starts, by expected end, until
  /// `see(release)` returns that it has seen enough.
  template <class See>
  static void each_release(const DecisionDraft& draft, See see) {
    const auto ends_first = [](const Release& a, const Release& b) {
      return a.expected_end < b.expected_end;
    };
    const auto& running = draft.view().running;
    auto started = draft.started();
    started.insert(started.end(), draft.resized().begin(), draft.resized().end());
    std::sort(started.begin(), started.end(), ends_first);
    auto one = running.begin();
    auto other = started.begin();
    while (one != running.end() || other != started.end()) {
      if (one != running.end() && draft.is_resized(one->handle)) { // it is among the others
        ++one;
        continue;
      }
      const bool is_other = one == running.end() || (other != started.end() && ends_first(*other, *one));
      if (!see(is_other ? *other++ : *one++))
        return;
    }
  }

private:
  QueuedJob job_;
  int size_;
  Seconds shadow_time_ = never;
  int extra_nodes_;
};

} // namespace malha::cluster
