// SPDX-License-Identifier: MIT
#include "run_times.hpp"

#include "results/csv_reader.hpp"

namespace malha {

std::map<std::string, Seconds> run_times(const std::filesystem::path& file) {
  std::map<std::string, Seconds> times;
  if (!std::filesystem::exists(file))
    return times;
  CsvReader rows(file);
  while (rows.next())
    times[rows.text("scenario")] = rows.real("seconds_per_run");
  return times;
}

} // namespace malha
