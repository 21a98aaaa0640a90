// SPDX-License-Identifier: MIT
// A rule of a plugin, which reads the attempts.
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class NoLosses : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void attempt(const Attempt& attempt) override {
    if (attempt.is_lost())
      findings_.violation("losses", attempt.who() + " is lost");
  }
  void end() override { findings_.checked("no attempt is lost"); }
};

} // namespace

MALHA_RULE("no_losses", "No attempt is lost.", check_by<NoLosses>)

} // namespace malha
