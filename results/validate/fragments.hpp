// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"
#include "results/files/csv_reader.hpp"

namespace malha {

/// What a job asked for, as the metadata of its row say: "5+uff3:4:e".
struct AskedFragments {
  std::string text;
  std::vector<Fragment> fragments;
};

/// Of a row of jobs.csv, if it asked for any.
std::optional<AskedFragments> fragments_in(const CsvReader& row);

/// Holds the resources of attempts against the fragments that their jobs ("job 3") asked for: exactly, each
/// fragment wholly on one host.
void check_fragments(const std::map<std::string, AskedFragments>& asked,
                     const std::vector<Occupation>& occupations, const std::map<int, ResourceRow>& resources,
                     Findings& findings);

} // namespace malha
