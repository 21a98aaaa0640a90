// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace malha {

/// The starts that a scheduler has promised to waiting jobs, by name of the job. Its functions are called for
/// each decision of the scheduler, in the order of dates.
class Promises {
public:
  /// Reasons for which jobs may start later than promised.
  struct Lifted {
    bool heads_may_change = false; ///< a job loses its promise when another one becomes head of the queue
    bool starts_are_late = false;  ///< jobs start when messages arrive
  };
  /// A broken promise.
  struct Broken {
    std::string text;
    bool by_another_head = false; ///< after the job had lost its place at the head of the queue
  };

  explicit Promises(Lifted lifted) : lifted_(lifted) {}

  /// Cancels all promises.
  void void_all();
  /// Cancels the promise to a job.
  void forget(const std::string& job);
  /// Records that a job waits, at the head of the queue or not, with a promised start or without one. Returns
  /// the promise that this breaks.
  std::optional<Broken> waits(const std::string& job, bool at_head, std::optional<Seconds> promised,
                              Seconds now);
  /// Records that a job starts. A start promised in the same decision replaces a later one. Returns the
  /// promise that this breaks.
  std::optional<Broken> starts(const std::string& job, bool at_head, std::optional<Seconds> promised,
                               Seconds now);
  /// The promised starts of waiting jobs.
  const std::map<std::string, Seconds>& standing() const { return promised_; }
  /// Returns the broken promise if a job with that promise starts at that date.
  std::optional<Broken> kept(const std::string& job, Seconds promise, Seconds start) const;

private:
  void lose_head();

  const Lifted lifted_;
  std::map<std::string, Seconds> promised_;
  std::string head_;
  std::set<std::string> lost_head_; ///< jobs that have lost their place, while that is not allowed
};

} // namespace malha
