// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/quantities.hpp"
#include "results/files/csv_reader.hpp"

#include <algorithm>

namespace malha {

/// The relative rounding error of dates and of work, which are sums of rounded numbers: a task may seem
/// faster than its host by the last digits of its dates.
inline constexpr double rounding = 1e-9;

/// The rounding error of a date in s, or of work in flop.
inline Seconds rounding_of(Seconds date) { return rounding * std::max(1.0, date); }

/// The number in a column. Throws InputError if it is infinite or "nan", with which rules would find nothing.
double finite(const CsvReader& row, std::string_view column);

/// The numbers in a column, such as `0-3 5`. Throws InputError if they cannot be read.
IndexSet indices_in(const CsvReader& row, std::string_view column);
/// The indices in the column allocated_resources.
inline IndexSet resources_in(const CsvReader& row) { return indices_in(row, "allocated_resources"); }

/// Whether two numbers differ by rounding errors at most.
bool is_near(double a, double b);

/// "1 slot", "2 slots".
std::string counted(std::int64_t number, const std::string& what);

} // namespace malha
