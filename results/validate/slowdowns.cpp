// SPDX-License-Identifier: MIT
#include "slowdowns.hpp"

#include "results/files/files.hpp"
#include "rows.hpp"
#include "run_settings.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace malha {

SlowdownRule slowdown_rule_of(const std::filesystem::path& folder) {
  std::ifstream file(folder / "manifest.json");
  constexpr bool throws = false;
  auto rule = slowdowns_in(nlohmann::json::parse(file, nullptr, throws));
  if (rule.speed > 0 || !is_written(folder / "resources.csv"))
    return rule;
  for (CsvReader resources(folder / "resources.csv"); resources.next();)
    rule.speed = std::max(rule.speed, resources.real("speed"));
  return rule;
}

double bounded_slowdown(const CsvReader& jobs, const SlowdownRule& rule) {
  JobRow row; // with all dates counted from its submission
  row.finish = finite(jobs, "turnaround_time");
  row.start = row.finish - finite(jobs, "execution_time");
  row.task.work = jobs.has("work") ? finite(jobs, "work") : 0;
  row.state =
      jobs.text("final_state") == text_of(FinalState::completed) ? FinalState::completed : FinalState::killed;
  return bounded_slowdown(row, rule);
}

} // namespace malha
