// SPDX-License-Identifier: MIT
// Running jobs shrink so that waiting ones start: the family of Posner, Hupfeld and Finnerty 2023, with the
// rule keep_pref after Zojer, Posner and Özden (arXiv 2602.17318), of which only the abstract was at hand. At
// each date, after requests, which are granted as by cluster/greedy out of nodes that are kept for nobody:
// - growth that has not happened is cancelled; jobs at their points give what they are to give;
// - promised jobs start when enough nodes are free, then other jobs in the order of the queue, on their
//   starting size or what is free and not kept, if that is their minimum at least. The first that does not
//   fit ends this; backfill=easy lets those pass that do not put off its start on its minimum;
// - each further job in order is promised its minimum, if running jobs that obey can give it at their next
//   points without going below their floor; the first that cannot be helped ends this;
// - if nobody waits, idle nodes go to jobs that obey, and what was to be given stays.
// `rule` says which sizes these are:
//   rule       start  floor  idle nodes go up to
//   min        min    min    max
//   pref       pref   pref   pref of all, then max
//   average    min    min    max; relative sizes (nodes - min) / (max - min) are evened out, node by node
//   keep_pref  pref   pref   pref
// Under other rules than average those with the most nodes above their floor give first, those with the
// fewest above their starting size get first; ties by id. Under rule=pref, deep=on, as in their programs, a
// job is promised pref from what others have above pref, else pref from what they have above min, else min
// from that. Their backfilling tests the size of the candidate, and compares a date with a run time: it is
// not copied.
#include "shrink_rule.hpp"
#include "sized_gap.hpp"

#include <map>

namespace malha::cluster {
namespace {

class ShrinkToStart : public Queue {
public:
  explicit ShrinkToStart(const Parameters& parameters)
      : rule_(ShrinkRule::named(parameters.text("rule"), parameters.text("deep") == "on")) {
    if (parameters.text("backfill") == "easy")
      queue_.emplace(Order::submit, OrderedQueue::Needs::least);
    if (parameters.text("deep") == "on" && parameters.text("rule") != "pref")
      throw std::invalid_argument("deep=on has no effect here; valid: with rule=pref");
  }

  Decision decide(const QueueView& view) override {
    for (const auto handle : view.changes.withdrawn)
      promised_.erase(handle);
    if (std::exchange(nodes_up_, view.nodes) != view.nodes)
      forget_promises();
    if (queue_)
      queue_->update(view);
    DecisionDraft draft(view);
    Sizing sizing(draft, owed_);
    sizing.answer_requests(kept_);
    settle(sizing);
    start_promised(view, sizing);
    start_waiting(view, sizing);
    promise(view, sizing);
    start_promised(view, sizing);
    if (sizing.started().size() == view.queue.size())
      grow(sizing);
    if (queue_)
      for (const auto& job : sizing.started())
        queue_->erase(job.handle);
    sizing.finish();
    explain(draft);
    return draft.finish();
  }
  bool resizes() const override { return true; }

private:
  /// Nodes have failed or recovered. Jobs that were to give some may never do so, and nodes that are promised
  /// may never be there again.
  void forget_promises() {
    promised_.clear();
    kept_ = 0;
  }

  bool is_promised(const QueuedJob& job) const { return promised_.count(job.handle) > 0; }

  void settle(Sizing& sizing) {
    for (auto& job : sizing.running()) {
      if (job.target > job.nodes)
        sizing.resize(job, job.nodes);
      if (job.at_point && job.target < job.nodes)
        shrink(job, job.target, sizing);
    }
  }

  /// Nodes that a job gives now are kept for those who are promised some.
  void shrink(ChangingJob& job, int nodes, Sizing& sizing) {
    if (job.at_point)
      kept_ += job.nodes - nodes;
    sizing.resize(job, nodes);
  }

  void start_promised(const QueueView& view, Sizing& sizing) {
    for (auto job = view.queue.begin(); !promised_.empty() && job != view.queue.end(); ++job) {
      const auto promise = promised_.find(job->handle);
      if (promise == promised_.end())
        continue;
      if (promise->second > sizing.free())
        return;
      kept_ = std::max(0, kept_ - promise->second);
      sizing.start(*job, promise->second, "head");
      promised_.erase(promise);
    }
    kept_ = 0;
  }

  /// Those that are not promised nodes, on what is not kept for those who are.
  void start_waiting(const QueueView& view, Sizing& sizing) const {
    for (const auto& job : view.queue) {
      if (is_promised(job) || sizing.has_started(job))
        continue;
      const auto sizes = sizes_of(job);
      const int room = sizing.free() - kept_, nodes = std::min(sizes.*(rule_.start), room);
      if (nodes < sizes.min)
        return queue_ ? fill_gap_before(job, view, sizing) : void();
      sizing.start(job, nodes, "head");
    }
  }

  void fill_gap_before(const QueuedJob& head, const QueueView& view, Sizing& sizing) const {
    const auto room = [&] { return sizing.free() - kept_; };
    SizedGap gap(sizes_of(head).min, room(), view, sizing);
    for (auto* job = &head; (job = queue_->find(job, gap.around(room(), view.now))) != nullptr;) {
      const auto sizes = sizes_of(*job);
      const int nodes = gap.fitting(*job, std::min(sizes.*(rule_.start), room()), view.now);
      if (nodes >= sizes.min && !is_promised(*job) && !sizing.has_started(*job))
        sizing.start(*job, nodes, gap.fill(*job, nodes, view.now));
    }
  }

  void promise(const QueueView& view, Sizing& sizing) {
    for (const auto& job : view.queue)
      if (!is_promised(job) && !sizing.has_started(job) && !promise_to(job, sizing))
        return;
  }

  bool promise_to(const QueuedJob& job, Sizing& sizing) {
    auto givers = sizing.all();
    givers.erase(std::remove_if(givers.begin(), givers.end(), [](auto* one) { return !one->obeys; }),
                 givers.end());
    for (const auto& [size, floor] : rule_.promises) {
      const int nodes = sizes_of(job).*size;
      const auto given = gifts(rule_, givers, floor, nodes);
      for (std::size_t i = 0; i < given.size(); ++i)
        if (given[i] > 0)
          shrink(*givers[i], givers[i]->target - given[i], sizing);
      if (!given.empty()) {
        promised_[job.handle] = nodes;
        return true;
      }
    }
    return false;
  }

  void grow(Sizing& sizing) const {
    auto takers = sizing.all();
    takers.erase(std::remove_if(takers.begin(), takers.end(), [](auto* one) { return !one->obeys; }),
                 takers.end());
    for (auto* job : takers)
      if (job->target < job->nodes)
        sizing.resize(*job, job->nodes);
    for (const auto bound : rule_.growth) {
      const auto given = shares(rule_, takers, bound, sizing.free());
      for (std::size_t i = 0; i < takers.size(); ++i)
        if (given[i] > 0)
          sizing.resize(*takers[i], takers[i]->target + given[i]);
    }
  }

  void explain(DecisionDraft& draft) const {
    bool is_head = true;
    draft.hold_others([&](const QueuedJob& job) {
      if (is_promised(job))
        return "nodes_promised";
      if (std::exchange(is_head, false) || (queue_ && job.size > draft.free()))
        return "too_few_nodes";
      return queue_ ? "would_delay_reservation" : "behind_head";
    });
  }

  const ShrinkRule rule_;
  int nodes_up_ = 0;                  ///< when it was last asked
  std::optional<OrderedQueue> queue_; ///< nothing: no job passes another
  std::map<JobHandle, int> promised_; ///< jobs that wait, and the nodes that they are promised
  int kept_ = 0;                      ///< free nodes that were given for them
  Sizing::Owed owed_;
};

} // namespace

MALHA_POLICY(policy<ShrinkToStart>(
    "cluster/shrink_to_start",
    "starts jobs in the order of the queue, for which running jobs shrink; idle nodes go to running jobs",
    "Posner, Hupfeld and Finnerty 2023",
    {choice("rule", "min", {"min", "pref", "average", "keep_pref"},
            "sizes with which jobs start, to which they shrink and up to which they grow"),
     choice("backfill", "none", {"none", "easy"},
            "which jobs may pass the first that waits: none, or those that do not delay it, as in EASY"),
     choice(
         "deep", "off", {"off", "on"},
         "of rule=pref: jobs are promised their preferred size, and shrink to their minima if they must")}))

} // namespace malha::cluster
