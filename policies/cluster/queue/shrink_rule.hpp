// SPDX-License-Identifier: MIT
#pragma once
#include "levels.hpp"
#include "sizing.hpp"

#include <queue>

namespace malha::cluster {

/// The smallest, preferred or largest size of jobs.
using SizeBound = int SizeBounds::*;

/// Sizes to which jobs shrink so that others start.
struct ShrinkRule {
  /// What a job that waits is promised, and the floor of those who give it.
  struct Promise {
    SizeBound size, floor;
  };

  SizeBound start;               ///< size with which jobs start if enough nodes are free
  std::vector<Promise> promises; ///< of which the first is made for which there is enough
  std::vector<SizeBound> growth; ///< up to which idle nodes go to all jobs, one after the other
  bool evens_out = false;        ///< nodes go so that relative sizes even out

  /// The rule of that name: min, pref, average or keep_pref. `deep` has a meaning for pref.
  static ShrinkRule named(const std::string& name, bool deep) {
    constexpr SizeBound min = &SizeBounds::min, pref = &SizeBounds::pref, max = &SizeBounds::max;
    if (name == "pref" && deep)
      return {pref, {{pref, pref}, {pref, min}, {min, min}}, {pref, max}};
    if (name == "pref")
      return {pref, {{min, pref}}, {pref, max}};
    if (name == "keep_pref")
      return {pref, {{min, pref}}, {pref}};
    return {min, {{min, min}}, {max}, name == "average"};
  }
};

/// Whether job `a` with so many nodes is relatively smaller than job `b`: (nodes - min) / (max - min). Both
/// have a min below their max.
inline bool is_relatively_smaller(const ChangingJob& a, int nodes_of_a, const ChangingJob& b,
                                  int nodes_of_b) {
  const auto above = [](const ChangingJob& job, int nodes) { return std::int64_t{nodes} - job.sizes.min; };
  const auto range = [](const ChangingJob& job) { return std::int64_t{job.sizes.max} - job.sizes.min; };
  return above(a, nodes_of_a) * range(b) < above(b, nodes_of_b) * range(a);
}

/// By how much each job is to change when so many nodes are given one by one, each to the job that is then
/// relatively the smallest (`sign` 1), or taken from the largest (-1); the first of several. Each changes by
/// no more than its `room`.
inline std::vector<int> even_out(const std::vector<ChangingJob*>& jobs, const std::vector<int>& room,
                                 int nodes, int sign) {
  std::vector<int> changes(jobs.size(), 0);
  const auto smaller = [&](std::size_t a, std::size_t b) {
    return is_relatively_smaller(*jobs[a], jobs[a]->target + sign * changes[a], *jobs[b],
                                 jobs[b]->target + sign * changes[b]);
  };
  const auto comes_after = [&](std::size_t a, std::size_t b) {
    const bool is_after = sign > 0 ? smaller(b, a) : smaller(a, b);
    const bool is_before = sign > 0 ? smaller(a, b) : smaller(b, a);
    return is_after || (!is_before && a > b);
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(comes_after)> next(comes_after);
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (room[i] > 0)
      next.push(i);
  for (; nodes > 0 && !next.empty(); --nodes) {
    const auto job = next.top();
    next.pop();
    if (++changes[job] < room[job])
      next.push(job);
  }
  return changes;
}

/// What each of the jobs gives for so many nodes without going below its floor: those with the most above it
/// first, ties by their order. Nothing if they have too few.
inline std::vector<int> gifts(const ShrinkRule& rule, const std::vector<ChangingJob*>& givers,
                              SizeBound floor, int nodes) {
  std::vector<int> room;
  std::vector<Level> levels;
  std::int64_t surplus = 0;
  for (const auto* job : givers) {
    room.push_back(std::max(0, job->target - job->sizes.*floor));
    levels.push_back({-room.back(), 0});
    surplus += room.back();
  }
  if (surplus < nodes)
    return {};
  return rule.evens_out ? even_out(givers, room, nodes, -1) : raise_lowest(levels, nodes);
}

/// What each of the jobs gets of so many idle nodes, up to the bound: those with the fewest above their
/// starting size first, ties by their order.
inline std::vector<int> shares(const ShrinkRule& rule, const std::vector<ChangingJob*>& takers,
                               SizeBound bound, int nodes) {
  std::vector<int> room;
  std::vector<Level> levels;
  for (const auto* job : takers) {
    room.push_back(std::max(0, job->sizes.*bound - job->target));
    levels.push_back({job->target - job->sizes.*(rule.start), 0});
    levels.back().top = levels.back().value + room.back();
  }
  return rule.evens_out ? even_out(takers, room, nodes, 1) : raise_lowest(levels, nodes);
}

} // namespace malha::cluster
