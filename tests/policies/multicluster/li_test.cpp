// SPDX-License-Identifier: MIT
#include "estimating.hpp"

namespace malha::multicluster {
namespace li_test {

using test::estimated;
using test::HandMadeCluster;

// Of the two experiences the one of the cluster's own queue counts.
TEST(Li, TellsQueuesApart) {
  HandMadeCluster cluster(2);
  Experience basic, fcfs;
  basic.user = fcfs.user = "ann";
  basic.application = fcfs.application = "MG-A";
  basic.queue = "BASIC";
  basic.execution_time = 10;
  fcfs.queue = "FCFS";
  fcfs.execution_time = 30;
  fcfs.waiting_time = 4;
  cluster.history = {basic, fcfs};
  const auto* job = cluster.application(5);
  EXPECT_EQ(estimated("multicluster/li", cluster, 1, job), "4 30 0");
  cluster.queue_name = "BASIC";
  EXPECT_EQ(estimated("multicluster/li", cluster, 1, job), "0 10 0");
  EXPECT_EQ(estimated("multicluster/li", cluster, 2, job), "0 10 0"); // the size is left out
  cluster.queue_name = "EASY"; // the queue is not: nothing is known there
  EXPECT_EQ(estimated("multicluster/li", cluster, 1, job), "0 5 0");
}

} // namespace li_test
} // namespace malha::multicluster
