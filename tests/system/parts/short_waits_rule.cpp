// SPDX-License-Identifier: MIT
// A rule of one file, which reads the jobs.
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

constexpr Seconds longest_wait = 1500;

class ShortWaits : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (const auto wait = waiting_time(read.job); wait > longest_wait)
      findings_.violation("waits", read.who + " waits for " + shortest(wait) + " s");
  }
  void end() override { findings_.checked("no job waits for more than " + shortest(longest_wait) + " s"); }
};

} // namespace

MALHA_RULE("short_waits", "No job waits for more than 1500 s.", check_by<ShortWaits>)

} // namespace malha
