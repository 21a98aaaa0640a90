// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"
#include "policies/cluster/limit.hpp"

namespace malha::cluster {

/// Keeps the jobs that a limit holds back from the queue policy of a book, and remembers why. The queue
/// policy sees the other jobs alone.
class HeldBack : public Listener {
public:
  HeldBack(Limit& policy, const SiteRules& site) : policy_(policy), site_(site) {}

  /// Why a job that has just entered the queue cannot be submitted; null: it can, and counts from now on.
  const char* why_refused(const QueuedJob& job, const Book& book, Seconds now);
  /// Holds jobs back, and lets those go on that no limit holds any more.
  enum class Settled { nothing_held, only_new_jobs_held, promises_void };
  /// Promises are void if a job that the queue policy has seen waits no more.
  Settled settle(Book& book, Seconds now);
  /// Whether the last call of `settle` has let jobs go on.
  bool has_let_go_on() const { return has_let_go_on_; }
  /// Cuts the decision before the first start that a limit does not allow once the starts before it are
  /// carried out. Of a decision that is cut only the reasons for its starts are left. Returns the jobs that
  /// do not start.
  std::vector<JobHandle> cut(Decision& decision, const Book& book, Seconds now);
  /// The date at which a job that is held back may go on, although nothing happens.
  Seconds next_change(Seconds now) const { return policy_.next_change(now); }
  /// Why a job is held back.
  const char* reason_of(const LiveJob& job) const { return reasons_.at(job.task.id); }
  /// Adds the reasons of the jobs that are held back.
  void explain(const Book& book, std::vector<Reason>& reasons) const;

  /// Counts a job that runs already when the run begins.
  void resumed(const LiveJob& job, Seconds now) {
    policy_.submitted(job.as_submitted(), now);
    policy_.started(job.as_submitted(), now);
  }

  void started(const LiveJob&, const Start&) override { has_changed_ = true; }
  // What a job used before the run began, at date 0, belongs to the usage that the site states.
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    policy_.ended(job.as_submitted(), std::max(start, Seconds{0}), end, false);
    has_changed_ = true;
  }
  void cut_short(const LiveJob& job, Seconds now, const char*) override {
    policy_.ended(job.as_submitted(), std::max(job.start, Seconds{0}), now, true);
    has_changed_ = true;
  }
  void dropped(const LiveJob& job, Seconds now) override { has_left(job, now); }
  void withdrawn(const LiveJob& job, Seconds now) override { has_left(job, now); }

private:
  const char* why_not(const QueuedJob& job, const Book& book, Seconds now) {
    return policy_.why_not_now(book[job.handle].as_submitted(), {now, book.nodes().size(), site_});
  }
  void let_go_on(Book& book, Seconds now);
  void has_left(const LiveJob& job, Seconds now) {
    policy_.left(job.as_submitted(), now);
    reasons_.erase(job.task.id);
    has_changed_ = true;
  }

  Limit& policy_;
  const SiteRules& site_;
  std::map<TaskId, const char*> reasons_; ///< of jobs that are held back
  bool has_let_go_on_ = false;
  bool has_changed_ = false;  ///< something has started or ended since jobs were last looked at
  Seconds next_look_ = never; ///< at all jobs, although nothing has changed
};

} // namespace malha::cluster
