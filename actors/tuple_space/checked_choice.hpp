// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "policies/pull/choice.hpp"

namespace malha::tuple_space {

/// The policy of a resource, or of the broker.
struct CheckedChoice : CheckedPolicy<pull::Choice> {
  using CheckedPolicy::CheckedPolicy;

  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    return ask(&Choice::classes_of, amounts);
  }
  std::vector<pull::Wanted> wanted(const pull::ChoiceView& view) override {
    return ask(&Choice::wanted, view);
  }
  bool answers_for_all() const { return ask(&Choice::answers_for_all); }
};

} // namespace malha::tuple_space
