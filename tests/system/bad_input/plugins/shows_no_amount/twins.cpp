// SPDX-License-Identifier: MIT
// A policy that makes copies, and does not say how many.
#include "policies/broker/assignment.hpp"

namespace {

struct Twins : malha::broker::Assign {
  std::vector<malha::broker::Assignment> assign(const malha::broker::AssignmentView&) override { return {}; }
};

} // namespace

MALHA_POLICY(malha::policy<Twins>("broker/twins", "nothing", "",
                                  {malha::integer("most", 2, malha::at_least(1), "count", "copies")},
                                  {{malha::Trait::copies}}))
