// SPDX-License-Identifier: MIT
// The example algorithm of ElastiSim (Özden et al. 2022): jobs start in the order of the queue, each on all
// free nodes up to its maximum, if these are its minimum at least; the first that finds too few holds back
// all behind it. Jobs that obey grow at their points, by id, by what is free then. Requests for fewer nodes
// are granted, those for more only if all of them are free (as ElastiSim's code does; its readme says: as far
// as they are). ElastiSim asks after each event; here all events of a date come first, then requests, starts
// and growth, in this order (ours).
#include "sizing.hpp"

namespace malha::cluster {
namespace {

class Greedy : public Queue {
public:
  explicit Greedy(const Parameters&) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    Sizing sizing(draft, Sizing::Of::at_point);
    sizing.answer_requests();
    for (const auto& job : view.queue) {
      const auto sizes = sizes_of(job);
      if (sizing.free() < sizes.min)
        break;
      sizing.start(job, std::min(sizing.free(), sizes.max), "head");
    }
    for (auto& job : sizing.running())
      if (job.obeys && job.at_point)
        sizing.resize(job, std::min(job.sizes.max, job.nodes + sizing.free()));
    sizing.finish();
    hold_behind_head(draft);
    return draft.finish();
  }
  bool resizes() const override { return true; }
};

} // namespace

MALHA_POLICY(policy<Greedy>(
    "cluster/greedy",
    "gives jobs all free nodes up to their maximum, in the order of the queue, and again at their points",
    "Özden et al., ElastiSim, ICPP 2022", {}))

} // namespace malha::cluster
