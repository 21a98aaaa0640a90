// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/sleep.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::cluster {

/// The time for which a machine is idle before it is switched off: a parameter of several policies.
class Timeout {
public:
  explicit Timeout(const Parameters& parameters) : time_(parameters.real("timeout")) {
    if (time_ < 0 && time_ != -1)
      throw InputError("parameter 'timeout' is " + shortest(time_) + "; valid: 0 s or above, or -1");
  }

  static ParameterSpec parameter() {
    return real("timeout", -1, at_least(-1), "s",
                "a machine that has been idle for so long is switched off; -1: its break-even time; 1e9 and "
                "above: never");
  }

  /// Whether it is ever over.
  bool ends() const { return time_ < longest; }
  /// The date at which an idle machine is to be switched off; `never`: it stays on.
  Seconds date_of(int machine, const SleepView& view) const {
    const auto place = static_cast<std::size_t>(machine);
    const Seconds break_even = view.break_even[place];
    if (break_even == never || !ends())
      return never;
    return view.idle_since[place] + (time_ < 0 ? break_even : time_);
  }
  /// Switches the idle machine off if its time is over, else asks again when it is.
  void add(int machine, const SleepView& view, SleepDecision& decision) const {
    const Seconds date = date_of(machine, view);
    if (date <= view.now)
      decision.switch_off.insert(IndexSet(machine, 1));
    else
      decision.wake = std::min(decision.wake, date);
  }

private:
  static constexpr Seconds longest = 1e9;
  const Seconds time_;
};

} // namespace malha::cluster
