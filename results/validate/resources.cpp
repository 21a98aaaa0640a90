// SPDX-License-Identifier: MIT
#include "resources.hpp"

#include "results/files/files.hpp"
#include "rows.hpp"

#include <limits>

namespace malha {

Resources read_resources(const std::filesystem::path& file) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  Resources resources;
  CsvReader rows(file);
  while (rows.next()) {
    const int index = static_cast<int>(rows.integer("index", 0, most - 1));
    const double speed = finite(rows, "speed");
    if (!(speed > 0))
      rows.fail("'" + rows.text("speed") + "' in column 'speed' is not above 0");
    const auto slots = static_cast<int>(rows.has("slots") ? rows.integer("slots", 1, most) : 1);
    constexpr int cores = 1; // no rule asks for them
    if (!resources
             .try_emplace(index, ResourceRow{index, rows.text("host"), speed, cores, rows.text_if_any("site"),
                                             rows.text_if_any("owner"), slots})
             .second)
      rows.fail("resource " + std::to_string(index) + " is listed twice; valid: each index once");
  }
  return resources;
}

const ResourceRow& resource_of(const CsvReader& row, const Resources& resources) {
  const auto index = row.integer("resource");
  const bool fits = index == static_cast<int>(index);
  const auto resource = fits ? resources.find(static_cast<int>(index)) : resources.end();
  if (resource == resources.end())
    row.fail("resource " + row.text("resource") + " is not in resources.csv");
  return resource->second;
}

OutagesRead read_outages(const std::filesystem::path& file, const Resources& resources) {
  OutagesRead read;
  if (!is_written(file))
    return read;
  for (CsvReader rows(file); rows.next();) {
    const OutageRow outage{resource_of(rows, resources).index, finite(rows, "start"),
                           rows.text("end").empty() ? std::nullopt : std::optional(finite(rows, "end"))};
    if (outage.end && *outage.end < outage.start)
      read.reversed.push_back({outage, rows.place()});
    else
      read.outages.push_back(outage);
  }
  return read;
}

} // namespace malha
