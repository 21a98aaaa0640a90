// SPDX-License-Identifier: MIT
// What the policy of the queue decides, and how it is carried out.
#include "model.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha::cluster {

void Model::decide() {
  Decision decision;
  do {
    if (book_.is_reordered())
      listeners_.notify(&Listener::queue_is_reordered, date_);
    book_.let_promises_follow_order();
    decision = policy_.decide(view_with_power());
    book_.clear_changes();
    if (!(decision.wake > date_))
      throw BrokenRule("its wake-up time t=" + shortest(decision.wake) + " s is not in the future");
  } while (!carry_out(decision) || give_up_late_jobs([this](Seconds latest) { return latest <= date_; }));
  leave_points();
  give_up_held_back();
  if (const auto broken = power_ ? power_->broken_at(date_) : ""; !broken.empty())
    throw BrokenRule(broken);
  const Seconds next_switch = sleeping_ ? switch_machines() : never;
  const bool stands_still = book_.running().empty() && !arrivals_.more();
  passes_in_vain_ = stands_still ? passes_in_vain_ + 1 : 0;
  agenda_.wake_at(is_hopeless(decision)
                      ? never
                      : std::min({decision.wake, next_pass(), next_look(), latest_starts_.next(book_),
                                  next_switch, power_ ? power_->next_change(date_) : never}));
}

QueueView Model::view_with_power() {
  if (power_)
    book_.show(power_->view(date_));
  return book_.view(date_, rules_.explains);
}

/// Returns whether that was all. Otherwise jobs are held back now that the policy took for free to start, or
/// jobs go on that the policy has not seen.
bool Model::carry_out(Decision& decision) {
  for (const auto& one : decision.stop)
    stop(one);
  check(decision);
  std::vector<JobHandle> not_started;
  if (limits_)
    not_started = limits_->cut(decision, book_, date_);
  if (limits_ && rules_.explains)
    limits_->explain(book_, decision.reasons);
  listeners_.notify(&Listener::decided, decision, book_, date_);
  for (const auto handle : decision.drop)
    dropped(book_.drop(handle));
  if (resizes_)
    shrink_jobs(decision.resize);
  else if (!decision.resize.empty())
    throw BrokenRule("it resizes jobs, and does not say so; valid: a policy whose resizes() is true");
  auto to_start = decision.start.size();
  for (const auto& one : decision.start)
    start(one, --to_start);
  if (resizes_)
    grow_jobs(decision.resize);
  if (std::exchange(has_resized_, false))
    notify_of_void_promises();
  for (const auto handle : not_started) {
    book_.check(handle, LiveJob::State::waits, "starts"); // it may have started before in this decision
    book_.take_back_start(handle);
  }
  const bool holds_more = hold_back();
  return !holds_more && not_started.empty() && !(limits_ && limits_->has_let_go_on());
}

/// Drops the jobs that limits hold back if nothing will ever change that.
void Model::give_up_held_back() {
  if (book_.held_back().empty() || !book_.queue().empty() || !book_.running().empty() || arrivals_.more() ||
      limits_->next_change(date_) < never)
    return;
  while (!book_.held_back().empty()) {
    const JobHandle handle = book_.held_back().jobs().front().handle;
    give_up(handle, limits_->reason_of(book_[handle]));
  }
}

/// Drops the jobs that the power cap will no longer let run.
void Model::give_up_above_cap() {
  if (!power_ || !power_->take_change(date_))
    return;
  std::vector<JobHandle> never_run;
  for (const auto* jobs : {&book_.queue().jobs(), &book_.held_back().jobs()})
    for (const auto& job : *jobs)
      if (!power_->could_run(job.size, job.walltime, date_))
        never_run.push_back(job.handle);
  for (const auto handle : never_run)
    give_up(handle, CappedPower::reason);
}

/// Drops a job that waits, be it held back or not, and says why.
void Model::give_up(JobHandle handle, const char* why) {
  listeners_.notify(&Listener::given_up, book_[handle], date_, why);
  if (book_[handle].state == LiveJob::State::waits)
    return withdraw(handle, &Listener::dropped);
  book_.advance(date_);
  book_.let_go_on(handle);
  dropped(book_.take_back(handle));
}

/// The date at which jobs that are held back are to be looked at again.
Seconds Model::next_look() const { return book_.held_back().empty() ? never : limits_->next_change(date_); }

/// Throws BrokenRule if a job that listeners or limits look up for the decision does not wait. The book
/// checks starts and drops when it carries them out.
void Model::check(const Decision& decision) const {
  for (const auto& move : decision.moved)
    book_.check(move);
  for (const auto handle : decision.deallocated)
    book_.check(handle, LiveJob::State::waits, "deallocates");
  if (rules_.explains || limits_)
    for (const auto& one : decision.start)
      book_.check(one.job, LiveJob::State::waits, "starts");
  if (!rules_.explains)
    return;
  for (const auto& reason : decision.reasons)
    book_.check(reason.job, LiveJob::State::waits, "explains");
  for (const auto handle : decision.drop)
    book_.check(handle, LiveJob::State::waits, "drops");
}

/// Whether the policy only asks to be woken, for longer than `patience`, while nothing runs and no job will
/// come. It is not woken then, so that the run ends as a deadlock.
bool Model::is_hopeless(const Decision& decision) {
  if (!decision.start.empty() || !decision.stop.empty() || !book_.running().empty() || arrivals_.more())
    stalled_since_ = date_;
  return date_ - stalled_since_ > patience;
}

} // namespace malha::cluster
