// SPDX-License-Identifier: MIT
#include "estimating.hpp"

namespace malha::multicluster {
namespace hanzich_test {

using test::estimated;
using test::HandMadeCluster;

// Computation and communication count alike, and neither power nor local users count.
TEST(Hanzich, TakesTheDedicatedTimeWhereNothingElseRuns) {
  HandMadeCluster cluster(2, 4);
  cluster.nodes[0].power = 0.5;
  cluster.nodes[1].has_local_user = true;
  cluster.nodes[1].local_cpu = 0.5;
  EXPECT_EQ(estimated("multicluster/hanzich", cluster, 2, cluster.application(6, 4)), "0 10 1");
}

// Two tasks run on node 0 and none on node 1. The job that comes needs both: three tasks share node 0, and it
// would take 30 s. The other two end first: each has 10 s of its own, which take 30 s beside two others. So
// all end at 30, unless the job is longer: of its 40 s it has then done a quarter (30 of 120 s), and the rest
// takes 30 s alone.
TEST(Hanzich, GoesByTheFullestNode) {
  HandMadeCluster cluster(2, 4);
  cluster.run("0", 0, cluster.application(10));
  cluster.run("1", 0, cluster.application(10));
  EXPECT_EQ(estimated("multicluster/hanzich", cluster, 2, cluster.application(10)), "0 30 0");
  EXPECT_EQ(estimated("multicluster/hanzich", cluster, 2, cluster.application(40)), "0 60 0");
}

} // namespace hanzich_test
} // namespace malha::multicluster
