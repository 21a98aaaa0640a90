// SPDX-License-Identifier: MIT
// Answers a question of its own.
#include "policies/sdk/plugin.hpp"

struct Opening : malha::Policy {
  static constexpr const char* question = "chess/opening";
};

MALHA_POLICY(malha::policy<Opening>("bad/stranger", "e4", "",
                                    {malha::text("then", "", "the move behind it")}))
