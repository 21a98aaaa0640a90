// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/limit.hpp"
#include "views.hpp"

#include <algorithm>
#include <deque>

namespace malha::conformance {

/// A job of the run.
struct LimitedJob {
  Credentials credentials;
  Demands demands;
  cluster::Request request;
  cluster::QueuedJob job;
  Seconds run_time = 0, leaves = never;
  bool restarts = false;
  Seconds start = 0, end = never; ///< of its last start; of one that does not run `never`
  std::string code;               ///< why it does not start
};

/// Jobs on a cluster that starts them in the order of their submission, and passes over those that the policy
/// holds back, or that do not fit.
class LimitedCluster {
public:
  LimitedCluster(cluster::Limit& policy, Asking& asking, const cluster::SiteRules& site, int nodes)
      : policy_(policy), asking_(asking), site_(site), nodes_(nodes), free_(nodes) {}

  /// Returns what became of each job, in their order. It ends when nothing happens any more, or only changes
  /// of answers that let no job start.
  Json run(std::deque<LimitedJob>& jobs) {
    constexpr int most_changes_in_vain = 1000;
    auto next = jobs.begin();
    int in_vain = 0;
    for (Seconds date = 0; date < never && in_vain < most_changes_in_vain;) {
      now_ = date;
      end_what_is_over();
      for (; next != jobs.end() && next->job.submitted <= now_; ++next)
        submit(*next);
      let_go();
      const bool stands_still = !start_what_may() && running_.empty() && next == jobs.end();
      in_vain = stands_still ? in_vain + 1 : 0;
      date = next == jobs.end() ? next_date() : std::min(next_date(), next->job.submitted);
    }
    for (auto* job : waiting_)
      rows_.push_back({job->job.id, "waits", 0, job->code});
    std::sort(rows_.begin(), rows_.end(), [](const Json& a, const Json& b) { return a[0] < b[0]; });
    return rows_;
  }

private:
  using Code = std::optional<std::string>;

  template <class Call>
  void tell(const Call& call) {
    asking_.ask([&] {
      call();
      return true;
    });
  }
  /// The code of an answer; nothing: null.
  template <class Call>
  Code code_of(const Call& call) {
    return asking_.ask([&]() -> Code {
      const char* code = call();
      return code != nullptr ? Code(code) : std::nullopt;
    });
  }
  cluster::LimitView view() const { return {now_, nodes_, site_}; }

  void end_what_is_over() {
    for (auto job = running_.begin(); job != running_.end();) {
      auto& own = **job;
      if (own.end > now_) {
        ++job;
        continue;
      }
      const bool waits_again = std::exchange(own.restarts, false);
      tell([&] { policy_.ended(own.job, own.start, own.end, waits_again); });
      free_ += own.job.size;
      job = running_.erase(job);
      if (waits_again)
        waiting_.push_back(&own);
      else
        is_gone(own, "ends");
    }
  }

  void submit(LimitedJob& own) {
    own.job.handle = handles_.empty() ? next_handle_++ : handles_.extract(handles_.begin()).value();
    if (const auto code = code_of([&] { return policy_.why_refused(own.job, view()); })) {
      handles_.insert(own.job.handle);
      rows_.push_back({own.job.id, "refused", number(now_), *code});
      return;
    }
    tell([&] { policy_.submitted(own.job, now_); });
    waiting_.push_back(&own);
  }

  void let_go() {
    for (auto job = waiting_.begin(); job != waiting_.end();) {
      auto& own = **job;
      if (own.leaves > now_) {
        ++job;
        continue;
      }
      tell([&] { policy_.left(own.job, now_); });
      is_gone(own, "leaves");
      job = waiting_.erase(job);
    }
  }

  void is_gone(const LimitedJob& own, const char* how) {
    rows_.push_back({own.job.id, how, number(now_), ""});
    handles_.insert(own.job.handle);
  }

  bool start_what_may() {
    bool any = false;
    for (auto job = waiting_.begin(); job != waiting_.end();) {
      auto& own = **job;
      const auto code = code_of([&] { return policy_.why_not_now(own.job, view()); });
      if (code || own.job.size > free_) {
        own.code = code.value_or("too_few_nodes");
        ++job;
        continue;
      }
      any = true;
      own.start = now_;
      own.end = now_ + std::min(own.run_time, own.job.walltime);
      own.leaves = never;
      free_ -= own.job.size;
      tell([&] { policy_.started(own.job, now_); });
      running_.push_back(&own);
      job = waiting_.erase(job);
    }
    return any;
  }

  Seconds next_date() {
    Seconds date = asking_.ask([&] { return policy_.next_change(now_); });
    if (!(date > now_))
      throw BrokenRule("the next change of an answer is not in the future");
    if (waiting_.empty())
      date = never;
    for (const auto* job : running_)
      date = std::min(date, job->end);
    for (const auto* job : waiting_)
      date = std::min(date, job->leaves);
    return date;
  }

  cluster::Limit& policy_;
  Asking& asking_;
  const cluster::SiteRules& site_;
  const int nodes_;
  int free_;
  Seconds now_ = 0;
  std::set<cluster::JobHandle> handles_; ///< of jobs that are gone: later ones use them again
  cluster::JobHandle next_handle_ = 0;
  std::vector<LimitedJob*> waiting_, running_; ///< in the order in which they came to wait, or started
  Json rows_ = Json::array();
};

} // namespace malha::conformance
