// SPDX-License-Identifier: MIT
// Dynamic scheduling off: every task stays where the distribution put it (tonelli2010, section 5.3).
#include "policies/easygrid/balance.hpp"

namespace malha::easygrid {
namespace {

class NoBalance : public Balance {
public:
  std::optional<Rebalance> rebalance(const BalanceView&) override { return std::nullopt; }
};

} // namespace

MALHA_POLICY(policy<NoBalance>("easygrid/no_balance", "never moves a task", "tonelli2010, section 5.3"))

} // namespace malha::easygrid
