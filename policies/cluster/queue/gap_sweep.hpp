// SPDX-License-Identifier: MIT
#pragma once
#include "profile.hpp"

namespace malha::cluster {

/// Goes through a profile once, from date to date, and finds the promised jobs that could start earlier,
/// without a search for each. A gap is a time during which some number of nodes is free. The sweep keeps the
/// gaps that go on at the date that it has reached, and the longest ones that it has passed. It can step back
/// to the date at which the profile is changed.
class GapSweep {
public:
  explicit GapSweep(const Profile& profile) : profile_(profile) {}

  /// Begins again. The profile may have changed.
  void restart() { step_back(0); }

  /// The earliest date before the promise from which the job can run up to the promise, or to its end; the
  /// promise when there is none. From the promise on the job has its own nodes. The sweep goes on to the
  /// promise: dates must not decrease from call to call.
  Seconds earliest_before(Seconds promise, int size, Seconds walltime) {
    const auto& steps = profile_.steps();
    for (; marks_.size() < steps.size() && steps[marks_.size()].from < promise;)
      pass(steps[marks_.size()]);
    if (has_passed(size, walltime))
      return profile_.earliest_before(promise, size, walltime);
    Seconds start = promise;
    for (auto gap = top_; gap != none && open_[gap].free >= size; gap = open_[gap].below)
      start = open_[gap].since;
    return start;
  }

  /// Steps back to the date. The profile may be changed from there on before the next call.
  void step_back_to(Seconds date) {
    auto step = marks_.size();
    while (step > 0 && profile_.steps()[step - 1].from >= date)
      --step;
    step_back(step);
  }

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  /// A gap that goes on. The gaps below it have fewer nodes and are older.
  struct Open {
    int free;
    Seconds since;
    std::size_t below;
  };
  struct Passed {
    int free;
    Seconds length;
  };
  /// The state before a step of the profile was passed.
  struct Mark {
    std::size_t top, open, first_passed, passed;
  };

  void step_back(std::size_t step) {
    if (step >= marks_.size())
      return;
    const auto& mark = marks_[step];
    top_ = mark.top;
    open_.resize(mark.open);
    first_passed_ = mark.first_passed;
    passed_.resize(mark.passed);
    marks_.resize(step);
  }

  void pass(const Profile::Step& step) {
    marks_.push_back({top_, open_.size(), first_passed_, passed_.size()});
    Seconds since = step.from;
    for (; top_ != none && open_[top_].free > step.free; top_ = open_[top_].below) {
      since = open_[top_].since;
      keep({open_[top_].free, step.from - since + roundings * step.from});
    }
    if (step.free > (top_ == none ? 0 : open_[top_].free)) {
      open_.push_back({step.free, since, top_});
      top_ = open_.size() - 1;
    }
  }

  /// Keeps the gap unless another one is as long and has as many nodes. The list of those that were passed is
  /// written again, after the old one, to which the sweep may step back.
  void keep(const Passed& gap) {
    const auto begin = first_passed_, end = passed_.size();
    for (auto i = begin; i < end && passed_[i].free >= gap.free; ++i)
      if (passed_[i].length >= gap.length)
        return;
    first_passed_ = end;
    auto i = begin;
    for (; i < end && passed_[i].free > gap.free; ++i)
      passed_.push_back(Passed(passed_[i]));
    passed_.push_back(gap);
    for (; i < end; ++i)
      if (passed_[i].length > gap.length)
        passed_.push_back(Passed(passed_[i]));
  }

  bool has_passed(int size, Seconds walltime) const {
    for (auto i = first_passed_; i < passed_.size() && passed_[i].free >= size; ++i)
      if (passed_[i].length >= walltime)
        return true;
    return false;
  }

  /// By how much a gap may be shorter than the walltimes that it holds, as a share of its end.
  static constexpr double roundings = 4 * std::numeric_limits<double>::epsilon();

  const Profile& profile_;
  std::vector<Mark> marks_; ///< by step
  std::vector<Open> open_;
  std::size_t top_ = none; ///< the open gap with the most nodes
  /// From `first_passed_` on the longest gaps that were passed, from the shortest and widest one to the
  /// longest.
  std::vector<Passed> passed_;
  std::size_t first_passed_ = 0;
};

} // namespace malha::cluster
