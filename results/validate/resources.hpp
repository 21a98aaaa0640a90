// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/records.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// The resources of a run, by index.
using Resources = std::map<int, ResourceRow>;

/// Reads a resources.csv. Throws InputError if an index is listed twice or a speed is not above 0.
Resources read_resources(const std::filesystem::path& file);

/// Resources that an attempt of a job held from a date up to another.
struct Occupation {
  std::string job; ///< "job 3"
  Seconds start, end;
  IndexSet resources;
};

/// What an outages.csv gives.
struct OutagesRead {
  struct Reversed {
    OutageRow outage;  ///< it ends before it starts
    std::string place; ///< "outages.csv:3"
  };

  std::vector<OutageRow> outages;
  std::vector<Reversed> reversed;
};

/// Reads an outages.csv, if the run has one. Throws InputError if a resource is not in resources.csv.
OutagesRead read_outages(const std::filesystem::path& file, const Resources& resources);

} // namespace malha
