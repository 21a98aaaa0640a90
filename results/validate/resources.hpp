// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"

#include <filesystem>
#include <map>
#include <string_view>

namespace malha {

/// The resources of a run, by index.
using Resources = std::map<int, ResourceRow>;

/// Reads a resources.csv. Throws InputError if an index is listed twice or a speed is not above 0.
Resources read_resources(const std::filesystem::path& file);

/// The resource that a row names in its column `resource`. Reports the row as unreadable if there is none.
const ResourceRow& resource_of(const CsvReader& row, const Resources& resources);

/// The resources that an attempt of a job held from `start` up to `end`.
struct Occupation {
  std::string job; ///< "job 3"
  Seconds start, end;
  IndexSet resources;
};

/// The id of the job of an occupation: "3", if its job is "job 3".
inline std::string id_of(const Occupation& held) { return held.job.substr(std::string_view("job ").size()); }

/// What an outages.csv gives.
struct OutagesRead {
  /// A row that ends before it starts.
  struct Reversed {
    OutageRow outage;
    std::string place; ///< "outages.csv:3"
  };

  std::vector<OutageRow> outages; ///< without the reversed ones
  std::vector<Reversed> reversed;
};

/// Reads an outages.csv; empty if the run has none. Throws InputError if a resource is not in resources.csv.
OutagesRead read_outages(const std::filesystem::path& file, const Resources& resources);

} // namespace malha
