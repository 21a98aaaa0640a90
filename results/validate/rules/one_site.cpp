// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class OneSite : public RuleCheck {
public:
  OneSite(const ValidatedRun& run, Findings& findings) : RuleCheck(run, findings) {
    if (run.sites.number() > 1)
      findings_.checked("each job is on resources of its site alone");
  }

  /// Jobs in several sites have parts, which another rule checks.
  void job(const JobInFile& read) override {
    if (read.is_rejected() || read.is_in_sites)
      return;
    const auto site = read.row.text_if_any("site");
    if (const auto outside = run_.sites.outside(site, read.job.resources))
      findings_.violation("site", read.who + " is in site '" + site + "' and on resource " +
                                      std::to_string(*outside) + " of site '" + run_.sites.of(*outside) +
                                      "'");
  }
};

} // namespace

MALHA_RULE("one_site", "Each job is on resources of its site alone.", check_by<OneSite>, 70)

} // namespace malha
