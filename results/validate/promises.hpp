// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace malha {

/// The starts that a scheduler has promised to waiting jobs, by the name of the job. It is told what the
/// scheduler decides, in the order of the dates.
class Promises {
public:
  /// What may be, although a job then starts later than it was promised.
  struct Lifted {
    bool heads_may_change = false; ///< a job loses its promise when another one is at the head of the queue
    bool starts_are_late = false;  ///< jobs start when messages arrive
  };
  /// A promise that is not kept.
  struct Broken {
    std::string text;
    bool by_another_head = false; ///< after the job had lost its place at the head of the queue
  };

  explicit Promises(Lifted lifted) : lifted_(lifted) {}

  /// No promise need be kept any more.
  void void_all();
  /// That one need not be kept any more.
  void forget(const std::string& job);
  /// The job waits, at a date, with a promised start or without one; at the head of the queue, or not.
  std::optional<Broken> waits(const std::string& job, bool at_head, std::optional<Seconds> promised,
                              Seconds now);
  /// The job starts. What it was promised at the last moment is an improvement.
  std::optional<Broken> starts(const std::string& job, bool at_head, std::optional<Seconds> promised,
                               Seconds now);
  /// What is promised to jobs that wait.
  const std::map<std::string, Seconds>& standing() const { return promised_; }
  /// What is wrong where a job with that promise starts then.
  std::optional<Broken> kept(const std::string& job, Seconds promise, Seconds start) const;

private:
  void lose_head();

  const Lifted lifted_;
  std::map<std::string, Seconds> promised_;
  std::string head_;
  std::set<std::string> lost_head_; ///< jobs that have lost their place, while that is not allowed
};

} // namespace malha
