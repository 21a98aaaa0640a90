// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "policies/sdk/quantities.hpp"
#include "results/files/csv_reader.hpp"

#include <optional>

namespace malha {

/// power_cap.csv, while the powers of all hosts are computed again in the order of dates. Both are steps, so
/// that the dates of both say all: between them nothing changes.
class CapFile {
public:
  /// `is_strict`: the power must not be above the cap.
  CapFile(const std::filesystem::path& folder, bool is_strict, Findings& findings);

  bool is_there() const { return row_.has_value(); }
  /// The power of all hosts between two dates.
  void passed(Seconds from, Seconds to, Watts power);
  /// All has passed. States what was checked.
  void end();
  /// How long the power was above the cap, and the energy above it.
  Seconds time_above() const { return time_above_; }
  double energy_above() const { return energy_above_; }

private:
  void read_to(Seconds date);
  void compare(Seconds from, Seconds to, Watts power);

  std::optional<CsvReader> row_; ///< nothing if there is no file
  bool has_next_ = false;
  Seconds next_ = 0;         ///< date of the next row
  std::optional<Watts> cap_; ///< nothing before the first row
  std::string place_;        ///< of its row
  Seconds time_above_ = 0;
  double energy_above_ = 0;
  const bool is_strict_;
  bool is_above_ = false, is_unknown_ = false; ///< whether that is reported already
  Findings& findings_;
};

} // namespace malha
