// SPDX-License-Identifier: MIT
#pragma once
#include "sizing.hpp"

namespace malha::cluster {

/// A job among which nodes are divided anew at each date: it runs and obeys, or it may start.
struct Sharer {
  TaskId id;
  SizeBounds sizes;
  ChangingJob* runs;        ///< null: it waits
  const QueuedJob* waiting; ///< null: it runs
  int part = 0;             ///< nodes that it is to have
};

/// The nodes of those who share: all but those of jobs that keep theirs.
inline int nodes_to_share(const QueueView& view, Sizing& sizing) {
  int nodes = view.nodes;
  for (const auto& release : view.running)
    nodes -= release.resizing == nullptr ? release.size : 0;
  for (const auto& job : sizing.running())
    nodes -= job.obeys ? 0 : job.nodes;
  return nodes;
}

/// The running jobs that share, by id. Changes of their sizes that have not happened are cancelled.
inline std::vector<Sharer> running_sharers(Sizing& sizing) {
  std::vector<Sharer> sharers;
  for (auto& job : sizing.running())
    if (job.obeys) {
      sizing.resize(job, job.nodes);
      sharers.push_back({job.id, job.sizes, &job, nullptr});
    }
  return sharers;
}

/// Gives jobs their parts: running ones shrink at their points; waiting ones start, in the order of
/// `starts_first`, on what is free of their part, until one finds less than its minimum; only if there is no
/// such job, running ones grow, by id.
template <class Before>
void give_parts(const std::vector<Sharer>& sharers, Sizing& sizing, Before starts_first) {
  std::vector<const Sharer*> waiting, running;
  for (const auto& one : sharers) {
    (one.runs != nullptr ? running : waiting).push_back(&one);
    if (one.runs != nullptr && one.runs->nodes > one.part)
      sizing.resize(*one.runs, one.part);
  }
  std::sort(waiting.begin(), waiting.end(),
            [&](auto* a, auto* b) { return starts_first(*a->waiting, *b->waiting); });
  for (const auto* one : waiting) {
    const int nodes = std::min(one->part, sizing.free());
    if (nodes < one->sizes.min)
      return;
    sizing.start(*one->waiting, nodes, "head");
  }
  std::sort(running.begin(), running.end(), [](auto* a, auto* b) { return a->id < b->id; });
  for (const auto* one : running)
    if (auto& job = *one->runs; job.nodes <= job.target && job.target < one->part)
      sizing.resize(job, std::min(one->part, job.target + sizing.free()));
}

} // namespace malha::cluster
