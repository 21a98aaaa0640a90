// SPDX-License-Identifier: MIT
// A rule of a name that a shipped one has.
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class Nothing : public RuleCheck {
public:
  using RuleCheck::RuleCheck;
};

} // namespace

MALHA_RULE("dates", "Nothing is wrong.", check_by<Nothing>)

} // namespace malha
