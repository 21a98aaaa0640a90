// SPDX-License-Identifier: MIT
#include "pending_sites.hpp"

namespace malha::easygrid {
namespace earliest_end_test {

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
}

} // namespace earliest_end_test
} // namespace malha::easygrid
