// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"

namespace malha {

/// Jobs that runs rejected: what is measured says nothing of them.
class Rejections {
public:
  /// A run with these metrics.
  void add(const std::vector<MetricValue>& metrics);
  void add(const CellResult& cell);

  bool any() const { return rejected_ > 0; }
  /// "30 of 400 jobs", or "30 of 400 jobs in 2 of 10 runs".
  std::string text() const;

private:
  double rejected_ = 0;
  double jobs_ = 0;
  std::size_t runs_ = 0;
  std::size_t runs_that_rejected_ = 0;
};

/// A line, or several, for below a table: how many jobs the runs of each name rejected. Nothing where none
/// was.
void print_rejections(const std::vector<CellResult>& cells, const std::string& indent, std::ostream& out);

} // namespace malha
