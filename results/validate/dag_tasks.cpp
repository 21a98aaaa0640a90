// SPDX-License-Identifier: MIT
#include "dag_tasks.hpp"

#include "results/files/files.hpp"
#include "rows.hpp"

namespace malha {

ParentsOfTasks read_dag_tasks(const std::filesystem::path& file) {
  ParentsOfTasks parents;
  if (!is_written(file))
    return parents;
  for (CsvReader rows(file); rows.next();)
    parents[std::to_string(rows.integer("job_id"))] = indices_in(rows, "parents");
  return parents;
}

} // namespace malha
