// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "policies/cluster/queue.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <functional>

namespace malha::cluster {

/// What the model knows of the power of its machines: what they draw, and the cap on it.
class CappedPower {
public:
  /// What measures the power, and says what the machines draw in the states that they are in.
  struct Gauge {
    std::function<Watts()> now, idle;     ///< see PowerView
    std::function<Watts(int node)> extra; ///< see PowerView
    std::function<Watts(int node)> least; ///< what a job that takes the node adds at least to `least_idle`
    Watts least_idle = 0;                 ///< of all machines, if they sleep where they can
  };

  /// `cap`: null if there is none. `is_strict`: a decision that breaks it breaks a rule.
  CappedPower(Gauge gauge, int nodes, const StepSeries* cap, bool is_strict)
      : gauge_(std::move(gauge)), is_strict_(is_strict) {
    view_.cap = cap;
    for (int node = 0; node < nodes; ++node)
      least_.push_back(gauge_.least(node));
    std::sort(least_.begin(), least_.end());
    refresh(IndexSet(0, nodes));
  }

  /// What the policy of the queue sees at this date.
  const PowerView& view() {
    view_.now = gauge_.now();
    view_.idle = gauge_.idle();
    return view_;
  }
  /// The machine of these nodes has turned to another state.
  void refresh(const IndexSet& nodes) {
    for (const int node : nodes) {
      if (static_cast<std::size_t>(node) >= view_.extra.size())
        view_.extra.resize(static_cast<std::size_t>(node) + 1);
      view_.extra[static_cast<std::size_t>(node)] = gauge_.extra(node);
    }
  }
  Seconds next_change(Seconds now) const {
    return view_.cap != nullptr ? view_.cap->next_change(now) : never;
  }
  /// What is wrong with the power at this date; "" if it is not above a strict cap.
  std::string broken_at(Seconds now) const {
    constexpr double rounding = 1e-9;
    if (view_.cap == nullptr || !is_strict_)
      return "";
    const Watts cap = view_.cap->value_at(now), power = gauge_.now();
    return power > cap + rounding * std::abs(cap)
               ? "the machines draw " + shortest(power) + " W, and the power cap is " + shortest(cap) + " W"
               : "";
  }
  /// Whether the cap ever lets so many nodes compute.
  bool could_run(int size) const {
    if (view_.cap == nullptr || !is_strict_)
      return true;
    Watts power = gauge_.least_idle;
    for (int node = 0; node < size; ++node)
      power += least_[static_cast<std::size_t>(node)];
    const auto& steps = view_.cap->steps();
    return std::any_of(steps.begin(), steps.end(), [power](const auto& step) {
      constexpr double rounding = 1e-9;
      return power <= step.value + rounding * std::abs(step.value);
    });
  }

private:
  Gauge gauge_;
  const bool is_strict_;
  std::vector<Watts> least_; ///< the smallest first
  PowerView view_;
};

} // namespace malha::cluster
