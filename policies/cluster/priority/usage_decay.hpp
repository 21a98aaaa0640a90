// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/quantities.hpp"

#include <cmath>
#include <stdexcept>

namespace malha::cluster {

/// How past usage counts less with time.
enum class DecayRule {
  slurm, ///< a series in steps of 1 s; a part of a run decays as if all of it lay at its beginning
  exact, ///< halves in each half life; a part of a run is charged as an integral over its time
};

/// Past usage fades, so that an account that used much gets its turn again: PriorityDecayHalfLife
/// (Slurm 22.05 documentation, page "Multifactor Priority Plugin"; measured on Slurm 22.05.8).
class UsageDecay {
public:
  /// A half life of 0 is no decay. Throws std::invalid_argument where it is neither that nor at least 1 s:
  /// the factor of Slurm would be negative below 0.693 s.
  explicit UsageDecay(Seconds half_life, DecayRule rule = DecayRule::slurm)
      : half_life_(half_life), rule_(rule) {
    constexpr Seconds shortest_half_life = 1;
    if (half_life != 0 && !(half_life >= shortest_half_life && std::isfinite(half_life)))
      throw std::invalid_argument("a half life of usage cannot be " + shortest(half_life) +
                                  " s; valid: 0 for no decay, or a number from 1 s on");
  }

  bool is_exact() const { return rule_ == DecayRule::exact; }

  /// The part of some usage that is left after `time`.
  double left_after(Seconds time) const {
    constexpr double ln_2_of_slurm = 0.693; // Slurm cuts the number, and the series behind its first term
    if (half_life_ == 0)
      return 1;
    if (time != last_time_) // mostly the time between two passes, again and again
      last_left_ = rule_ == DecayRule::exact ? std::exp2(-time / half_life_)
                                             : std::pow(1 - ln_2_of_slurm / half_life_, time);
    last_time_ = time;
    return last_left_;
  }

  /// What a job adds to the usage at the end of `time`, in which it ran and is charged `rate` for each
  /// second: its billing times the UsageFactor of its QOS. It is charged at each pass, and at its end, for
  /// the time since the last pass. Slurm adds the last charge to usage that was decayed at that pass; under
  /// `exact` the usage is decayed to the date of the charge first.
  double charge(double rate, Seconds time) const {
    if (half_life_ == 0 || rule_ == DecayRule::slurm)
      return rate * time * left_after(time);
    const double decay_rate = std::log(2.0) / half_life_;
    return rate * -std::expm1(-decay_rate * time) / decay_rate;
  }

private:
  Seconds half_life_;
  DecayRule rule_;
  mutable Seconds last_time_ = 0; ///< for which the part that is left was computed last
  mutable double last_left_ = 1;
};

} // namespace malha::cluster
