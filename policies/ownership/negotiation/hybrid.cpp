// SPDX-License-Identifier: MIT
// Pays debts to owners first, the largest debt first; the user who has used least gets the rest, as
// compensation (OSEP, section 5.2, names it as future work).
#include "usage_key.hpp"

namespace malha::ownership {
namespace {

class Hybrid : public Negotiate {
public:
  explicit Hybrid(const Parameters& parameters) : key_("usage", parameters.real("half_life")) {}

  std::vector<Start> negotiate(const PoolView& view) override {
    key_.follow(view);
    NegotiationDraft draft(view);
    return std::move(draft).give_free([&](int user, int other) {
      const double owed = std::max(0.0, draft.owed(user)), owed_other = std::max(0.0, draft.owed(other));
      return owed != owed_other ? owed > owed_other : owed <= 0 && key_(draft, user) < key_(draft, other);
    });
  }

private:
  UsageKey key_;
};

} // namespace

MALHA_POLICY(policy<Hybrid>(
    "ownership/hybrid", "gives free machines to users to whom some are owed, then to those who used least",
    "OSEP, section 5.2", {half_life_parameter()}))

} // namespace malha::ownership
