// SPDX-License-Identifier: MIT
#pragma once
#include "distribution.hpp"

#include <optional>

namespace malha::easygrid {

/// A child as its last report showed it.
struct ChildLoad {
  int child;
  FlopsPerSecond power; ///< cp of tonelli2010, eq. 4.2: the computing power it gives to the application
  Seconds ert; ///< estimated remaining time of its ready tasks, eq. 2.3; infinite: tasks, but no power seen
};

struct BalanceView {
  Seconds now;
  const std::vector<ChildLoad>& children; ///< by child; power and ert are 0 until the first report
};

struct Rebalance {
  int giver;
  double fraction;              ///< perc_ask: the part of its ready work the giver is asked for, in (0, 1]
  std::vector<Share> receivers; ///< at least one, by child, without the giver
};

/// Who must give how much, and who receives it? Nothing: the children are in balance.
class Balance : public Policy {
public:
  static constexpr const char* question = "easygrid/balance";
  virtual std::optional<Rebalance> rebalance(const BalanceView& view) = 0;
};

} // namespace malha::easygrid
