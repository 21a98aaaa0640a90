// SPDX-License-Identifier: MIT
// A give_up policy that gives one task twice.
#include "policies/easygrid/give_up.hpp"

namespace malha::easygrid {
namespace {

class GiveTwice : public GiveUp {
public:
  std::vector<std::size_t> give_up(const GiveUpView&) override { return {0, 0}; }
};

} // namespace

MALHA_POLICY(policy<GiveTwice>("misbehaving/give_up", "gives one task twice", ""))

} // namespace malha::easygrid
