// SPDX-License-Identifier: MIT
#include "pending_sites.hpp"

namespace malha::easygrid {
namespace replay_test {

// Host 0 is free at 2 s. Task 0 ends at 2 + 4 = 6 s. Task 1, on host 1 of twice the power, reads 3 B of it,
// which are there at 6 + 1 + 3 = 10 s, and of a task of host 1 that ended at 3 s. It ends at 10 + 6/2 = 13 s.
TEST(Replay, TasksWaitForTheirHostAndTheirData) {
  const std::vector<PendingTask> tasks{{4, 0, {}}, {6, 1, {{0, -1, 0, 3}, {-1, 1, 3, 5}}}};
  const std::vector<PendingHost> hosts{{0, 1, 2}, {1, 2, 0}};
  const auto replay = replay_of({0, tasks, hosts, network});
  EXPECT_EQ(replay.ends(), (std::vector<Seconds>{6, 13}));
  EXPECT_EQ(replay.last_end(), 13);
}

} // namespace replay_test
} // namespace malha::easygrid
