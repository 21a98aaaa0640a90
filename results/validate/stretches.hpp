// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "power.hpp"

namespace malha {

/// How jobs of a run depend on the pstates of their hosts: parameters of the batch scheduler.
struct FrequencySettings {
  double beta = 1;            ///< `dvfs_beta`: 1: run times are inversely proportional to speeds
  bool scales_limits = false; ///< `scale_limits`: walltimes are stretched as runs are
};

/// How much longer jobs run at the pstates that power_states.csv gives their hosts than at those of the
/// start: b (v0 / vp - 1) + 1, where v are speeds (Etinski et al. 2010).
class Stretches {
public:
  Stretches() = default;
  Stretches(const PowerRead& power, const Resources& resources, const FrequencySettings& settings);

  /// Whether a host was in any other pstate than that of its start.
  bool any() const { return !changes_.empty(); }
  /// Of what a resource computes for a job that starts at that date.
  double of(int resource, Seconds start) const;
  /// Of the whole run of a job: that of its slowest resource.
  double of_run(const IndexSet& resources, Seconds start) const;
  /// Of the limit of a job; `computes`: it does not only hold its resources.
  double of_limit(const IndexSet& resources, Seconds start, bool computes) const {
    return scales_limits_ && computes ? of_run(resources, start) : 1;
  }

private:
  struct Change {
    Seconds date;
    double stretch;
  };

  std::map<int, std::vector<Change>> changes_; ///< by resource, in the order of dates
  std::map<int, FlopsPerSecond> speeds_;       ///< of all resources, if there are changes
  bool scales_limits_ = false;
};

} // namespace malha
