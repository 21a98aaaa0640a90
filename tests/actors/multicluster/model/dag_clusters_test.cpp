// SPDX-License-Identifier: MIT
// A meta-scheduler that gives all tasks of a DAG to one cluster.
#include "actors/model/ready_tasks.hpp"
#include "played_clusters.hpp"

namespace malha::testing {
namespace dag_clusters_test {

using multicluster::DagClusters;
using Log = PlayedClusters::Log;

/// Job 7: task 10 precedes 11 and 12, which precede 13. Task 12 needs that many nodes, the others one.
Job diamond(int nodes_of_last = 1) {
  Job dag = rigid_job(10, 0, 1, 1);
  dag.id = 7;
  for (const TaskId id : {11, 12, 13}) {
    dag.tasks.push_back(dag.tasks.front());
    dag.tasks.back().id = id;
  }
  dag.tasks[2].resources = nodes_of_last;
  dag.precedences = {{10, 11}, {10, 12}, {11, 13}, {12, 13}};
  return dag;
}

/// A DAG on clusters of these sizes, of which the job selects one after the other.
struct DagOnClusters {
  explicit DagOnClusters(const std::vector<int>& sizes, int nodes_of_last = 1)
      : played(sizes, "multicluster/non_blocking", "multicluster/rr") {
    played.model.keep_together(dags);
    played.model.submit(ready.begin(diamond(nodes_of_last)));
  }
  /// The task ends in the cluster, and all that is ready then is submitted and handed over.
  void end(TaskId task, int cluster, Seconds date) {
    played.date = date;
    played.model.left(task, cluster, date - 1, date);
    dags.ended(task);
    ready.ended(task, date);
    while (ready.next() <= date)
      played.model.submit(ready.take());
    played.pass(date);
  }

  DagClusters dags;
  ReadyTasks ready;
  PlayedClusters played;
};

// In turn: the DAG goes to cluster 0 and stays there, and the next job goes to cluster 1. That job was
// submitted at 0, as the DAG was, and has a lower id.
TEST(DagClusters, AllTasksOfADagGoToOneCluster) {
  DagOnClusters dag({2, 2});
  dag.played.pass(0);
  EXPECT_EQ(dag.played.news(), Log{"10 to 0 at 0"});
  dag.played.submit(1);
  dag.end(10, 0, 1);
  EXPECT_EQ(dag.played.news(), (Log{"10 left 0 0 1", "1 to 1 at 1", "11 to 0 at 1", "12 to 0 at 1"}));
  dag.end(11, 0, 2);
  dag.end(12, 0, 3);
  EXPECT_EQ(dag.played.news(), (Log{"11 left 1 1 2", "12 left 1 2 3", "13 to 0 at 3"}));
  EXPECT_EQ(dag.dags.size(), 1u);
  dag.end(13, 0, 4);
  EXPECT_EQ(dag.dags.size(), 0u);
}

// Cluster 0 has one node, and task 12 needs two.
TEST(DagClusters, TheClusterHasTheNodesForTheLargestTask) {
  DagOnClusters dag({1, 2}, 2);
  dag.played.pass(0);
  EXPECT_EQ(dag.played.news(), Log{"10 to 1 at 0"});
}

TEST(DagClusters, ADagWhoseLargestTaskFitsNowhereIsRejectedAtItsFirstTask) {
  DagOnClusters dag({1, 2}, 3);
  EXPECT_EQ(dag.played.news(), Log{"10 nowhere"});
}

// Cluster 0 refuses task 10, which remembers it, and cluster 1 gets the DAG with task 11. Cluster 0 would
// take task 10 later, and is not asked.
TEST(DagClusters, AClusterThatHadRefusedATaskIsForgotten) {
  PlayedClusters played({2, 2}, "multicluster/non_blocking", "multicluster/ffit");
  DagClusters dags;
  ReadyTasks ready;
  played.model.keep_together(dags);
  Job dag = diamond();
  dag.precedences = {{10, 12}, {11, 13}};
  played.takes = [](TaskId, int cluster) { return cluster == 1; };
  played.selected = [](const multicluster::SelectionView& view) {
    return view.job.id == 10 || view.candidates.size() == 1 ? multicluster::Selected::at(0)
                                                            : multicluster::Selected::at(1);
  };
  played.model.submit(ready.begin(dag));
  played.pass(0);
  EXPECT_EQ(played.news(), Log{"11 to 1 at 0"});
  played.takes = [](TaskId, int) { return true; };
  played.model.started(99, 0);
  played.pass(1);
  EXPECT_EQ(played.news(), Log{"10 to 1 at 1"});
}

// Task 12 needs both nodes of cluster 1, and has ended when one of them is lost for good. Task 13 fits.
TEST(DagClusters, LaterTasksNeedTheirOwnNodesAlone) {
  DagOnClusters dag({1, 2}, 2);
  dag.played.pass(0);
  dag.end(10, 1, 1);
  dag.end(12, 1, 2);
  dag.played.model.nodes_lost(1, 1);
  dag.played.news();
  dag.end(11, 1, 3);
  EXPECT_EQ(dag.played.news(), (Log{"11 left 1 2 3", "13 to 1 at 3"}));
}

// Nothing of the DAG has ended when its cluster fails for good: another one takes it.
TEST(DagClusters, ADagWithoutDataGoesToAnotherCluster) {
  DagOnClusters dag({2, 2});
  dag.played.model.clusters_may_fail();
  dag.played.pass(0);
  EXPECT_EQ(dag.played.news(), Log{"10 to 0 at 0"});
  dag.played.model.cluster_failed(0, true);
  dag.played.pass(1);
  EXPECT_EQ(dag.played.news(), Log{"10 to 1 at 1"});
  dag.end(10, 1, 2);
  EXPECT_EQ(dag.played.news(), (Log{"10 left 1 1 2", "11 to 1 at 2", "12 to 1 at 2"}));
}

// The cluster of the DAG fails for good: no other one has its data.
TEST(DagClusters, ADagEndsWithItsCluster) {
  DagOnClusters dag({2, 2});
  dag.played.model.clusters_may_fail();
  dag.played.pass(0);
  dag.end(10, 0, 1);
  dag.played.news();
  dag.played.model.cluster_failed(0, true);
  dag.played.pass(2);
  EXPECT_EQ(dag.played.news(), (Log{"11 nowhere", "12 nowhere"}));
}

} // namespace dag_clusters_test
} // namespace malha::testing
