// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"

namespace malha {

/// Who held which resources when: an attempt of a job.
struct Occupation {
  std::string job; ///< "job 3"
  Seconds start, end;
  IndexSet resources;
};

std::vector<OutageRow> read_outages(const std::filesystem::path& outages,
                                    const std::map<int, ResourceRow>& resources, Findings& findings);

/// Goes through time: no resource over its slots, none used while it is down.
void check_resources(const std::map<int, ResourceRow>& resources, const std::vector<Occupation>& occupations,
                     const std::vector<OutageRow>& outages, Findings& findings);

} // namespace malha
