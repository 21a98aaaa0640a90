// SPDX-License-Identifier: MIT
#include "totals.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "rows.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::int64_t most_tasks = 1'000'000'000'000'000'000; ///< of a run: more is damage

/// As many as a rule names.
void name_missing(std::int64_t missing, const JobsRead& jobs, Findings& findings) {
  auto left = std::min(missing, static_cast<std::int64_t>(most_violations) + 1);
  for (std::int64_t id = 0; left > 0; ++id)
    if (jobs.ids.count(std::to_string(id)) == 0) {
      findings.violation("conservation", "job " + std::to_string(id) + " was submitted and has no row");
      --left;
    }
}

/// Of tasks whose numbers are 0, 1, 2…, as the rows give them.
std::int64_t rows_of_submitted(std::int64_t submitted, const JobsRead& jobs, Findings& findings) {
  std::int64_t with_row = 0;
  for (const auto& id : jobs.in_order)
    if (const auto task = parse_number<std::int64_t>(id); *task >= 0 && *task < submitted)
      ++with_row;
    else
      findings.violation("conservation", "job " + id + " has a row and was never submitted");
  return with_row;
}

/// The mean queue is known from the rows where these are all that ever waited, and where no message was under
/// way for any time.
void check_littles_law(const CsvReader& written, const JobsRead& jobs, const TaskNumbers& tasks,
                       const RunRules& rules, Findings& findings) {
  const auto is_zero = [&](const char* metric) { return written.has(metric) && written.real(metric) == 0; };
  // Where several sites may run a job, one that is too large for each of them may have waited.
  const bool some_dropped = jobs.some_dropped || (jobs.some_rejected && written.has("coallocated_jobs"));
  if (tasks.unfinished != 0 || !jobs.restarted.empty() || some_dropped || !is_zero("cut") ||
      !(rules.is_instant || is_zero("messages"))) {
    findings.not_checked("Little's law: jobs were restarted, dropped or not finished, or messages took time");
    return;
  }
  if (!(jobs.last_finish > jobs.first_submission))
    return;
  const double length = jobs.waited / (jobs.last_finish - jobs.first_submission);
  if (!is_near(written.real("mean_queue_length"), length))
    findings.violation("Little's law", "mean_queue_length is " + written.text("mean_queue_length") +
                                           ", the waiting times of the rows give " + shortest(length));
  findings.checked("Little's law: the mean queue is the rate of arrivals times the mean wait");
}

} // namespace

TaskNumbers check_conservation(const fs::path& folder, const json& manifest, const JobsRead& jobs,
                               Findings& findings) {
  TaskNumbers tasks;
  if (manifest.is_null()) {
    findings.not_checked("conservation of tasks: there is no manifest.json");
    return tasks;
  }
  const auto number = [&](const char* key) {
    const auto found = manifest.is_object() ? manifest.find(key) : manifest.end();
    if (!manifest.is_object() || found == manifest.end() || !found->is_number_integer() || !(*found >= 0) ||
        *found > most_tasks)
      throw InputError((folder / "manifest.json").string() +
                       ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
    return found->get<std::int64_t>();
  };
  tasks.submitted = number("tasks_submitted");
  tasks.unfinished = number("tasks_unfinished");
  const bool are_consecutive = !manifest.contains("tasks_numbered");
  const auto with_row = are_consecutive ? rows_of_submitted(tasks.submitted, jobs, findings)
                                        : static_cast<std::int64_t>(jobs.in_order.size());
  const auto missing = tasks.submitted - with_row;
  if (tasks.unfinished == 0 && are_consecutive)
    name_missing(missing, jobs, findings);
  else if (missing < 0)
    findings.violation("conservation", std::to_string(with_row) + " jobs have a row, and " +
                                           std::to_string(tasks.submitted) + " were submitted");
  else if (missing != tasks.unfinished)
    findings.violation("conservation", std::to_string(tasks.unfinished) +
                                           " tasks are said to be unfinished, and " +
                                           std::to_string(missing) + " have no row");
  findings.checked(tasks.unfinished == 0 ? "all " + std::to_string(tasks.submitted) + " tasks have a row each"
                                         : std::to_string(tasks.submitted - tasks.unfinished) + " of " +
                                               std::to_string(tasks.submitted) + " tasks have a row each, " +
                                               std::to_string(tasks.unfinished) + " did not finish");
  return tasks;
}

void check_metric(const CsvReader& written, const std::string& metric, double of_rows, Findings& findings) {
  if (written.has(metric) && !is_near(written.real(metric), of_rows))
    findings.violation("metrics", metric + " is " + written.text(metric) + " in schedule.csv, the rows say " +
                                      shortest(of_rows));
}

void check_schedule(const fs::path& schedule, const JobsRead& jobs, const TaskNumbers& tasks,
                    const RunRules& rules, Findings& findings) {
  if (!fs::exists(schedule)) {
    findings.not_checked("metrics: there is no schedule.csv");
    return;
  }
  CsvReader written(schedule);
  if (!written.next())
    written.fail("has no line of values");
  std::vector<std::string> missing;
  for (const auto& metric : jobs.schedule.values(written.real("simulated_time")))
    if (!written.has(metric.name))
      missing.push_back(metric.name);
    else
      check_metric(written, metric.name, metric.value, findings);
  if (!missing.empty())
    findings.not_checked((missing.size() == 1 ? "metric " : "metrics ") + listed(missing) +
                         ": schedule.csv has no column of it");
  findings.checked("the metrics of schedule.csv are those of the rows");
  if (written.has("mean_queue_length"))
    check_littles_law(written, jobs, tasks, rules, findings);
}

} // namespace malha
