// SPDX-License-Identifier: MIT
#pragma once
#include "profile.hpp"

namespace malha::cluster {

/// Goes through a profile once, from date to date, and finds the promised jobs that could start earlier,
/// without a search for each. A gap is a time during which some number of nodes is free. The sweep keeps the
/// gaps that go on at the date that it has reached, and how long those were that it has passed. It can step
/// back to the date at which the profile is changed.
///
/// No promise could be put forward before the profile was changed. So it can only be put forward into a gap
/// that begins before the end of all that was given back: the sweep goes on only as long as there is such a
/// gap that a job may use.
class GapSweep {
public:
  /// Numbers of nodes, in classes of [2^i, 1.5 x 2^i) and [1.5 x 2^i, 2^(i + 1)), so that it need not be kept
  /// for each number how long gaps are.
  using SizeClass = std::uint8_t;
  static SizeClass class_of(int nodes) {
    int octaves = 0;
    for (; nodes >= 4; nodes >>= 1)
      octaves += 2;
    return static_cast<SizeClass>(octaves + nodes);
  }

  explicit GapSweep(const Profile& profile) : profile_(profile) {}

  /// Begins again. The profile may have changed: nodes were given back up to that date, and none after it.
  void restart(Seconds given_to = never) {
    step_back(0);
    longest_.fill(0);
    given_to_ = given_to;
    is_past_ = false;
  }
  /// Nodes are given back up to that date, too.
  void give_to(Seconds date) {
    given_to_ = std::max(given_to_, date);
    is_past_ = false;
  }
  /// Whether `earliest_before` may find a date for such a job.
  bool may_hold(int size, SizeClass size_class, Seconds walltime) const {
    return !is_past_ || size <= widest_ || longest_[size_class] >= walltime;
  }

  /// The earliest date before the promise from which the job can run up to the promise, or to its end; the
  /// promise when there is none. From the promise on the job has its own nodes. The sweep goes on to the
  /// promise: dates must not decrease from call to call.
  Seconds earliest_before(Seconds promise, int size, Seconds walltime) {
    return earliest_before(promise, size, class_of(size), walltime);
  }
  /// The same for a size whose class is known.
  Seconds earliest_before(Seconds promise, int size, SizeClass size_class, Seconds walltime) {
    const auto& steps = profile_.steps();
    while (reached_ < steps.size() && steps[reached_].from < promise)
      pass(steps[reached_]);
    look_ahead(promise);
    if (longest_[size_class] >= walltime)
      return profile_.earliest_before(promise, size, walltime);
    Seconds start = promise;
    for (auto gap = top_; gap != none && passed_[gap].free >= size; gap = passed_[gap].below)
      start = passed_[gap].since;
    return start;
  }

  /// Steps back to the date. The profile may be changed from there on before the next call. Returns the first
  /// step that was not passed: the one that begins at the date, if there is one.
  std::size_t step_back_to(Seconds date) {
    auto step = reached_;
    while (step > 0 && profile_.steps()[step - 1].from >= date)
      --step;
    step_back(step);
    return step;
  }

private:
  static constexpr auto none = std::numeric_limits<std::uint32_t>::max();

  /// What became of a step that was passed: a gap began, if it has nodes that were not free before. The gaps
  /// below it have fewer nodes and are older.
  struct Passed {
    Seconds since;
    int free;
    std::uint32_t below;
    std::uint32_t top_before;
  };

  void step_back(std::size_t step) {
    if (step >= reached_)
      return;
    top_ = passed_[step].top_before;
    reached_ = step;
  }

  /// If nothing was given back from the date on, no gap that begins there can hold a job.
  void look_ahead(Seconds date) {
    if (date < given_to_)
      return;
    auto gap = top_;
    while (gap != none && passed_[gap].since >= given_to_)
      gap = passed_[gap].below;
    widest_ = gap == none ? 0 : passed_[gap].free;
    is_past_ = true;
  }

  void pass(const Profile::Step& step) {
    if (reached_ == passed_.size())
      passed_.emplace_back();
    auto& here = passed_[reached_];
    here.top_before = top_;
    Seconds since = step.from;
    for (; top_ != none && passed_[top_].free > step.free; top_ = passed_[top_].below) {
      since = passed_[top_].since;
      keep(passed_[top_].free, step.from - since + roundings * step.from);
    }
    if (step.free > (top_ == none ? 0 : passed_[top_].free)) {
      here.since = since;
      here.free = step.free;
      here.below = top_;
      top_ = static_cast<std::uint32_t>(reached_);
    }
    ++reached_;
  }

  /// Notes a gap that was passed, for all jobs that it may have nodes for.
  void keep(int free, Seconds length) {
    for (auto of = class_of(free) + 1U; of-- > 0 && longest_[of] < length;)
      longest_[of] = length;
  }

  /// By how much a gap may be shorter than the walltimes that it holds, as a share of its end.
  static constexpr double roundings = 4 * std::numeric_limits<double>::epsilon();

  const Profile& profile_;
  std::vector<Passed> passed_; ///< by step, those before `reached_`
  std::size_t reached_ = 0;
  std::uint32_t top_ = none; ///< the open gap with the most nodes
  /// By class of sizes: the longest gap that was passed and may hold a job of that class. It stays there when
  /// the sweep steps back: then it may not hold the job, which a search finds out.
  std::array<Seconds, 64> longest_{};
  Seconds given_to_ = never;
  bool is_past_ = false; ///< all that was given back was passed
  int widest_ = 0;       ///< then the nodes of the widest gap that goes on and began before
};

} // namespace malha::cluster
