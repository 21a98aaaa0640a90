// SPDX-License-Identifier: MIT
// All jobs run at the pstate that the platform gives their machines.
#include "policies/cluster/frequency.hpp"

namespace malha::cluster {
namespace {

class FullSpeed : public Frequency {
public:
  int pstate(const FrequencyView& view) override { return view.platform; }
  bool changes_any() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<FullSpeed>("cluster/full_speed", "jobs run at the pstate of the platform", "textbook"))

} // namespace malha::cluster
