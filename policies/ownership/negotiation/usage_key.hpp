// SPDX-License-Identifier: MIT
#pragma once
#include "decayed_usage.hpp"
#include "negotiation_draft.hpp"

namespace malha::ownership {

/// The half-life of usage, as a parameter of policies.
inline ParameterSpec half_life_parameter() {
  return real("half_life", 86400, above(0), "s", "time after which usage counts half");
}

/// The price of one more machine for a user. The user with the lowest price gets the machine.
class UsageKey {
public:
  UsageKey(const std::string& form, Seconds half_life) : form_(form), usage_(half_life) {}

  void follow(const PoolView& view) { usage_.follow(view); }

  double operator()(const NegotiationDraft& draft, int user) const {
    if (form_ == "usage")
      return usage_.machine_seconds(user);
    if (form_ == "condor")
      return usage_.condor_priority(user) * (draft.running(user) + 1);
    return (usage_.machine_seconds(user) + 1) * (draft.running(user) + 1);
  }

private:
  const std::string form_; ///< product, condor or usage
  DecayedUsage usage_;
};

} // namespace malha::ownership
