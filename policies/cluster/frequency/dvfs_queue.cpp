// SPDX-License-Identifier: MIT
// A job runs as slowly as its predicted bounded slowdown allows, while few jobs wait (Etinski et al. 2010).
// With waiting time w, walltime t and stretch s of a pstate, the prediction is max(1, (w + s t) / max(bound,
// t)).
#include "policies/cluster/frequency.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

class DvfsQueue : public Frequency {
public:
  explicit DvfsQueue(const Parameters& parameters)
      : threshold_(parameters.real("threshold")), queue_(parameters.integer("queue")),
        bound_(parameters.real("bound")) {}

  int pstate(const FrequencyView& view) override {
    int chosen = view.platform;
    if (view.waiting > queue_)
      return chosen;
    double longest = 1; // no job runs faster than on the platform
    for (const auto& level : view.levels)
      if (level.stretch > longest && predicted_slowdown(level.stretch, view) < threshold_) {
        chosen = level.pstate;
        longest = level.stretch;
      }
    return chosen;
  }

private:
  /// A job without walltime has that of a very long one: what it waits does not count.
  double predicted_slowdown(double stretch, const FrequencyView& view) const {
    if (view.job.walltime == never)
      return std::max(1.0, stretch);
    const Seconds waited = view.now - view.job.submitted, run = view.job.walltime;
    return std::max(1.0, (waited + stretch * run) / std::max(bound_, run));
  }

  const double threshold_;
  const std::int64_t queue_;
  const Seconds bound_;
};

} // namespace

MALHA_POLICY(policy<DvfsQueue>(
    "cluster/dvfs_queue", "a job runs slowly while few jobs wait and its slowdown stays small", "etinski2010",
    {real("threshold", 2, above(1), "1", "predicted bounded slowdowns of slow jobs stay below it"),
     integer("queue", 4, between(0, 1'000'000'000), "count", "most jobs that wait while a job is slowed"),
     real("bound", 600, above(0), "s", "shorter jobs count as so long in bounded slowdowns")}))

} // namespace malha::cluster
