// SPDX-License-Identifier: MIT
// The host starts tasks as their inputs arrive: the task that has been ready for longest is first
// (tonelli2010, section 2.1.1, "dataflow"). Ties: the place in the initial plan, which is a rule of ours.
#include "policies/easygrid/order.hpp"

#include <algorithm>

namespace malha::easygrid {
namespace {

class Dataflow : public LaunchOrder {
public:
  std::vector<std::size_t> launch(const OrderView& view) override {
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < view.waiting.size(); ++i)
      if (view.waiting[i].ready_since < never)
        ready.push_back(i);
    std::stable_sort(ready.begin(), ready.end(), [&](std::size_t a, std::size_t b) {
      return view.waiting[a].ready_since < view.waiting[b].ready_since;
    });
    ready.resize(std::min(ready.size(), static_cast<std::size_t>(view.slots - view.running)));
    return ready;
  }
};

} // namespace

MALHA_POLICY(policy<Dataflow>("easygrid/dataflow", "starts the task that has been ready for longest",
                              "tonelli2010, section 2.1.1"))

} // namespace malha::easygrid
