// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/release.hpp"

namespace malha::cluster {

/// What a job is to save by waiting, and for how long it waits at most: parameters of several policies.
class Rate {
public:
  explicit Rate(const Parameters& parameters)
      : delay(parameters.real("delay")), is_price_(parameters.text("by") == "price") {}

  static std::vector<ParameterSpec> with_others(std::vector<ParameterSpec> others) {
    others.push_back(real("delay", 86'400, between(0, 1e9), "s", "for which a job is held back at most"));
    others.push_back(choice("by", "carbon", {"carbon", "price"}, "what a job is to save by waiting"));
    return others;
  }

  /// The series. The scheduler has seen to it that there is one.
  const StepSeries& of(const ReleaseView& view) const { return *(is_price_ ? view.price : view.carbon); }
  bool is_carbon() const { return !is_price_; }
  bool is_price() const { return is_price_; }

  const Seconds delay;

private:
  const bool is_price_;
};

/// A release policy that waits for what a series says.
class WaitForRate : public JobRelease {
public:
  bool holds_back() const override { return rate_.delay > 0; }
  bool needs_carbon() const override { return rate_.is_carbon(); }
  bool needs_price() const override { return rate_.is_price(); }

protected:
  explicit WaitForRate(const Parameters& parameters) : rate_(parameters) {}

  const Rate rate_;
};

} // namespace malha::cluster
