// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <cmath>

namespace malha {

std::string counted(std::int64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

bool is_near(double a, double b) { return std::abs(a - b) <= rounding * std::max(1.0, std::abs(b)); }

double finite(const CsvReader& row, std::string_view column) {
  const double number = row.real(column);
  if (!std::isfinite(number))
    row.fail("'" + row.text(column) + "' in column '" + std::string(column) + "' is not a finite number");
  return number;
}

IndexSet indices_in(const CsvReader& row, std::string_view column) {
  try {
    return IndexSet::parse(row.text(column));
  } catch (const std::invalid_argument& error) {
    row.fail(error.what());
  }
}

} // namespace malha
