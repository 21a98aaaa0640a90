// SPDX-License-Identifier: MIT
// Tasks never leave the site of the initial plan.
#include "policies/easygrid/mediation.hpp"

namespace malha::easygrid {
namespace {

class NoMediation : public Mediation {
public:
  std::vector<std::size_t> choose(const MediationView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<NoMediation>("easygrid/no_mediation", "moves no task between sites",
                                 "ours, for comparison"))

} // namespace malha::easygrid
