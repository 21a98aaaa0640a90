// SPDX-License-Identifier: MIT
// Jobs that wait in several clusters at once: what the meta-scheduler does, with clusters that the test
// plays.
#include "actors/multicluster/model/model.hpp"
#include "tests/actors/cluster/model/batch_run.hpp"
#include "tests/policies/multicluster/meta_asking.hpp"
#include "tests/support/thrown.hpp"

#include <functional>

namespace malha::testing {
namespace copies_test {

using multicluster::Selected;
using Log = std::vector<std::string>;

/// `log` has what happens: "3 offered to 1", "3 handed over", "3 nowhere", "3 left 0 6 9".
class PlayedCopies : private multicluster::Gateways,
                     private multicluster::PartGateways,
                     private multicluster::Selection,
                     private multicluster::Listener {
public:
  explicit PlayedCopies(const std::vector<int>& sizes)
      : with_memory(sizes), queue_(test::make<multicluster::UpperQueue>("multicluster/blocking")),
        model(test::clusters_of(sizes), *queue_, *this, *this) {
    model.copy_with(*this);
    model.add(*this);
  }

  std::vector<int> with_memory; ///< nodes of each cluster that have the memory
  /// Whether a cluster takes a job; it may start the job meanwhile.
  std::function<bool(TaskId, int)> takes = [](TaskId, int) { return true; };
  Selected answer{Selected::candidate, 0, {1, 2}};
  bool says_so = true; ///< that it sends copies
  Log log;

  void submit(TaskId id, int size = 1) { model.submit(rigid_job(id, 0, size, 1)); }
  Log news() { return std::exchange(log, {}); }

private:
  std::unique_ptr<multicluster::UpperQueue> queue_;

public:
  multicluster::Model model;

private:
  Seconds now() const override { return 0; }
  void refresh(std::vector<multicluster::Cluster>&) override {}
  std::vector<multicluster::Estimate> estimate(const Job&, const std::vector<int>&) override { return {}; }
  bool offer(const Job&, int, const std::optional<multicluster::Estimate>&, bool) override {
    ADD_FAILURE() << "a job is offered to one cluster alone";
    return false;
  }
  bool offer_copy(const Job& job, int cluster, bool is_repeated) override {
    log.push_back(std::to_string(job.id) + " offered to " + std::to_string(cluster) +
                  (is_repeated ? " again" : ""));
    return takes(job.id, cluster);
  }
  int most_tasks(const Job&, std::size_t cluster) override { return with_memory[cluster]; }
  std::vector<std::vector<multicluster::UsableNode>> usable_nodes(const Job&, bool) override { return {}; }
  std::vector<bool> reserve(const Job&, const multicluster::Coallocated&) override { return {}; }
  void release(TaskId, int) override {}
  bool withdraw(TaskId, int) override { return true; }
  void begin(const Job&, const multicluster::Coallocated&) override {}
  void end(TaskId, const std::vector<multicluster::Part>&, Seconds) override {}

  Selected select(const multicluster::SelectionView& view) override {
    auto fitting = answer;
    if (view.candidates.size() == 1)
      fitting.also.clear();
    return fitting;
  }
  bool sends_copies() const override { return says_so; }

  void rejected(const Job& job) override { log.push_back(std::to_string(job.id) + " nowhere"); }
  void handed_over(const Job& job, const multicluster::Decided&, Seconds) override {
    log.push_back(std::to_string(job.id) + " handed over");
  }
  void left(TaskId job, Seconds handed_over, Seconds start, Seconds end) override {
    log.push_back(std::to_string(job) + " left " + shortest(handed_over) + " " + shortest(start) + " " +
                  shortest(end));
  }
};

TEST(Copies, WaitInAllClustersUntilOneStartsTheJob) {
  PlayedCopies played({4, 4, 4});
  played.submit(1);
  played.model.pass();
  EXPECT_EQ(played.news(), (Log{"1 offered to 0", "1 offered to 1", "1 offered to 2", "1 handed over"}));
  EXPECT_EQ(played.model.handed_over(), 1u);
  played.model.started(1, 2);
  EXPECT_FALSE(played.model.idle());
  played.model.left(1, 2, 5, 9);
  EXPECT_EQ(played.news(), Log{"1 left 0 5 9"});
  EXPECT_TRUE(played.model.idle());
}

// The second cluster starts job 1 before the third one would get it, and job 2 ends there at once.
TEST(Copies, GoToNoFurtherClusterOnceTheJobHasStarted) {
  PlayedCopies played({4, 4, 4});
  played.takes = [&](TaskId id, int cluster) {
    if (cluster == 1) {
      played.model.started(id, 1);
      if (id == 2)
        played.model.left(id, 1, 0, 0);
    }
    return true;
  };
  played.submit(1);
  played.submit(2);
  played.model.pass();
  EXPECT_EQ(played.news(), (Log{"1 offered to 0", "1 offered to 1", "1 handed over", "2 offered to 0",
                                "2 offered to 1", "2 handed over", "2 left 0 0 0"}));
  EXPECT_EQ(played.model.handed_over(), 1u);
}

// Cluster 0 refuses, and is closed until a job leaves its queue. When all refuse, the job waits above.
TEST(Copies, WaitWhereTheyAreTaken) {
  PlayedCopies played({4, 4, 4});
  played.takes = [](TaskId, int cluster) { return cluster != 0; };
  played.submit(1);
  played.model.pass();
  EXPECT_TRUE(played.model.clusters()[0].is_closed);
  EXPECT_EQ(played.model.handed_over(), 1u);
  played.model.started(1, 1);
  EXPECT_TRUE(played.model.clusters()[0].is_closed); // it never had the job
  played.news();
  played.takes = [](TaskId, int) { return false; };
  played.submit(2);
  played.model.pass();
  EXPECT_EQ(played.news(), (Log{"2 offered to 0", "2 offered to 1", "2 offered to 2"}));
  EXPECT_EQ(played.model.queue().size(), 1u);
  EXPECT_EQ(played.model.handed_over(), 1u);
  played.takes = [](TaskId, int) { return true; };
  played.model.started(1, 0); // a job has left the queue of the first cluster
  played.model.pass();
  EXPECT_EQ(played.news(),
            (Log{"2 offered to 0 again", "2 offered to 1 again", "2 offered to 2 again", "2 handed over"}));
}

// A cluster that gives its copy back has one job less in its queue.
TEST(Copies, OpenTheClustersThatGiveThemBack) {
  PlayedCopies played({4, 4, 4});
  played.takes = [](TaskId id, int cluster) { return id == 1 || cluster == 2; };
  played.submit(1);
  played.submit(2);
  played.model.pass();
  EXPECT_TRUE(played.model.clusters()[0].is_closed);
  EXPECT_TRUE(played.model.clusters()[1].is_closed);
  played.model.started(1, 2);
  EXPECT_FALSE(played.model.clusters()[0].is_closed);
  EXPECT_FALSE(played.model.clusters()[1].is_closed);
}

TEST(Copies, EndWhenAClusterDropsTheJob) {
  PlayedCopies played({4, 4, 4});
  played.submit(1);
  played.model.pass();
  played.news();
  played.model.left(1, 1, never, 3);
  EXPECT_EQ(played.news(), Log{"1 left 0 inf 3"});
  EXPECT_TRUE(played.model.idle());
}

// A job of 3 nodes with more memory than most nodes have could wait in the second cluster for ever.
TEST(Copies, GoOnlyWhereTheJobCouldRun) {
  PlayedCopies played({4, 4, 4});
  played.with_memory = {3, 2, 2};
  played.submit(1, 3);
  played.submit(2, 4);
  played.model.pass();
  EXPECT_EQ(played.news(), (Log{"2 nowhere", "1 offered to 0", "1 handed over"}));
}

TEST(Copies, AreHeldToTheirRules) {
  const auto broken = [](const Selected& answer, bool says_so = true) {
    PlayedCopies played({4, 4, 4});
    played.answer = answer;
    played.says_so = says_so;
    played.submit(1);
    return thrown<multicluster::SelectionBroke>([&] { played.model.pass(); });
  };
  EXPECT_EQ(broken({Selected::candidate, 0, {1, 3}}), "it selects candidate 3 of 3");
  EXPECT_EQ(broken({Selected::candidate, 1, {2, 1}}), "it selects candidate 1 twice");
  EXPECT_EQ(broken({Selected::candidate, 0, {1}}, false),
            "it selects several clusters, and says that it never does");
}

} // namespace copies_test
} // namespace malha::testing
