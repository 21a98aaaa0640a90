// SPDX-License-Identifier: MIT
#include "estimating.hpp"

namespace malha::multicluster {
namespace ibl_test {

using test::estimated;
using test::HandMadeCluster;

constexpr const char* ibl = "multicluster/ibl";

Experience ended(int size, int jobs_ahead, double jiffies_ahead, Seconds waiting, Seconds execution) {
  Experience one;
  one.user = "ann";
  one.queue = "FCFS";
  one.application = "MG-A";
  one.size = size;
  one.jobs_ahead = jobs_ahead;
  one.jiffies_ahead = jiffies_ahead;
  one.waiting_time = waiting;
  one.execution_time = execution;
  return one;
}

// One job waits, which computes for 3 s: 1 job and 300 jiffies ahead. Ranges are 4 jobs and 1000 jiffies.
// Distances squared: (1/4)^2 + (300/1000)^2 = 0.1525 to the first, 0 + (100/1000)^2 = 0.01 to the second and
// to the third, and more to the last. The mean of the two nearest is 5 and 15.
TEST(Ibl, TakesTheMeanOfTheNearest) {
  HandMadeCluster cluster(4);
  cluster.history = {ended(1, 0, 0, 1, 1), ended(1, 1, 400, 4, 10), ended(1, 1, 200, 6, 20),
                     ended(1, 4, 1000, 50, 50)};
  cluster.wait(1, cluster.application(3));
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5)), "5 15 0");
}

// The nearest is at 0, the next at a size of 2 of 1 to 5: 1/4. A radius of 0.25 takes both.
TEST(Ibl, MayTakeOthersWithinARadius) {
  HandMadeCluster cluster(4);
  cluster.history = {ended(1, 0, 0, 0, 10), ended(2, 0, 0, 2, 20), ended(5, 0, 0, 9, 99)};
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5)), "0 10 0");
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5), {{"radius", "0.25"}}), "1 15 0");
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5), {{"radius", "0.24"}}), "0 10 0");
}

// Another user is 1 away, the other end of the range of sizes too: both count.
TEST(Ibl, CountsAnotherWordAsTheWholeRangeOfANumber) {
  HandMadeCluster cluster(4);
  auto other = ended(1, 0, 0, 4, 10);
  other.user = "bob";
  cluster.history = {other, ended(4, 0, 0, 2, 30)};
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5)), "3 20 0");
}

// All words differ, and it is still the nearest. Without any experience the job takes its dedicated time.
TEST(Ibl, TakesWhateverThereIs) {
  HandMadeCluster cluster(4);
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5, 1)), "0 6 0");
  Experience other;
  other.waiting_time = 1;
  other.execution_time = 2;
  cluster.history = {other};
  EXPECT_EQ(estimated(ibl, cluster, 1, cluster.application(5, 1)), "1 2 0");
}

// Two jobs with everything alike are one entry, and so one step; nobody looks at the one of another user.
TEST(Ibl, CountsDistancesAsSteps) {
  HandMadeCluster cluster(4);
  auto other = ended(1, 0, 0, 4, 10);
  other.user = "bob";
  cluster.history = {ended(1, 0, 0, 1, 1), ended(1, 0, 0, 3, 3), other};
  EXPECT_EQ(
      test::make<Estimator>(ibl)->estimate(cluster.state(), cluster.job(1, cluster.application(5))).steps, 1);
}

} // namespace ibl_test
} // namespace malha::multicluster
