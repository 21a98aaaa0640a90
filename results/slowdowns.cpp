// SPDX-License-Identifier: MIT
#include "slowdowns.hpp"

#include "files.hpp"
#include "validator_rows.hpp"
#include "validator_rules.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace malha {

SlowdownRule slowdown_rule_of(const std::filesystem::path& run) {
  std::ifstream file(run / "manifest.json");
  auto rule = slowdowns_in(nlohmann::json::parse(file, nullptr, false));
  if (rule.speed > 0 || !is_written(run / "resources.csv"))
    return rule;
  for (CsvReader resources(run / "resources.csv"); resources.next();)
    rule.speed = std::max(rule.speed, resources.real("speed"));
  return rule;
}

double bounded_slowdown(const CsvReader& jobs, const SlowdownRule& rule) {
  JobRow row;
  row.task.submitted = finite(jobs, "submission_time");
  row.task.work = jobs.has("work") ? finite(jobs, "work") : 0;
  row.start = finite(jobs, "starting_time");
  row.finish = finite(jobs, "finish_time");
  row.state = jobs.text("success") == "1" ? FinalState::completed : FinalState::killed;
  return bounded_slowdown(row, rule);
}

} // namespace malha
