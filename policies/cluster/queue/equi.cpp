// SPDX-License-Identifier: MIT
// Equipartition (Tucker and Gupta, SOSP 1989; McCann, Vaswani and Zahorjan, TOCS 11(2), 1993), in whole
// nodes. Those who share are the running jobs that obey, and jobs that wait, in the order of the queue, while
// the minima of all fit beside the other running jobs. Each gets its minimum; each further node goes to the
// one with the fewest that is below its maximum, ties by id. Running jobs shrink to that at their points.
// Waiting jobs start in order, on what is free of their part, if that is at least their minimum. Jobs grow
// only when none of these waits. All is decided anew at each date, after requests, which are granted as by
// cluster/greedy (the details for jobs with bounds and points are ours).
#include "levels.hpp"
#include "sizing.hpp"

namespace malha::cluster {
namespace {

/// A job that shares, and its part.
struct Sharer {
  TaskId id;
  SizeBounds sizes;
  SizedJob* runs;           ///< null: it waits
  const QueuedJob* waiting; ///< null: it runs
  int part = 0;
};

/// Those who share the nodes, with their parts, by id.
std::vector<Sharer> sharers_of(const QueueView& view, Sizing& sizing) {
  int nodes = view.nodes, minima = 0;
  for (const auto& release : view.running)
    if (release.resizing == nullptr)
      nodes -= release.size;
  std::vector<Sharer> sharers;
  for (auto& job : sizing.running()) {
    if (!job.obeys) {
      nodes -= job.nodes;
      continue;
    }
    sharers.push_back({job.id, job.sizes, &job, nullptr});
    minima += job.sizes.min;
  }
  for (const auto& job : view.queue) {
    const auto sizes = sizes_of(job);
    if (minima + sizes.min > nodes)
      break;
    sharers.push_back({job.id, sizes, nullptr, &job});
    minima += sizes.min;
  }
  std::sort(sharers.begin(), sharers.end(), [](auto& a, auto& b) { return a.id < b.id; });
  std::vector<Level> levels;
  for (const auto& one : sharers)
    levels.push_back({one.sizes.min, one.sizes.max});
  const auto more = raise_lowest(levels, nodes - minima);
  for (std::size_t i = 0; i < sharers.size(); ++i)
    sharers[i].part = sharers[i].sizes.min + more[i];
  return sharers;
}

class Equi : public Queue {
public:
  explicit Equi(const Parameters&) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    Sizing sizing(draft, owed_);
    sizing.answer_requests();
    for (auto& job : sizing.running())
      if (job.obeys)
        sizing.resize(job, job.nodes); // what has not happened is decided anew
    auto sharers = sharers_of(view, sizing);
    for (auto& one : sharers)
      if (one.runs != nullptr && one.runs->nodes > one.part)
        sizing.resize(*one.runs, one.part);
    if (start(sharers, sizing))
      for (auto& one : sharers)
        if (one.runs != nullptr && one.runs->nodes <= one.runs->target && one.runs->target < one.part)
          sizing.resize(*one.runs, std::min(one.part, one.runs->target + sizing.free()));
    sizing.finish();
    hold_behind_head(draft);
    return draft.finish();
  }
  bool takes_predictions() const override { return false; }
  bool resizes() const override { return true; }

private:
  /// Starts those who wait, in the order of the queue, until one finds too few nodes. Returns whether all
  /// have started.
  static bool start(const std::vector<Sharer>& sharers, Sizing& sizing) {
    std::vector<const Sharer*> waiting;
    for (const auto& one : sharers)
      if (one.waiting != nullptr)
        waiting.push_back(&one);
    std::sort(waiting.begin(), waiting.end(),
              [](auto* a, auto* b) { return comes_before(*a->waiting, *b->waiting); });
    for (const auto* one : waiting) {
      const int nodes = std::min(one->part, sizing.free());
      if (nodes < one->sizes.min)
        return false;
      sizing.start(*one->waiting, nodes, "head");
    }
    return true;
  }

  Sizing::Owed owed_;
};

} // namespace

MALHA_POLICY(policy<Equi>("cluster/equi",
                          "shares the nodes equally among running jobs and as many waiting ones as fit",
                          "McCann, Vaswani and Zahorjan, TOCS 11(2), 1993", {}))

} // namespace malha::cluster
