// SPDX-License-Identifier: MIT
// Gives each waiting task to two resources, and does not say so.
#include "policies/broker/assignment.hpp"

namespace malha::broker {
namespace {

class Twice : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    std::vector<Assignment> given;
    auto resource = view.free.begin();
    for (const auto& task : view.waiting)
      for (int copy = 0; copy < 2 && resource != view.free.end(); ++copy)
        given.push_back({task.id, *resource++});
    return given;
  }
};

} // namespace
} // namespace malha::broker

MALHA_POLICY(malha::policy<malha::broker::Twice>("bad/copies", "each task twice", ""))
