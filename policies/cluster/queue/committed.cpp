// SPDX-License-Identifier: MIT
// A choice that is kept (Zhang et al., RLScheduler, SC 2020, as its program does it): the first job of the
// order is chosen, and nothing that comes later takes its place until it starts. Jobs come into the order one
// at a time: while the chosen job waits, or when nothing is left to choose from. At one date they come before
// the nodes of ended jobs, of which one after the other becomes free. While the chosen job waits, others may
// fill the gap, by submission, if they end before its shadow time, which is fixed when it is chosen; there
// are no extra nodes. Under wait=placeholder wfp3 and unicep take -(submission + 1) for the wait: the program
// subtracts the submission from a start that is -1 while the job waits.
#include "decision_draft.hpp"
#include "queue_order.hpp"

#include <deque>
#include <map>

namespace malha::cluster {
namespace {

class Committed : public Queue {
public:
  explicit Committed(const Parameters& parameters)
      : order_(order_of(parameters)), has_placeholder_(parameters.text("wait") == "placeholder"),
        fills_gaps_(parameters.text("backfill") == "on") {
    if (has_placeholder_ && keeps_places(order_))
      throw std::invalid_argument("wait=placeholder has no effect here; valid: with order=wfp3 or unicep");
  }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    take_changes(view);
    while (true) {
      if (!chosen_ && !choose(view.now)) {
        if (!take_event())
          break;
      } else if (chosen_->size <= draft.free() - unreleased_) {
        start(draft, *std::exchange(chosen_, std::nullopt), "chosen");
      } else {
        if (fills_gaps_)
          fill_gap(view, draft);
        if (!take_event())
          break;
      }
    }
    draft.hold_others([&](const QueuedJob& job) {
      return chosen_ && job.handle == chosen_->handle ? "chosen_waits" : "not_chosen";
    });
    return draft.finish();
  }
  bool heeds_order_of_queue() const override { return false; }
  bool heeds_weights() const override { return true; }
  bool takes_predictions() const override { return fills_gaps_ || looks_at_walltimes(order_); }

private:
  void take_changes(const QueueView& view) {
    for (const auto handle : view.changes.withdrawn)
      forget(handle);
    coming_.assign(view.changes.arrived.begin(), view.changes.arrived.end());
    ended_.assign(view.changes.ended.begin(), view.changes.ended.end());
    std::stable_sort(ended_.begin(), ended_.end(), [&](const Release& a, const Release& b) {
      return starts_[a.handle] < starts_[b.handle];
    });
    unreleased_ = 0;
    for (const auto& one : ended_)
      unreleased_ += one.size;
    if (view.changes.new_priorities) // walltimes are others
      for (const auto& job : view.queue) {
        for (auto& known : waiting_)
          if (known.handle == job.handle)
            known = job;
        if (chosen_ && chosen_->handle == job.handle)
          chosen_ = job;
      }
  }

  void forget(JobHandle handle) {
    if (chosen_ && chosen_->handle == handle)
      chosen_.reset();
    waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                  [handle](const QueuedJob& job) { return job.handle == handle; }),
                   waiting_.end());
  }

  /// Lets the next job come, or else the next nodes become free. Returns whether there was either.
  bool take_event() {
    if (!coming_.empty()) {
      waiting_.push_back(coming_.front());
      coming_.pop_front();
      return true;
    }
    if (ended_.empty())
      return false;
    unreleased_ -= ended_.front().size;
    ended_.pop_front();
    return true;
  }

  /// Returns whether there is a job to choose.
  bool choose(Seconds date) {
    const Seconds now = has_placeholder_ ? -1 : date;
    const auto first = std::min_element(waiting_.begin(), waiting_.end(), [&](const auto& a, const auto& b) {
      const double rank_a = rank(a, order_, now), rank_b = rank(b, order_, now);
      return std::tie(rank_a, a.submitted, a.id) < std::tie(rank_b, b.submitted, b.id);
    });
    if (first == waiting_.end())
      return false;
    chosen_ = *first;
    waiting_.erase(first);
    shadow_.reset();
    return true;
  }

  /// When enough nodes will be free for the chosen job, by walltimes.
  Seconds shadow_time(const QueueView& view, const DecisionDraft& draft) const {
    std::vector<std::pair<Seconds, int>> ends;
    for (const auto& one : ended_)
      ends.emplace_back(view.now, one.size);
    for (const auto& one : view.running)
      ends.emplace_back(one.expected_end, one.size);
    for (const auto& one : draft.started())
      ends.emplace_back(one.expected_end, one.size);
    std::sort(ends.begin(), ends.end());
    int free = draft.free() - unreleased_;
    for (const auto& [date, nodes] : ends)
      if ((free += nodes) >= chosen_->size)
        return date;
    return never;
  }

  void fill_gap(const QueueView& view, DecisionDraft& draft) {
    if (!shadow_)
      shadow_ = shadow_time(view, draft);
    const auto fits = [&](const QueuedJob& job) {
      return draft.now() + job.walltime < *shadow_ && job.size <= draft.free() - unreleased_;
    };
    std::sort(waiting_.begin(), waiting_.end(), [](const QueuedJob& a, const QueuedJob& b) {
      return std::tie(a.submitted, a.id) < std::tie(b.submitted, b.id);
    });
    for (auto job = waiting_.begin(); job != waiting_.end();)
      if (fits(*job)) {
        start(draft, *job, "fills_gap");
        job = waiting_.erase(job);
      } else {
        ++job;
      }
  }

  void start(DecisionDraft& draft, const QueuedJob& job, const char* why) {
    draft.start(job, why);
    starts_[job.handle] = ++number_of_starts_;
  }

  const Order order_;
  const bool has_placeholder_, fills_gaps_;
  std::vector<QueuedJob> waiting_;           ///< that have come, but the chosen one
  std::optional<QueuedJob> chosen_;          ///< nothing: the next job is to be chosen
  std::optional<Seconds> shadow_;            ///< of the chosen job; nothing: it is not yet known
  std::deque<QueuedJob> coming_;             ///< at this date, and not yet in the order
  std::deque<Release> ended_;                ///< at this date, whose nodes are not yet free
  int unreleased_ = 0;                       ///< their nodes
  std::map<JobHandle, std::int64_t> starts_; ///< the number of the last start under each handle
  std::int64_t number_of_starts_ = 0;
};

} // namespace

MALHA_POLICY(policy<Committed>(
    "cluster/committed",
    "chooses the first job of an order, and keeps the choice until it starts; others may fill the gap before",
    "Zhang et al., SC 2020, as its program does it",
    {order_parameter("jobs to choose from",
                     {"submit", "wfp3", "unicep", "shortest", "smallest", "f1", "f2", "f3", "f4"}),
     choice("wait", "since_submission", {"since_submission", "placeholder"},
            "what wfp3 and unicep take for the wait of a job; placeholder: -(submission + 1)"),
     choice("backfill", "off", {"off", "on"},
            "whether others start before the chosen job if they end before its shadow time")},
    {{Trait::changing_heads}}))

} // namespace malha::cluster
