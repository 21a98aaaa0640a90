// SPDX-License-Identifier: MIT
// Aborts when two children have no power.
#include "policies/easygrid/balance.hpp"

#include <algorithm>
#include <cstdlib>

namespace malha::easygrid {
namespace {

class Crashes : public Balance {
public:
  std::optional<Rebalance> rebalance(const BalanceView& view) override {
    const auto idle = std::count_if(view.children.begin(), view.children.end(),
                                    [](const auto& child) { return child.power <= 0; });
    if (idle >= 2)
      std::abort();
    return std::nullopt;
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Crashes>("bad/crashes", "aborts where nobody computes", ""))
