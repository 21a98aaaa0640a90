// SPDX-License-Identifier: MIT
// Equipartition (Tucker and Gupta, SOSP 1989; McCann, Vaswani and Zahorjan, TOCS 11(2), 1993), in whole
// nodes. Those who share are the running jobs that obey, and jobs that wait, in the order of the queue, while
// the minima of all fit beside the other running jobs. Each gets its minimum; each further node goes to the
// one with the fewest that is below its maximum, ties by id. Running jobs shrink to that at their points.
// Waiting jobs start in order, on what is free of their part, if that is at least their minimum. Jobs grow
// only when none of these waits. All is decided anew at each date, after requests, which are granted as by
// cluster/greedy (the details for jobs with bounds and points are ours).
#include "levels.hpp"
#include "sharing.hpp"

namespace malha::cluster {
namespace {

/// The running jobs and as many waiting ones as fit, with equal parts.
std::vector<Sharer> equal_parts(const QueueView& view, Sizing& sizing) {
  const int nodes = nodes_to_share(view, sizing);
  auto sharers = running_sharers(sizing);
  int minima = 0;
  for (const auto& one : sharers)
    minima += one.sizes.min;
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
    give_parts(equal_parts(view, sizing), sizing, comes_before);
    sizing.finish();
    hold_behind_head(draft);
    return draft.finish();
  }
  bool resizes() const override { return true; }

private:
  Sizing::Owed owed_;
};

} // namespace

MALHA_POLICY(policy<Equi>("cluster/equi",
                          "shares the nodes equally among running jobs and as many waiting ones as fit",
                          "McCann, Vaswani and Zahorjan, TOCS 11(2), 1993", {}))

} // namespace malha::cluster
