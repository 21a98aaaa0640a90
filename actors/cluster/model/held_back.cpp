// SPDX-License-Identifier: MIT
#include "held_back.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace malha::cluster {

const char* HeldBack::why_refused(const QueuedJob& job, const Book& book, Seconds now) {
  const char* why = policy_.why_refused(job, {now, book.nodes().size(), site_});
  if (why == nullptr)
    policy_.submitted(job, now);
  return why;
}

HeldBack::Settled HeldBack::settle(Book& book, Seconds now) {
  const bool looks_at_all = std::exchange(has_changed_, false) || now >= next_look_;
  has_let_go_on_ = false;
  if (looks_at_all)
    let_go_on(book, now);
  std::vector<std::pair<JobHandle, const char*>> held;
  const auto look = [&](const auto& jobs) {
    for (const auto& job : jobs)
      if (const char* why = why_not(job, book, now))
        held.emplace_back(job.handle, why);
  };
  if (looks_at_all)
    look(book.queue().jobs());
  else
    look(book.changes().arrived);
  bool are_void = false;
  for (const auto& [handle, why] : held) {
    are_void |= book.hold_back(handle);
    reasons_[book[handle].task.id] = why;
  }
  next_look_ = book.held_back().empty() ? never : policy_.next_change(now);
  return are_void       ? Settled::promises_void
         : held.empty() ? Settled::nothing_held
                        : Settled::only_new_jobs_held;
}

void HeldBack::let_go_on(Book& book, Seconds now) {
  std::vector<JobHandle> free;
  for (const auto& job : book.held_back().jobs())
    if (const char* why = why_not(job, book, now))
      reasons_[job.id] = why;
    else
      free.push_back(job.handle);
  has_let_go_on_ = !free.empty();
  for (const auto handle : free) {
    reasons_.erase(book[handle].task.id);
    book.let_go_on(handle);
  }
}

std::vector<JobHandle> HeldBack::cut(Decision& decision, const Book& book, Seconds now) {
  const auto first = std::find_if(decision.start.begin(), decision.start.end(), [&](const Start& start) {
    if (why_not(book[start.job].queued, book, now) != nullptr)
      return true;
    policy_.started(book[start.job].as_submitted(), now);
    return false;
  });
  std::vector<JobHandle> left;
  std::transform(first, decision.start.end(), std::back_inserter(left),
                 [](const Start& one) { return one.job; });
  if (left.empty())
    return left;
  decision.start.erase(first, decision.start.end());
  const auto starts = [&](const Reason& reason) {
    return std::any_of(decision.start.begin(), decision.start.end(),
                       [&](const Start& start) { return start.job == reason.job; });
  };
  auto& reasons = decision.reasons;
  reasons.erase(std::remove_if(reasons.begin(), reasons.end(), [&](auto& one) { return !starts(one); }),
                reasons.end());
  return left;
}

void HeldBack::explain(const Book& book, std::vector<Reason>& reasons) const {
  for (const auto& job : book.held_back().jobs())
    reasons.push_back({job.handle, reasons_.at(job.id)});
}

} // namespace malha::cluster
