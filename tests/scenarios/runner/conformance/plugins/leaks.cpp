// SPDX-License-Identifier: MIT
// Takes memory for every answer, and never gives it back.
#include "policies/easygrid/distribution.hpp"

namespace malha::easygrid {
namespace {

class Leaks : public Distribution {
public:
  std::vector<Placement> distribute(const DistributionView& view) override {
    auto* places = new std::vector<Placement>;
    for (std::size_t task = 0; task < view.tasks.size(); ++task)
      places->push_back({task, view.children.front().child});
    return *places;
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Leaks>("bad/leaks", "gives all to the first child", ""))
