// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace malha {

/// The starts that a scheduler has promised to waiting jobs, by id of the job. Its functions are called for
/// each decision of the scheduler, in the order of dates.
class Promises {
public:
  /// Reasons for which a promise may be broken.
  struct Lifted {
    bool heads_may_change = false; ///< a job loses its promise when another one becomes head of the queue
    bool starts_are_late = false;  ///< no start is checked: jobs start when messages arrive
  };
  /// A broken promise.
  struct Broken {
    std::string text;
    bool by_another_head = false; ///< whether the job had lost its place at the head of the queue before
  };

  explicit Promises(Lifted lifted) : lifted_(lifted) {}

  /// Cancels all promises.
  void void_all();
  /// Cancels the promise to a job.
  void forget(const std::string& job);
  /// Records a decision that a job waits, at the date `now`. `promised`: the start that the decision
  /// promises. Returns the promise that this breaks, if any.
  std::optional<Broken> waits(const std::string& job, bool at_head, std::optional<Seconds> promised,
                              Seconds now);
  /// Records a decision that a job starts, at the date `now`. A start that the decision promises replaces a
  /// later one. Returns the promise that this breaks, if any.
  std::optional<Broken> starts(const std::string& job, bool at_head, std::optional<Seconds> promised,
                               Seconds now);
  /// The promised starts of jobs that still wait.
  const std::map<std::string, Seconds>& standing() const { return promised_; }
  /// Returns the promise to a job if a start at the date `start` breaks it; none if it is kept.
  std::optional<Broken> kept(const std::string& job, Seconds promise, Seconds start) const;

private:
  /// Records that `head_` loses its place: its promise is cancelled if heads may change.
  void lose_head();

  const Lifted lifted_;
  std::map<std::string, Seconds> promised_;
  std::string head_;                ///< the last job known to wait at the head of the queue; "": none
  std::set<std::string> lost_head_; ///< jobs that lost their place at the head although heads may not change
};

} // namespace malha
