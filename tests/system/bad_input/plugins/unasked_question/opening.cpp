// SPDX-License-Identifier: MIT
// A policy that answers what nobody asks.
#include "policies/sdk/plugin.hpp"

namespace malha {
namespace {

class Opening : public Policy {
public:
  static constexpr const char* question = "chess/opening";
};

} // namespace

MALHA_POLICY(policy<Opening>("chess/opening", "moves a pawn", ""))

} // namespace malha
