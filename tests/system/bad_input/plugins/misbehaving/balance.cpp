// SPDX-License-Identifier: MIT
// A balance policy that asks child 0 for half of its ready work, for child 1, but for the rule that its
// parameter breaks.
#include "policies/easygrid/balance.hpp"

namespace malha::easygrid {
namespace {

class MisbehavingBalance : public Balance {
public:
  explicit MisbehavingBalance(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::optional<Rebalance> rebalance(const BalanceView&) override {
    Rebalance decision{0, 0.5, {{1, 1}}};
    if (does_ == "unknown_giver")
      decision.giver = 7;
    else if (does_ == "fraction")
      decision.fraction = 2;
    else if (does_ == "nobody")
      decision.receivers.clear();
    else if (does_ == "giver_receives")
      decision.receivers = {{0, 1}};
    return decision;
  }

private:
  std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingBalance>(
    "misbehaving/balance", "breaks a rule", "",
    {choice("does", "behave", {"behave", "unknown_giver", "fraction", "nobody", "giver_receives"},
            "what it does")}))

} // namespace malha::easygrid
