// SPDX-License-Identifier: MIT
// EASY backfilling in which urgent jobs push the head's reservation back. OscarPBS (Cunha, UFF 2013, section
// 7.2) names its pushing inside other schedulers as future work, without a rule. Nodes are all alike, so that
// a push to other nodes at the same dates, as OscarPBS has it, changes nothing here. What is left of its
// rules, by our inference: QoS and emergency jobs have slots, emergency jobs first, each class in order of
// submission (P9 to P11); such a job goes before a head of a lower class if it would be late otherwise (P11,
// P20); a head that has been pushed `push_limit` times is safe (deallocation_limit); nothing that runs is
// touched. The slot is the earliest one, not the last before the deadline, since EASY pulls no job forward. A
// job that is late anyway is treated as a common one.
#include "decision_draft.hpp"
#include "profile.hpp"

namespace malha::cluster {
namespace {

ServiceClass class_of(const QueuedJob& job) {
  return job.request != nullptr ? job.request->service : ServiceClass::common;
}
bool is_in_time(const QueuedJob& job, Seconds start) {
  return start + job.walltime <= (job.request != nullptr ? job.request->deadline : never);
}

class EasyPush : public Queue {
public:
  explicit EasyPush(const Parameters& parameters) : push_limit_(parameters.integer("push_limit")) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    auto next = view.queue.begin();
    for (; next != view.queue.end() && draft.has_room_for(*next); ++next)
      draft.start(*next, "head");
    if (next == view.queue.end())
      return draft.finish();
    plan_for(*next, draft);
    const auto pushes = head_.pushes;
    std::vector<const QueuedJob*> urgent, others;
    for (auto job = std::next(next); job != view.queue.end(); ++job)
      (class_of(*job) == ServiceClass::common ? others : urgent).push_back(&*job);
    std::stable_sort(urgent.begin(), urgent.end(),
                     [](auto* a, auto* b) { return class_of(*a) > class_of(*b); });
    for (const auto* job : urgent)
      if (!serve(*job, draft))
        others.push_back(job);
    draft.hold(*next, "head_reserved", head_.start);
    std::sort(others.begin(), others.end(), [](auto* a, auto* b) { return comes_before(*a, *b); });
    for (const auto* job : others)
      fill_with(*job, draft);
    auto decision = draft.finish();
    if (head_.pushes > pushes)
      decision.deallocated.push_back(next->handle);
    return decision;
  }
  /// The head would lose count of its pushes with its place.
  bool heeds_order_of_queue() const override { return false; }
  bool heeds_weights() const override { return true; }
  /// An urgent job is promised an end, which a prediction is not.
  bool takes_predictions() const override { return false; }

private:
  static QueuedJob no_job() {
    QueuedJob job;
    job.id = -1;
    return job;
  }

  /// The first job that waits.
  struct Head {
    QueuedJob job = no_job();
    Seconds start = never;   ///< of its reservation
    Seconds promise = never; ///< what it was told last
    std::int64_t pushes = 0; ///< by which it was put off
  };

  static void take(Profile& free, const QueuedJob& job, Seconds from) {
    free.add(from, from + job.walltime, -job.size);
  }

  /// Reserves the earliest date for the head.
  void plan_for(const QueuedJob& head, const DecisionDraft& draft) {
    free_.reset(draft.now(), draft.free(), draft.view().running);
    for (const auto& release : draft.started())
      free_.add(release.expected_end, never, release.size);
    const bool has_promise = head_.job.id == head.id && !draft.view().changes.promises_void;
    const Seconds promise = head_.start;
    head_.pushes = head_.job.id == head.id ? head_.pushes : 0;
    head_.job = head;
    head_.start = free_.earliest(head.size, head.walltime);
    head_.promise = has_promise ? promise : head_.start;
    take(free_, head, head_.start);
  }

  /// Starts an urgent job, or reserves for it. Returns false if it would be late.
  bool serve(const QueuedJob& job, DecisionDraft& draft) {
    const char* why = "delays_no_reservation";
    Seconds date = free_.earliest(job.size, job.walltime);
    if (!is_in_time(job, date)) {
      const auto pushing = push_head(job);
      if (!pushing)
        return false;
      date = *pushing;
      why = "pushes_head";
    } else {
      take(free_, job, date);
    }
    if (date == draft.now())
      draft.start(job, why);
    else
      draft.hold(job, "reserved", date);
    return true;
  }

  /// Reserves for the job before the head. Returns its date; nothing, and nothing has changed, if the head
  /// need not give way, or if that does not help.
  std::optional<Seconds> push_head(const QueuedJob& job) {
    if (class_of(job) <= class_of(head_.job))
      return std::nullopt;
    auto free = free_;
    free.add(head_.start, head_.start + head_.job.walltime, head_.job.size);
    const Seconds date = free.earliest(job.size, job.walltime);
    if (!is_in_time(job, date))
      return std::nullopt;
    take(free, job, date);
    const Seconds start = free.earliest(head_.job.size, head_.job.walltime);
    const bool breaks_promise = start > head_.promise;
    if (breaks_promise && head_.pushes >= push_limit_)
      return std::nullopt;
    if (breaks_promise) {
      ++head_.pushes;
      head_.promise = start;
    }
    head_.start = start;
    take(free, head_.job, start);
    free_ = std::move(free);
    return date;
  }

  void fill_with(const QueuedJob& job, DecisionDraft& draft) {
    if (!draft.has_room_for(job))
      return draft.hold(job, "too_few_nodes");
    if (!free_.holds_now(job.size, job.walltime))
      return draft.hold(job, "would_delay_reservation");
    draft.start(job, "delays_no_reservation");
    take(free_, job, draft.now());
  }

  const std::int64_t push_limit_;
  Head head_;
  Profile free_; ///< the nodes that running jobs and reservations leave
};

} // namespace

MALHA_POLICY(policy<EasyPush>(
    "cluster/easy_push",
    "EASY backfilling with slots for urgent jobs, which may put off the head if they would be late otherwise",
    "Cunha, OSCAR-PBS, UFF 2013, section 7.2 (future work); the rules are ours",
    {integer("push_limit", 3, between(0, 1e9), "count",
             "times that urgent jobs may put off the same head; 0: never")}))

} // namespace malha::cluster
