// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace malha::duel {

/// A job or a machine as whole numbers, one for each column of its table.
using Row = std::vector<std::int64_t>;

/// A workload and a platform. What the numbers mean is known to the `Game`.
struct Instance {
  std::vector<Row> jobs;
  std::vector<Row> machines;
};
inline bool operator==(const Instance& a, const Instance& b) {
  return a.jobs == b.jobs && a.machines == b.machines;
}

/// The values that a number of a row may have.
struct Column {
  std::string name;
  std::int64_t low, high;
  std::int64_t simplest; ///< the value towards which it is shrunk
};

/// How many rows there may be, and of which numbers.
struct Table {
  std::vector<Column> columns;
  std::size_t fewest, most;
};

/// All instances among which a search chooses.
struct Space {
  Table jobs, machines;
};

} // namespace malha::duel
