// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class OutagesEnd : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void end() override {
    for (const auto& [outage, place] : run_.outages.reversed)
      findings_.violation("outages", run_.resources.at(outage.resource).host + " (" + place +
                                         ") recovers at " + shortest(*outage.end) + ", and fails at " +
                                         shortest(outage.start));
  }
};

} // namespace

MALHA_RULE("outages", "Each resource recovers after it fails.", check_by<OutagesEnd>, 100)

} // namespace malha
