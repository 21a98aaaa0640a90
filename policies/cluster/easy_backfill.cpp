// SPDX-License-Identifier: MIT
// EASY backfilling (Lifka 1995; Mu'alem and Feitelson, TPDS 12(6), 2001): the head of the queue gets a
// reservation at its shadow time, when enough running jobs will have ended by their walltimes; a later job
// starts now if it does not delay the head: it ends by the shadow time, or needs no more than the extra nodes
// that the head leaves then. `depth` jobs get reservations, made anew at each pass; with 0 every job that
// fits starts.
#include "node_choice.hpp"
#include "ordered_queue.hpp"
#include "profile.hpp"

namespace malha::cluster {
namespace {

class EasyBackfill : public Queue {
public:
  explicit EasyBackfill(const Parameters& parameters)
      : order_(order_of(parameters)), depth_(parameters.integer("depth")), nodes_(parameters),
        waiting_(order_) {}

  Decision decide(const QueueView& view) override {
    view_ = &view;
    decision_ = {};
    free_ = view.free.size();
    const bool only_new_jobs_can_start = take_in();
    if (depth_ > 1)
      pass_with_profile();
    else if (only_new_jobs_can_start)
      try_new_jobs();
    else
      pass();
    if (view.explain)
      explain();
    return std::move(decision_);
  }

private:
  /// Brings the queue up to date. Nodes are freed by ends alone, and the gap before the shadow time only
  /// narrows: while nothing ends, no job can start that could not when it was looked at before.
  bool take_in() {
    const auto& changes = view_->changes;
    bool only_new =
        !changes.promises_void && changes.ended.empty() && order_ != Order::wfp3 && !waiting_.empty();
    for (const auto& job : changes.arrived) {
      waiting_.insert(job, view_->now);
      only_new = only_new && (depth_ != 1 || waiting_.before(head_, job.handle));
    }
    if (order_ == Order::wfp3)
      waiting_.rerank(view_->queue, view_->now);
    shadow_is_good_ =
        shadow_is_good_ && !changes.promises_void; // an end on time changes neither it nor the extra nodes
    for (const auto& ended : changes.ended)
      shadow_is_good_ = shadow_is_good_ && ended.expected_end == view_->now;
    return only_new;
  }

  void start(JobHandle handle, const char* reason) {
    const QueuedJob& job = waiting_[handle];
    decision_.start.push_back({handle, nodes_.next(*view_, decision_, job.size)});
    free_ -= job.size;
    waiting_.erase(handle);
    if (view_->explain)
      decision_.reasons.push_back({handle, reason});
  }

  /// With at most one reservation.
  void pass() {
    if (depth_ > 0) {
      while (!waiting_.empty() && waiting_[waiting_.first()].size <= free_) {
        start(waiting_.first(), "head");
        shadow_is_good_ = false;
      }
      if (waiting_.empty())
        return;
      reserve(waiting_.first());
    }
    JobHandle last = depth_ > 0 ? head_ : OrderedQueue::none;
    while ((last = waiting_.find(last, gap())) != OrderedQueue::none)
      fill(last);
  }

  OrderedQueue::Gap gap() const {
    return {view_->now, free_, depth_ > 0 ? std::min(free_, extra_) : free_, depth_ > 0 ? shadow_ : never};
  }

  void try_new_jobs() {
    std::vector<JobHandle> jobs;
    for (const auto& job : view_->changes.arrived)
      jobs.push_back(job.handle);
    std::sort(jobs.begin(), jobs.end(), [&](JobHandle a, JobHandle b) { return waiting_.before(a, b); });
    for (const JobHandle job : jobs)
      if (gap().holds(waiting_[job].size, waiting_[job].walltime))
        fill(job);
  }

  void fill(JobHandle handle) {
    const bool beyond_shadow = view_->now + waiting_[handle].walltime > shadow_;
    if (depth_ > 0 && beyond_shadow)
      extra_ -= waiting_[handle].size;
    start(handle, depth_ == 0 ? "fits" : beyond_shadow ? "fits_in_extra_nodes" : "ends_by_shadow_time");
  }

  /// Finds the head's shadow time and the extra nodes: all that is given back by then counts.
  void reserve(JobHandle head) {
    if (shadow_is_good_ && head == head_)
      return;
    head_ = head;
    shadow_is_good_ = true;
    shadow_ = never;
    std::vector<std::pair<Seconds, int>> started;
    for (const auto& one : decision_.start)
      started.emplace_back(view_->now + waiting_[one.job].walltime, waiting_[one.job].size);
    std::sort(started.begin(), started.end());
    int free = free_;
    auto running = view_->running.begin();
    for (auto next = started.begin(); running != view_->running.end() || next != started.end();) {
      const bool is_running =
          next == started.end() || (running != view_->running.end() && running->expected_end <= next->first);
      const Seconds date = is_running ? running->expected_end : next->first;
      if (free >= waiting_[head].size && date > shadow_)
        break;
      free += is_running ? (running++)->size : (next++)->second;
      shadow_ = date;
    }
    const bool can_ever_start =
        free >= waiting_[head].size; // else too few nodes are up, and nothing is held back
    extra_ = can_ever_start ? free - waiting_[head].size : free;
    shadow_ = can_ever_start ? shadow_ : never;
  }

  /// With any number of reservations.
  void pass_with_profile() {
    profile_.reset(view_->now, free_, view_->running);
    reserved_.clear();
    const auto candidate = [&](JobHandle behind) {
      const bool all = static_cast<std::int64_t>(reserved_.size()) < depth_;
      const int most = all ? std::numeric_limits<int>::max() : free_;
      return waiting_.find(behind, {view_->now, most, most, never});
    };
    for (JobHandle handle = candidate(OrderedQueue::none); handle != OrderedQueue::none;
         handle = candidate(handle)) {
      const QueuedJob& job = waiting_[handle];
      Seconds from = view_->now;
      if (profile_.holds_now(job.size, job.walltime))
        start(handle, reserved_.empty() ? "head" : "delays_no_reservation");
      else if (static_cast<std::int64_t>(reserved_.size()) < depth_)
        reserved_.emplace_back(handle, from = profile_.earliest(job.size, job.walltime));
      else
        continue;
      profile_.add(from, from + job.walltime, -job.size);
    }
  }

  void explain() {
    if (depth_ == 1 && !waiting_.empty())
      reserved_.assign(1, {head_, shadow_});
    for (const auto& [handle, date] : reserved_)
      decision_.reasons.push_back(
          {handle, handle == reserved_.front().first ? "head_reserved" : "reserved", date});
    std::vector<JobHandle> said;
    for (const auto& reason : decision_.reasons)
      said.push_back(reason.job);
    std::sort(said.begin(), said.end());
    for (const auto& job : view_->queue)
      if (!std::binary_search(said.begin(), said.end(), job.handle))
        decision_.reasons.push_back(
            {job.handle, job.size > free_ ? "too_few_nodes" : "would_delay_reservation"});
    reserved_.clear();
  }

  const Order order_;
  const std::int64_t depth_;
  NodeChoice nodes_;
  OrderedQueue waiting_;

  JobHandle head_ = OrderedQueue::none; ///< which has the reservation, of one
  Seconds shadow_ = never;
  int extra_ = 0;
  bool shadow_is_good_ = false; ///< unless the head changes

  // Of one pass:
  const QueueView* view_ = nullptr;
  Decision decision_;
  int free_ = 0;
  Profile profile_;
  std::vector<std::pair<JobHandle, Seconds>> reserved_;
};

} // namespace

MALHA_POLICY(policy<EasyBackfill>(
    "cluster/easy_backfill",
    "starts jobs in the order of the queue; later ones fill gaps if they do not delay the first that waits",
    "Mu'alem and Feitelson, TPDS 12(6), 2001",
    {integer("depth", 1, between(0, 1e9), "count",
             "jobs with a reservation, made anew at each pass; 1: EASY; 0: every job that fits starts"),
     order_parameter(), NodeChoice::parameter()}))

} // namespace malha::cluster
