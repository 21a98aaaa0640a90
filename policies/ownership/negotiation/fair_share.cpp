// SPDX-License-Identifier: MIT
// Fair-Share: the user who has used least and runs least gets a free machine, independent of its owner. Old
// usage counts less (OSEP, sections 1.2 and 2.4.6; kay1988). The thesis gives no formula; docs/ownership.md
// explains each key, and why `product` is the default.
#include "usage_key.hpp"

namespace malha::ownership {
namespace {

class FairShare : public Negotiate {
public:
  explicit FairShare(const Parameters& parameters)
      : key_(parameters.text("key"), parameters.real("half_life")) {}

  std::vector<Start> negotiate(const PoolView& view) override {
    key_.follow(view);
    NegotiationDraft draft(view);
    return std::move(draft).give_free(
        [&](int user, int other) { return key_(draft, user) < key_(draft, other); });
  }

private:
  UsageKey key_;
};

} // namespace

MALHA_POLICY(policy<FairShare>(
    "ownership/fair_share", "gives free machines to the users who have used and run least",
    "OSEP, sections 1.2 and 2.4.6",
    {choice(
         "key", "product", {"product", "condor", "usage"},
         "(usage + 1) * (running + 1); or HTCondor's user priority * (running + 1), which needs a half-life "
         "of some 300 s; or usage alone"),
     half_life_parameter()}))

} // namespace malha::ownership
