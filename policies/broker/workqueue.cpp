// SPDX-License-Identifier: MIT
// Workqueue: any waiting task starts on any free resource, without knowledge of either (cirne2003). Here the
// lowest task by id and the lowest resource by number, or both drawn uniformly, the resource first
// (order=random).
#include "draw_order.hpp"

namespace malha::broker {
namespace {

class Workqueue : public Assign {
public:
  Workqueue(const Parameters& parameters, RandomStreams& random) : engine_(draw_engine(parameters, random)) {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    FreeResources resources(view.free, engine_);
    return give_waiting(view.waiting, resources, engine_);
  }

private:
  RandomStreams::Engine* engine_;
};

} // namespace

MALHA_POLICY(policy<Workqueue>("broker/workqueue", "gives waiting tasks to free resources as both come",
                               "cirne2003; GridTS paper, section 5.1", {draw_order_parameter()}))

} // namespace malha::broker
