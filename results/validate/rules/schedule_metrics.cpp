// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "results/validate/rule.hpp"
#include "results/validate/schedule_file.hpp"

namespace malha {
namespace {

class ScheduleMetricsAgree : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void end() override {
    const auto file = run_.folder() / "schedule.csv";
    if (!std::filesystem::exists(file)) {
      findings_.not_checked("metrics: schedule.csv is missing");
      return;
    }
    CsvReader schedule(file);
    if (!schedule.next())
      schedule.fail("has no line of values");
    std::vector<std::string> missing;
    for (const auto& metric : run_.metrics.values(schedule.real("simulated_time")))
      if (!schedule.has(metric.name))
        missing.push_back(metric.name);
      else
        check_metric(schedule, metric.name, metric.value, findings_);
    if (!missing.empty())
      findings_.not_checked((missing.size() == 1 ? "metric " : "metrics ") + listed(missing) +
                            ": schedule.csv has no column of it");
    findings_.checked("the metrics of schedule.csv are those of the rows");
  }
};

} // namespace

MALHA_RULE("schedule_metrics", "The metrics in schedule.csv agree with the rows of jobs.csv.",
           check_by<ScheduleMetricsAgree>, 160)

} // namespace malha
