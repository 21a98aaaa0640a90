// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/csv_fields.hpp"

#include <fstream>
#include <map>

namespace malha::cluster {

/// Where the files are that were measured on Slurm 22.05.8; its README.md says how.
inline const std::string slurm_folder = MALHA_SOURCE_FOLDER "/tests/policies/cluster/slurm/";

/// A row of a CSV file, by column.
using MeasuredRow = std::map<std::string, std::string>;

inline std::vector<MeasuredRow> measured_rows(const std::string& file) {
  std::ifstream in(slurm_folder + file);
  std::vector<MeasuredRow> rows;
  std::vector<std::string> names, cells;
  std::string line;
  std::getline(in, line);
  split_csv(line, names);
  while (std::getline(in, line)) {
    split_csv(line, cells);
    rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i)
      rows.back()[names[i]] = cells[i];
  }
  return rows;
}

} // namespace malha::cluster
