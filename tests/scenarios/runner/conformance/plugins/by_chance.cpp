// SPDX-License-Identifier: MIT
// Gives a task to a free resource that a random device names, and not one of the streams that it is given.
#include "policies/broker/assignment.hpp"

#include <random>

namespace malha::broker {
namespace {

class ByChance : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (view.waiting.empty() || view.free.empty())
      return {};
    std::random_device device;
    const std::vector<int> free(view.free.begin(), view.free.end());
    return {{view.waiting.begin()->id, free[device() % free.size()]}};
  }
};

} // namespace
} // namespace malha::broker

MALHA_POLICY(malha::policy<malha::broker::ByChance>("bad/by_chance", "gives a task to any resource", ""))
