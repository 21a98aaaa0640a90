// SPDX-License-Identifier: MIT
// The user to whom most is owed gets a free machine: the largest share minus machines held, which may be
// below 0. The thesis leaves the order open (OSEP, section 3.5; docs/ownership.md explains this one).
#include "negotiation_draft.hpp"

namespace malha::ownership {
namespace {

class OwnerShare : public Negotiate {
public:
  std::vector<Start> negotiate(const PoolView& view) override {
    NegotiationDraft draft(view);
    return std::move(draft).give_free(
        [&draft](int user, int other) { return draft.owed(user) > draft.owed(other); });
  }
};

} // namespace

MALHA_POLICY(policy<OwnerShare>("ownership/owner_share",
                                "gives free machines to the users to whom most is owed",
                                "OSEP, sections 3.2.2.2 and 3.5"))

} // namespace malha::ownership
