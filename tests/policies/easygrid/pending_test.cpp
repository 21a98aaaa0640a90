// SPDX-License-Identifier: MIT
// Two hosts, 1 s and 1 B/s apart.
#include "policies/easygrid/replay.hpp"

#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {
namespace pending_test {

using Moves = std::vector<std::pair<std::size_t, int>>;

const workflow::Network network(2, 1, 1);

Moves moves(const std::string& policy, const std::vector<PendingTask>& tasks,
            const std::vector<PendingHost>& hosts,
            const std::map<std::string, std::string>& parameters = {}) {
  Moves found;
  for (const auto& one : test::make<Pending>(policy, parameters)->relocate({0, tasks, hosts, network}))
    found.emplace_back(one.task, one.host);
  return found;
}

// Host 0 is free at 2 s. Task 0 ends at 2 + 4 = 6 s. Task 1, on host 1 of twice the power, reads 3 B of it,
// which are there at 6 + 1 + 3 = 10 s, and of a task of host 1 that ended at 3 s. It ends at 10 + 6/2 = 13 s.
TEST(Replay, TasksWaitForTheirHostAndTheirData) {
  const std::vector<PendingTask> tasks{{4, 0, {}}, {6, 1, {{0, -1, 0, 3}, {-1, 1, 3, 5}}}};
  const std::vector<PendingHost> hosts{{0, 1, 2}, {1, 2, 0}};
  const auto replay = replay_of({0, tasks, hosts, network});
  EXPECT_EQ(replay.ends(), (std::vector<Seconds>{6, 13}));
  EXPECT_EQ(replay.last_end(), 13);
}

// All on host 0: ends at 10 and 20 s. Anew: task 0 stays (a tie), task 1 ends on host 1 at 10 s. So half of
// the time is gained.
TEST(EarliestEnd, MovesTasksIfTheSiteGainsEnough) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {10, 0, {}}};
  const std::vector<PendingHost> hosts{{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(moves("easygrid/earliest_end", tasks, hosts), (Moves{{1, 1}}));
  EXPECT_EQ(moves("easygrid/earliest_end", tasks, hosts, {{"threshold", "0.5"}}), Moves{});
  EXPECT_EQ(moves("easygrid/earliest_end", tasks, hosts, {{"threshold", "0.49"}}), (Moves{{1, 1}}));
}

// The input of 20 B is on host 0: on host 1 task 1 would wait until 21 s for it.
TEST(EarliestEnd, CountsTheTimeOfData) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {10, 0, {{-1, 0, 0, 20}}}};
  const std::vector<PendingHost> hosts{{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(moves("easygrid/earliest_end", tasks, hosts), Moves{});
}

// Where all stay task 0 ends at 10 s and the new task on host 1 at 4 s. Nothing is gained by more moves.
TEST(EarliestEnd, PlacesATaskOfAnotherSiteInAnyCase) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {4, -1, {}}};
  const std::vector<PendingHost> hosts{{0, 1, 0}, {1, 1, 0}};
  EXPECT_EQ(moves("easygrid/earliest_end", tasks, hosts), (Moves{{1, 1}}));
  EXPECT_EQ(moves("easygrid/no_relocation", tasks, hosts), (Moves{{1, 1}}));
}

TEST(NoRelocation, LeavesTasksOnTheirHosts) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {10, 0, {}}};
  EXPECT_EQ(moves("easygrid/no_relocation", tasks, {{0, 1, 0}, {1, 1, 0}}), Moves{});
}

} // namespace pending_test
} // namespace malha::easygrid
