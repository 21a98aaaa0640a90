// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace malha {

/// An advance reservation, as a file says it: hosts that are set apart for a time.
struct AdvanceReservation {
  std::string name;
  Seconds start, end;
  std::vector<std::string> hosts; ///< by name; empty: all
  bool is_maintenance;
};

/// Reads advance reservations from a CSV file with the columns name, start, end (dates in s), nodes and, if
/// need be, kind. Nodes are names of hosts with blanks between them, or `all`. The kind is `maintenance`, in
/// which no job runs, or `jobs`, as where it is not given: jobs that name the reservation run in it. Throws
/// InputError, with file and line.
std::vector<AdvanceReservation> read_reservations(const std::filesystem::path& file);

} // namespace malha
