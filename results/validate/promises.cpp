// SPDX-License-Identifier: MIT
#include "promises.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {

void Promises::void_all() {
  promised_.clear();
  head_.clear();
}

void Promises::forget(const std::string& job) {
  promised_.erase(job);
  if (head_ == job)
    head_.clear();
}

void Promises::lose_head() {
  if (lifted_.heads_may_change)
    promised_.erase(head_);
  else if (!head_.empty())
    lost_head_.insert(head_);
}

std::optional<Promises::Broken> Promises::waits(const std::string& job, bool at_head,
                                                std::optional<Seconds> promised, Seconds now) {
  if (at_head && head_ != job) {
    lose_head();
    head_ = job;
  }
  std::optional<Broken> broken;
  const auto before = promised_.find(job);
  if (before != promised_.end() && !lifted_.starts_are_late && (!promised || *promised > before->second))
    broken = Broken{"job " + job + ", promised a start at " + shortest(before->second) + ", is put off at " +
                        shortest(now) + " to " + (promised ? shortest(*promised) : "no date"),
                    lost_head_.count(job) > 0};
  if (promised)
    promised_[job] = *promised;
  return broken;
}

std::optional<Promises::Broken> Promises::starts(const std::string& job, bool at_head,
                                                 std::optional<Seconds> promised, Seconds now) {
  if (promised) {
    const auto promise = promised_.emplace(job, *promised).first;
    promise->second = std::min(promise->second, *promised);
  }
  if (at_head && job != head_)
    lose_head();
  const auto promise = promised_.find(job);
  if (promise == promised_.end())
    return std::nullopt;
  const Seconds date = promise->second;
  promised_.erase(promise);
  return kept(job, date, now);
}

std::optional<Promises::Broken> Promises::kept(const std::string& job, Seconds promise, Seconds start) const {
  if (start <= promise || lifted_.starts_are_late)
    return std::nullopt;
  return Broken{"job " + job + " was promised a start at " + shortest(promise) + " and starts at " +
                    shortest(start),
                lost_head_.count(job) > 0};
}

} // namespace malha
