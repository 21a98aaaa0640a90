// SPDX-License-Identifier: MIT
#pragma once
#include "distribution.hpp"

#include <optional>

namespace malha::easygrid {

/// A child as its last report shows it.
struct ChildLoad {
  int child;
  FlopsPerSecond power; ///< cp of tonelli2010, eq. 4.2: the computing power it gives to the application
  /// Estimated remaining time of its ready tasks, eq. 2.3; infinite: it has tasks, but shows no power.
  Seconds ert;
};

struct BalanceView {
  Seconds now;
  const std::vector<ChildLoad>& children; ///< by child; power and ert are 0 until the first report
};

struct Rebalance {
  int giver;
  /// Perc_ask: the part of its ready work for which the giver is asked, in (0, 1].
  double fraction;
  std::vector<Share> receivers; ///< at least one, by child, without the giver
};

/// Which child must give how much, and which children receive it? No answer means that the children are in
/// balance.
class Balance : public Policy {
public:
  static constexpr const char* question = "easygrid/balance";
  virtual std::optional<Rebalance> rebalance(const BalanceView& view) = 0;
};

} // namespace malha::easygrid
