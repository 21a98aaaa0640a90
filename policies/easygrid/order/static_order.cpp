// SPDX-License-Identifier: MIT
// The host follows its static schedule: it starts the first task of its line when that is ready, and never
// one behind a task that is not (tonelli2010, section 2.1.1).
#include "policies/easygrid/order.hpp"

namespace malha::easygrid {
namespace {

class StaticOrder : public LaunchOrder {
public:
  std::vector<std::size_t> launch(const OrderView& view) override {
    std::vector<std::size_t> chosen;
    while (chosen.size() < view.waiting.size() &&
           view.running + static_cast<int>(chosen.size()) < view.slots &&
           view.waiting[chosen.size()].ready_since < never)
      chosen.push_back(chosen.size());
    return chosen;
  }
};

} // namespace

MALHA_POLICY(policy<StaticOrder>("easygrid/static_order",
                                 "starts tasks in the order of the initial plan, each when it is ready",
                                 "tonelli2010, section 2.1.1"))

} // namespace malha::easygrid
