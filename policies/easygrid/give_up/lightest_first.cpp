// SPDX-License-Identifier: MIT
// Gives the lightest ready tasks while each is lighter than the rest of the budget, the asked fraction of all
// ready work: the largest number of small tasks (tonelli2010, Alg. 4). The comparison is strict: a task as
// heavy as the whole budget stays. Ties: among tasks of one weight the highest id, which the host would
// launch last.
#include "policies/easygrid/give_up.hpp"

namespace malha::easygrid {
namespace {

class LightestFirst : public GiveUp {
public:
  std::vector<std::size_t> give_up(const GiveUpView& view) override {
    Flops budget = 0;
    for (const auto& task : view.ready)
      budget += task.work;
    budget *= view.fraction;
    std::vector<std::size_t> given;
    for (std::size_t next = 0; next < view.ready.size() && budget > view.ready[next].work; ++next) {
      given.push_back(next);
      budget -= view.ready[next].work;
    }
    return given;
  }
};

} // namespace

MALHA_POLICY(policy<LightestFirst>("easygrid/lightest_first",
                                   "gives the lightest ready tasks within the asked fraction",
                                   "tonelli2010, Alg. 4"))

} // namespace malha::easygrid
