// SPDX-License-Identifier: MIT
// Answers a question of its own, and always the same.
#include "chess.hpp"

#include "policies/sdk/parameters.hpp"

namespace {

class KingsPawn : public Opening {
public:
  explicit KingsPawn(const malha::Parameters& parameters)
      : file_(static_cast<int>(parameters.integer("file"))) {}
  int file(int /*files*/) override { return file_; }

private:
  int file_;
};

} // namespace

MALHA_POLICY(malha::policy<KingsPawn>(
    "bad/stranger", "e4", "", {malha::integer("file", 4, malha::between(0, 7), "count", "of the pawn")}))
