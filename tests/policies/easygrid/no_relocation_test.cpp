// SPDX-License-Identifier: MIT
#include "pending_sites.hpp"

namespace malha::easygrid {
namespace no_relocation_test {

TEST(NoRelocation, LeavesTasksOnTheirHosts) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {10, 0, {}}};
  EXPECT_EQ(moves("easygrid/no_relocation", tasks, {{0, 1, 0}, {1, 1, 0}}), Moves{});
}

TEST(NoRelocation, PlacesATaskOfAnotherSiteWhereItEndsFirst) {
  const std::vector<PendingTask> tasks{{10, 0, {}}, {4, -1, {}}};
  EXPECT_EQ(moves("easygrid/no_relocation", tasks, {{0, 1, 0}, {1, 1, 0}}), (Moves{{1, 1}}));
}

} // namespace no_relocation_test
} // namespace malha::easygrid
