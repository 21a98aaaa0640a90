// SPDX-License-Identifier: MIT
#include "site_answers.hpp"

#include "policies/sdk/recorded_state.hpp"
#include "results/files/csv_reader.hpp"

#include <algorithm>

namespace malha {
namespace {

/// The label of a job whose number is not the one of its site.
std::string label_of(const Job& job) {
  const std::string key = "id=";
  const std::string& metadata = job.metadata;
  return metadata.rfind(key, 0) == 0 ? metadata.substr(key.size()) : std::to_string(job.id);
}

} // namespace

std::vector<Seconds> SiteAnswer::starts() const {
  std::vector<Seconds> times;
  for (const auto& [number, fate] : jobs)
    if (fate.start)
      times.push_back(*fate.start);
  std::sort(times.begin(), times.end());
  return times;
}

SiteQueue site_queue_of(JobSource& source) {
  SiteQueue queue;
  while (const auto job = source.next())
    if (job->extensions.find<RunsAlready>() != nullptr)
      ++queue.running;
    else
      queue.waiting.push_back({job->id, label_of(*job), job->user, job->tasks.front().resources,
                               job->walltime.value_or(never), job->submitted});
  return queue;
}

SiteAnswer site_answer_in(const std::filesystem::path& folder, const std::string& deployment,
                          const std::vector<WaitingAtSite>& waiting) {
  SiteAnswer answer{deployment, {}};
  for (const auto& job : waiting)
    answer.jobs[job.number];
  for (CsvReader rows(folder / "jobs.csv"); rows.next();) {
    const bool ran = !rows.text("starting_time").empty();
    if (ran)
      answer.last_end = std::max(answer.last_end, rows.real("finish_time"));
    const auto fate = answer.jobs.find(rows.integer("job_id"));
    if (fate == answer.jobs.end())
      continue;
    fate->second.state = rows.text("final_state");
    if (ran)
      fate->second = {rows.real("starting_time"), rows.real("finish_time"), fate->second.state};
  }
  return answer;
}

} // namespace malha
