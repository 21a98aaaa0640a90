// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include "results/files/csv_reader.hpp"

#include <boost/functional/hash.hpp>

#include <algorithm>

namespace malha::chaos {
namespace {

namespace fs = std::filesystem;

void read_jobs(const fs::path& file, Rows& rows) {
  CsvReader csv(file);
  while (csv.next()) {
    const auto& id = csv.text("job_id");
    rows.states[id] = csv.text("final_state");
    rows.needs[id] = static_cast<int>(csv.integer("requested_number_of_resources"));
    if (csv.text("starting_time").empty())
      continue;
    rows.tasks[id] = {
        csv.real("submission_time"),
        csv.real("finish_time"),
        {{csv.real("starting_time"), csv.real("finish_time"), csv.text("allocated_resources")}}};
  }
}

void read_attempts(const fs::path& file, Rows& rows) {
  CsvReader csv(file);
  while (csv.next())
    if (const auto task = rows.tasks.find(csv.text("job_id")); task != rows.tasks.end())
      task->second.add({csv.real("start"), csv.real("end"), csv.text("allocated_resources")});
}

} // namespace

void Rows::Task::add(const Attempt& attempt) {
  if (std::none_of(attempts.begin(), attempts.end(), [&](const auto& known) {
        return known.start == attempt.start && known.end == attempt.end &&
               known.resources == attempt.resources;
      }))
    attempts.push_back(attempt);
}

std::uint64_t Rows::state_at(Seconds date, std::uint64_t under_way) const {
  std::size_t state = under_way;
  for (const auto& [id, task] : tasks) {
    boost::hash_combine(state, task.submitted < date ? task.end < date ? 2 : 1 : 0);
    for (const auto& [start, end, on] : task.attempts)
      if (start < date && date <= end)
        boost::hash_combine(state, on);
  }
  return state;
}

std::vector<Seconds> Rows::dates() const {
  std::vector<Seconds> dates;
  for (const auto& [id, task] : tasks) {
    dates.push_back(task.submitted);
    for (const auto& attempt : task.attempts) {
      dates.push_back(attempt.start);
      dates.push_back(attempt.end);
    }
  }
  return dates;
}

Rows rows_in(const fs::path& folder) {
  Rows rows;
  if (fs::exists(folder / "jobs.csv"))
    read_jobs(folder / "jobs.csv", rows);
  if (fs::exists(folder / "attempts.csv"))
    read_attempts(folder / "attempts.csv", rows);
  if (fs::exists(folder / "resources.csv"))
    for (CsvReader csv(folder / "resources.csv"); csv.next();) {
      ++rows.resources[csv.text("host")];
      rows.sites[csv.text("host")] = csv.text("site");
    }
  return rows;
}

} // namespace malha::chaos
