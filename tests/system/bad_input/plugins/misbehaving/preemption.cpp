// SPDX-License-Identifier: MIT
// A preemption policy that breaks the rule its parameter names.
#include "policies/ownership/preemption.hpp"

#include <stdexcept>

namespace malha::ownership {
namespace {

class MisbehavingPreemption : public Preempt {
public:
  explicit MisbehavingPreemption(const Parameters& parameters) : does_(parameters.text("does")) {}

  PreemptionDecision preempt(const PoolView&) override {
    PreemptionDecision decision;
    if (does_ == "throw")
      throw std::runtime_error("no idea what to stop");
    if (does_ == "stop_idle") // of the test: machines 0 and 1 run tasks of user 0, user 1 has two ready ones
      decision.stops = {{2, 1}};
    if (does_ == "stop_twice")
      decision.stops = {{0, 1}, {0, 1}};
    if (does_ == "stop_for_nobody")
      decision.stops = {{0, 2}};
    if (does_ == "keep_too_many")
      decision = {{{0, 1}, {1, 1}}, {{2, 1}}};
    if (does_ == "keep_busy")
      decision.keeps = {{0, 1}};
    if (does_ == "keep")
      decision.keeps = {{2, 1}};
    return decision;
  }

private:
  const std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingPreemption>("misbehaving/preemption", "breaks a rule", "",
                                           {choice("does", {},
                                                   {"keep", "stop_idle", "stop_twice", "stop_for_nobody",
                                                    "keep_too_many", "keep_busy", "throw"},
                                                   "what it does")}))

} // namespace malha::ownership
