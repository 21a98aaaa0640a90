// SPDX-License-Identifier: MIT
// Stops any running task for any user whose task is ready, whatever their shares are, and does not say so.
#include "policies/ownership/preemption.hpp"

namespace malha::ownership {
namespace {

class Stops : public Preempt {
public:
  PreemptionDecision preempt(const PoolView& view) override {
    for (std::size_t user = 0; user < view.users.size(); ++user)
      for (const auto& other : view.users)
        if (view.users[user].unserved() > 0 && other.running.begin() != other.running.end())
          return {{{other.running.begin()->machine, static_cast<int>(user)}}, {}, false};
    return {};
  }
};

} // namespace
} // namespace malha::ownership

MALHA_POLICY(malha::policy<malha::ownership::Stops>("bad/preempts", "stops a task", ""))
