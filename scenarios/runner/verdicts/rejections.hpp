// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"

namespace malha {

/// Counts the jobs that runs rejected, which no measure includes.
class Rejections {
public:
  /// Adds a run with these metrics.
  void add(const std::vector<MetricValue>& metrics);
  void add(const CellResult& cell);

  bool any() const { return rejected_ > 0; }
  bool all() const { return rejected_ > 0 && rejected_ >= jobs_; }
  /// The count as a text: "30 of 400 jobs", or "30 of 400 jobs in 2 of 10 runs".
  std::string text() const;

private:
  double rejected_ = 0;
  double jobs_ = 0;
  std::size_t runs_ = 0;
  std::size_t runs_that_rejected_ = 0;
};

/// Prints, below a table, how many jobs the runs of each name rejected. Prints nothing if no job was
/// rejected.
void print_rejections(const std::vector<CellResult>& cells, const std::string& indent, std::ostream& out);

} // namespace malha
