// SPDX-License-Identifier: MIT
// A job runs at the pstate at which it takes least energy, among those that stretch its run by no more than a
// factor. Whether that is a slow one depends on the machines: where most of the power is idle power, a job
// that ends early takes less.
#include "policies/cluster/frequency.hpp"

namespace malha::cluster {
namespace {

class DvfsSlack : public Frequency {
public:
  explicit DvfsSlack(const Parameters& parameters)
      : slowdown_(parameters.real("slowdown")), credits_idle_(parameters.text("credit_idle") == "on") {}

  int pstate(const FrequencyView& view) override {
    const FrequencyLevel* best = nullptr;
    for (const auto& level : view.levels) // the fastest first, which wins ties
      if ((best == nullptr || level.stretch <= slowdown_ * (1 + rounding)) &&
          (best == nullptr || is_less(energy(level, view), energy(*best, view))))
        best = &level;
    return best->pstate;
  }

private:
  static constexpr double rounding = 1e-12;

  static bool is_less(double one, double other) { return one < other - rounding * std::abs(other); }
  /// The energy of the job, for each second of its run at the pstate of the platform.
  Joules energy(const FrequencyLevel& level, const FrequencyView& view) const {
    return level.stretch * (level.power - (credits_idle_ ? view.idle : 0));
  }

  const double slowdown_;
  const bool credits_idle_;
};

} // namespace

MALHA_POLICY(policy<DvfsSlack>(
    "cluster/dvfs_slack", "a job runs at the pstate of least energy that is not too slow", "Malha",
    {real("slowdown", 1.5, at_least(1), "1",
          "the run of a job is at most so much longer than at the pstate of the platform"),
     choice("credit_idle", "off", {"off", "on"},
            "energy is what machines draw above what they draw if nothing computes")}))

} // namespace malha::cluster
