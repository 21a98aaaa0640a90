// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"
#include "policies/cluster/priority.hpp"

namespace malha::cluster {

/// Asks a priority policy for the jobs of a book, and notifies it of which jobs hold nodes. It says when the
/// next pass is due.
class Priorities : public Listener {
public:
  /// `shares` are shown to the policy; null: the site says nothing.
  Priorities(Priority& policy, const SharesOfSite* shares)
      : policy_(policy), shares_(shares), next_pass_(policy.next_pass(0)) {}

  double of(const QueuedJob& job, const Book& book, Seconds now) const {
    return policy_.priority(job, {now, book.nodes().size(), book.queue().jobs(), shares_, book.site()});
  }
  /// Why the job can have no priority; "": it can.
  std::string why_not(const Job& job) const {
    if (shares_ == nullptr || association_of(job, shares_->accounts))
      return "";
    return "job " + std::to_string(job.id) + " is of user '" + job.user.str() + "'" +
           (job.account.empty() ? ", who has no account at the site"
                                : " in account '" + job.account.str() + "', which the site does not know") +
           "; valid: a user and an account of setting accounts";
  }
  Seconds next_pass() const { return next_pass_; }
  /// Plans the pass after the one at this date.
  void has_passed(Seconds now) { next_pass_ = policy_.next_pass(now); }

  // What a job used before the run began, at date 0, belongs to the usage that the site states.
  void started(const LiveJob& job, const Start&) override {
    if (job.sized == nullptr)
      policy_.started(job.queued, std::max(job.start, Seconds{0}));
    else
      policy_.started(on_nodes(job, job.nodes.size()), job.start);
  }
  void resized(const LiveJob& job, const SizeChange& change) override {
    policy_.ended(on_nodes(job, change.before.size()), change.since, change.date);
    policy_.started(on_nodes(job, job.nodes.size()), change.date);
  }
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState) override {
    gave_back(job, start, end);
  }
  void cut_short(const LiveJob& job, Seconds now, const char*) override { gave_back(job, job.start, now); }

private:
  /// To the policy a job whose nodes change is one of that size that ends, and another that starts.
  static QueuedJob on_nodes(const LiveJob& job, int nodes) {
    QueuedJob on = job.queued;
    on.size = nodes;
    return on;
  }
  void gave_back(const LiveJob& job, Seconds start, Seconds end) {
    if (job.sized == nullptr)
      policy_.ended(job.queued, std::max(start, Seconds{0}), end);
    else
      policy_.ended(on_nodes(job, job.nodes.size()), job.sized->since, end);
  }

  Priority& policy_;
  const SharesOfSite* shares_;
  Seconds next_pass_;
};

} // namespace malha::cluster
