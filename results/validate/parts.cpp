// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include "results/files/files.hpp"
#include "rows.hpp"

namespace malha {

PartsByJob read_parts(const std::filesystem::path& file) {
  PartsByJob parts;
  if (!is_written(file))
    return parts;
  for (CsvReader rows(file); rows.next();) {
    const auto id = std::to_string(rows.integer("job_id"));
    parts[id].push_back({"job " + id + " (" + rows.place() + ")", rows.text("site"),
                         finite(rows, "starting_time"), finite(rows, "finish_time"), resources_in(rows)});
  }
  return parts;
}

} // namespace malha
