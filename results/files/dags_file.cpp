// SPDX-License-Identifier: MIT
#include "dags_file.hpp"

#include "csv_reader.hpp"
#include "files.hpp"
#include "policies/sdk/index_set.hpp"

#include <stdexcept>
#include <unordered_map>

namespace malha {
namespace {

IndexSet parents_in(const CsvReader& row) {
  try {
    return IndexSet::parse(row.text("parents"));
  } catch (const std::invalid_argument& error) {
    row.fail(error.what());
  }
}

} // namespace

std::vector<DagInFile> read_dags(const std::filesystem::path& folder) {
  std::vector<DagInFile> dags;
  const auto file = folder / "dag_tasks.csv";
  if (!is_written(file))
    return dags;
  std::vector<std::vector<IndexSet>> parents; // by DAG and task, as numbers of jobs.csv
  for (CsvReader rows(file); rows.next();) {
    const auto job = static_cast<JobId>(rows.integer("job"));
    if (dags.empty() || dags.back().job != job) {
      dags.push_back({job, {}, {}, {}});
      parents.emplace_back();
    }
    dags.back().tasks.push_back(static_cast<TaskId>(rows.integer("job_id")));
    dags.back().names.push_back(rows.text("name"));
    parents.back().push_back(parents_in(rows));
  }
  for (std::size_t i = 0; i < dags.size(); ++i) {
    std::unordered_map<TaskId, int> places;
    for (const TaskId task : dags[i].tasks)
      places.emplace(task, static_cast<int>(places.size()));
    for (const auto& of_task : parents[i]) {
      auto& found = dags[i].parents.emplace_back();
      for (const int parent : of_task)
        if (const auto place = places.find(parent); place != places.end())
          found.push_back(place->second);
    }
  }
  return dags;
}

} // namespace malha
