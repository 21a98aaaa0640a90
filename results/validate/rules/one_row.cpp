// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class OneRow : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_repeated)
      findings_.violation("conservation", read.who + " is listed twice");
  }
};

} // namespace

MALHA_RULE("one_row", "Each job has one row in jobs.csv.", check_by<OneRow>, 10, true)

} // namespace malha
