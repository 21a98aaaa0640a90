// SPDX-License-Identifier: MIT
#pragma once
#include "distribution.hpp"

#include <optional>

namespace malha::easygrid {

/// The last report of a child.
struct ChildLoad {
  int child;
  FlopsPerSecond power; ///< cp of tonelli2010, eq. 4.2: the computing power that it gives to the application
  /// The estimated remaining time of its ready tasks, eq. 2.3; infinite: it has ready tasks, but no power.
  Seconds ert;
};

struct BalanceView {
  Seconds now;
  const std::vector<ChildLoad>& children; ///< by child; power and ert are 0 until the first report
};

struct Rebalance {
  int giver;
  /// Perc_ask: the fraction of its ready work that the giver is asked for, in (0, 1].
  double fraction;
  std::vector<Share> receivers; ///< at least one, by child, without the giver
};

/// Which child gives which fraction of its ready work, and which children receive it? No answer: the children
/// are in balance.
class Balance : public Policy {
public:
  static constexpr const char* question = "easygrid/balance";
  virtual std::optional<Rebalance> rebalance(const BalanceView& view) = 0;
};

} // namespace malha::easygrid
