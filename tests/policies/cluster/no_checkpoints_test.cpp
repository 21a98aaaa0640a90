// SPDX-License-Identifier: MIT
#include "checkpoint_asking.hpp"

namespace malha::test {
namespace no_checkpoints_test {

TEST(NoCheckpoints, NeverLeavesOne) {
  EXPECT_EQ(interval_of("cluster/no_checkpoints", {}, 4, 60), never);
  EXPECT_FALSE(make<cluster::Checkpoint>("cluster/no_checkpoints")->leaves_any());
}

} // namespace no_checkpoints_test
} // namespace malha::test
