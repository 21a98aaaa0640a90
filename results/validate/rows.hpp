// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "results/files/csv_reader.hpp"

namespace malha {

/// A number that is one: neither infinite nor "nan", which every comparison would let pass.
double finite(const CsvReader& row, std::string_view column);

IndexSet resources_in(const CsvReader& row);

/// Whether two numbers differ by no more than rounding.
bool is_near(double a, double b);

/// "1 slot", "2 slots".
std::string counted(std::int64_t number, const std::string& what);

} // namespace malha
