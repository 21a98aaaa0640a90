// SPDX-License-Identifier: MIT
#include "results/validate/rule.hpp"

namespace malha {
namespace {

class Size : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (read.is_rejected() || run_.sizes.has(read.id)) // another rule checks sizes that may change
      return;
    if (const auto size = read.job.resources.size();
        size != read.row.integer("requested_number_of_resources"))
      findings_.violation("capacity", read.who + " asked for " +
                                          read.row.text("requested_number_of_resources") +
                                          " resources and has " + std::to_string(size));
  }
};

} // namespace

MALHA_RULE("size", "Each job has the number of resources that it asked for.", check_by<Size>, 60, true)

} // namespace malha
