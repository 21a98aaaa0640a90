// SPDX-License-Identifier: MIT
// Which jobs fit on what is left of a cluster.
#include "actors/cluster/model/requests.hpp"
#include "batch_run.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace lost_machines_test {

/// Three machines of four CPUs; the last is lost.
class LostMachines : public ::testing::Test {
protected:
  bool hold(const std::vector<Fragment>& fragments) {
    return hold(job_of_fragments(1, 0, fragments, 10), false);
  }
  bool hold(int size, bool one_a_machine) { return hold(rigid_job(1, 0, size, 10, 10), one_a_machine); }

private:
  static bool hold(const Job& job, bool one_a_machine) {
    const cluster::Machines machines(std::vector<FlopsPerSecond>(12, 1e9),
                                     machines_of({{"a", 4}, {"b", 4}, {"c", 4}}));
    cluster::Book book{machines};
    book.admit(job, job.tasks.front());
    return cluster::could_start_without(IndexSet(8, 4), one_a_machine, book.queue().jobs().front(), machines);
  }
};

// Eight CPUs on two machines are left.
TEST_F(LostMachines, LeaveTooFewNodes) {
  EXPECT_TRUE(hold(8, false));
  EXPECT_FALSE(hold(9, false));
  EXPECT_TRUE(hold(2, true));
  EXPECT_FALSE(hold(3, true));
}

// Beside three CPUs one is left on a machine of four.
TEST_F(LostMachines, LeaveTooLittleRoomForFragmentsTogether) {
  EXPECT_TRUE(hold({{3}, {2}, {2}}));
  EXPECT_FALSE(hold({{3}, {3}, {2}}));
  EXPECT_TRUE(hold({{2}, {2}, {4}}));
}

TEST_F(LostMachines, MayBeNamedByAFragment) {
  EXPECT_TRUE(hold({{1, "a"}, {4, "b"}}));
  EXPECT_FALSE(hold({{1, "c"}}));
  EXPECT_FALSE(hold({{1, "a"}, {4}, {1, "b"}}));
}

TEST_F(LostMachines, LeaveTooFewForExclusiveFragments) {
  EXPECT_TRUE(hold({{1, "", true}, {1, "", true}}));
  EXPECT_FALSE(hold({{1, "", true}, {1, "", true}, {1}}));
}

} // namespace lost_machines_test
} // namespace malha::testing
