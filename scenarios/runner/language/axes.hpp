// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// A setting that is varied, and its values: a <vary> of a scenario, a --sweep of a comparison.
struct Axis {
  std::string key;
  std::vector<std::string> values;
};

/// The values of a <vary>, with blanks between them. "3..7" stands for the whole numbers from 3 to 7. Throws
/// InputError on a range that goes backwards or is too long.
std::vector<std::string> values_of(const std::string& text);

/// All combinations of the values. The first axis changes slowest. Without axes there is one empty
/// combination.
std::vector<Settings> combinations(const std::vector<Axis>& axes);

/// Throws InputError if the runs under all combinations are too many cells.
void check_number_of_cells(std::size_t runs, const std::vector<Axis>& axes);

/// Reads the text of a --sweep: "key=1,2,4", "key=a b c" if a value has commas, or "key=0.5:1.1:0.1", from
/// the first number to the second in steps of the third. Throws InputError, which says what is valid.
Axis read_sweep(const std::string& text);

/// Writes values as text after "key=", from which read_sweep reads them again. A single value that has a
/// comma or a colon ends in a blank, since it would be several values, or a range, without it.
std::string text_of_values(const std::vector<std::string>& values);

} // namespace malha
