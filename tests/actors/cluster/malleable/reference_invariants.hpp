// SPDX-License-Identifier: MIT
// What must hold for rows of sizes, whoever decides.
#pragma once
#include "reference.hpp"

#include <gtest/gtest.h>

namespace malha::testing::malleable {

/// The work of a job by its rows.
inline double work_done(const ReferenceJob& one, const ReferenceRun& run) {
  double work = 0;
  for (std::size_t i = 0; i < run.sizes.size(); ++i) {
    const auto& [from, nodes, pause] = run.sizes[i];
    const Seconds to = i + 1 < run.sizes.size() ? run.sizes[i + 1].date : run.end;
    work += std::max(0.0, to - from - pause) * one.size.law.at(nodes);
  }
  return work;
}

/// What must hold for one job whatever the strategy is.
inline void expect_in_bounds(const ReferenceJob& one, const ReferenceRun& run) {
  ASSERT_FALSE(run.sizes.empty());
  EXPECT_GE(run.sizes.front().date, one.submitted);
  for (const auto& row : run.sizes) {
    EXPECT_GE(row.nodes, one.size.min);
    EXPECT_LE(row.nodes, one.size.max);
  }
  if (one.size.kind == JobKind::rigid || one.size.kind == JobKind::moldable) {
    EXPECT_EQ(run.sizes.size(), 1U);
  }
  if (one.size.parts != Malleability::any_date) { // otherwise a pause may be cut short
    EXPECT_NEAR(work_done(one, run), one.size.work, 1e-9 * one.size.work);
  }
}

/// The most nodes that jobs hold at once.
inline int most_held(const std::vector<ReferenceRun>& runs) {
  std::vector<std::pair<Seconds, int>> changes;
  for (const auto& run : runs) {
    int before = 0;
    for (const auto& row : run.sizes) {
      changes.emplace_back(row.date, row.nodes - before);
      before = row.nodes;
    }
    changes.emplace_back(run.end, -before);
  }
  std::sort(changes.begin(), changes.end()); // nodes are given back first at each date
  int held = 0, most = 0;
  for (const auto& [at, change] : changes)
    most = std::max(most, held += change);
  return most;
}

} // namespace malha::testing::malleable
