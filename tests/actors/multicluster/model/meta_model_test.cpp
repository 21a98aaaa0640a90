// SPDX-License-Identifier: MIT
// The rules of a meta-scheduler, with clusters that the test plays.
#include "played_clusters.hpp"

#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace meta_model_test {

using multicluster::NextJob;
using multicluster::Selected;
using Log = PlayedClusters::Log;

const std::string blocking = "multicluster/blocking", non_blocking = "multicluster/non_blocking",
                  ffit = "multicluster/ffit", rr = "multicluster/rr", tat = "multicluster/tat";
const PlayedClusters::Parameters reschedules{{"reschedule", "on"}};

/// Cluster 0 refuses, all others take what they are offered.
bool all_but_the_first(TaskId, int cluster) { return cluster != 0; }

TEST(Model, HandsOverJobsInTheOrderOfTheirSubmission) {
  PlayedClusters played({4, 8}, blocking, rr);
  played.submit(1);
  played.submit(2, 5);
  played.date = 3;
  played.submit(3);
  played.pass(3);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 3", "2 to 1 at 3", "3 to 0 at 3"}));
  EXPECT_EQ(played.model.handed_over(), 3u);
  played.model.left(2, 1, 4, 6);
  EXPECT_EQ(played.news(), Log{"2 left 3 4 6"});
  EXPECT_FALSE(played.model.idle());
  played.model.left(1, 0, 3, 7);
  played.model.left(3, 0, never, 8);
  EXPECT_EQ(played.news(), (Log{"1 left 3 3 7", "3 left 3 inf 8"}));
  EXPECT_TRUE(played.model.idle());
}

TEST(Model, TakesEachTaskOfABagAsAJob) {
  PlayedClusters played({4}, blocking, ffit);
  Job bag = rigid_job(7, 0, 1, 1);
  bag.tasks.push_back(bag.tasks.front());
  bag.tasks.back().id = 8;
  bag.tasks.push_back(bag.tasks.front());
  bag.tasks.back().id = 9;
  bag.tasks.back().resources = 5;
  played.model.submit(bag);
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"9 nowhere", "7 to 0 at 0", "8 to 0 at 0"}));
}

TEST(Model, RejectsAJobThatIsLargerThanEveryCluster) {
  PlayedClusters played({4, 8}, blocking, ffit);
  played.submit(1, 9);
  EXPECT_EQ(played.news(), Log{"1 nowhere"});
  EXPECT_TRUE(played.model.idle());
  played.submit(2, 8);
  played.pass(0);
  EXPECT_EQ(played.news(), Log{"2 to 1 at 0"});
}

TEST(Model, RejectsAJobThatAllClustersSayTheyCannotRun) {
  PlayedClusters played({4, 4}, blocking, tat);
  played.estimates = {{never, never}, {0, never}};
  played.submit(1);
  played.submit(2);
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"1 nowhere", "2 nowhere"}));
  EXPECT_EQ(played.model.queue().nodes(), 0);
}

// Cluster 0 refuses job 1 and is closed. Cluster 1 cannot run job 2; cluster 0 might, but is not asked. Once
// it is open, neither can.
TEST(Model, KeepsAJobThatAClosedClusterMightRun) {
  PlayedClusters played({4, 4}, non_blocking, tat);
  played.takes = all_but_the_first;
  played.estimates = {{0, 1}, {0, 2}};
  played.submit(1);
  played.submit(2);
  played.selected = [&](const multicluster::SelectionView& view) {
    if (view.candidates.front().estimate == nullptr)
      return Selected::wants_estimates();
    if (view.job.id == 1)
      played.estimates = {{never, never}, {never, never}};
    return view.job.id == 1 ? Selected::at(0) : Selected{};
  };
  played.pass(0);
  EXPECT_EQ(played.news(), Log{});
  EXPECT_EQ(played.model.queue().size(), 2u);
  played.takes = [](TaskId, int) { return true; };
  played.model.started(99, 0);
  played.pass(1);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 1", "2 nowhere"}));
}

TEST(Model, KeepsAJobForWhichThePolicyWantsNoCluster) {
  PlayedClusters played({4}, blocking, ffit);
  played.selected = [](const auto&) { return Selected{}; };
  played.submit(1);
  played.submit(2);
  played.pass(0);
  EXPECT_EQ(played.model.queue().size(), 2u);
  played.selected = nullptr;
  played.pass(1);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 1", "2 to 0 at 1"}));
}

// The cluster is open again when a job leaves its queue: it starts, or it never will. That one of its jobs
// has ended is not enough.
TEST(Model, ClosesAClusterThatRefusesUntilAJobLeavesItsQueue) {
  PlayedClusters played({4, 4}, blocking, ffit);
  for (const TaskId id : {1, 2, 3})
    played.submit(id);
  played.takes = [](TaskId id, int) { return id != 3; };
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 0", "2 to 0 at 0"}));
  EXPECT_TRUE(played.model.clusters()[0].is_closed);
  EXPECT_FALSE(played.model.clusters()[1].is_closed);
  played.model.left(1, 0, 0, 5);
  EXPECT_TRUE(played.model.clusters()[0].is_closed);
  played.model.started(2, 0);
  EXPECT_FALSE(played.model.clusters()[0].is_closed);
  played.pass(5); // it is offered, and refused
  EXPECT_TRUE(played.model.clusters()[0].is_closed);
  played.model.left(2, 0, never, 6);
  EXPECT_FALSE(played.model.clusters()[0].is_closed);
}

// Job 1 goes to cluster 0 (1 s), which refuses it. Then cluster 0 would take 9 s. Without `reschedule` the
// job waits for it all the same.
TEST(Model, RemembersTheClusterOfAJob) {
  PlayedClusters played({4, 4}, blocking, tat);
  played.takes = all_but_the_first;
  played.estimates = {{0, 1}, {0, 2}};
  played.submit(1);
  played.pass(0);
  EXPECT_EQ(played.asked, 1);
  played.estimates = {{0, 9}, {0, 2}};
  played.pass(1);
  played.model.started(99, 0);
  played.takes = [](TaskId, int) { return true; };
  played.pass(2);
  EXPECT_EQ(played.asked, 1);
  EXPECT_EQ(played.news(), Log{"1 to 0 at 2"});
  EXPECT_EQ(played.offered->execution_time, 1);
}

// With `reschedule` it chooses again, but not before the state has changed.
TEST(Model, ForgetsItWhereTheStateHasChanged) {
  for (const auto& queue : {blocking, non_blocking}) {
    PlayedClusters played({4, 4}, queue, tat, reschedules);
    played.takes = all_but_the_first;
    played.estimates = {{0, 1}, {0, 2}};
    played.submit(1);
    played.pass(0);
    played.estimates = {{0, 9}, {0, 2}};
    played.pass(1);
    EXPECT_EQ(played.asked, 1) << queue;
    EXPECT_EQ(played.news(), Log{}) << queue;
    played.model.started(99, 1);
    played.pass(2);
    EXPECT_EQ(played.asked, 2) << queue;
    EXPECT_EQ(played.news(), Log{"1 to 1 at 2"}) << queue;
    EXPECT_EQ(played.offered->execution_time, 2) << queue;
  }
}

// Jobs 1 and 2 are best in cluster 0, which refuses. Under `blocking` nobody goes anywhere. Under
// `non_blocking` job 2 is not offered to cluster 0, which is closed, and goes to cluster 1.
TEST(Model, HoldsBackTheRestOrLetsThemPass) {
  for (const auto& queue : {blocking, non_blocking}) {
    PlayedClusters played({4, 4}, queue, tat);
    std::vector<TaskId> offered;
    played.takes = [&](TaskId id, int cluster) {
      offered.push_back(id);
      return cluster != 0;
    };
    played.estimates = {{0, 1}, {0, 2}};
    played.submit(1);
    played.submit(2);
    played.pass(0);
    const bool blocks = queue == blocking;
    EXPECT_EQ(offered, blocks ? (std::vector<TaskId>{1}) : (std::vector<TaskId>{1, 2})) << queue;
    EXPECT_EQ(played.news(), blocks ? Log{} : Log{"2 to 1 at 0"}) << queue;
  }
}

TEST(Model, NumbersTheStateOfTheClusters) {
  PlayedClusters played({4, 4}, blocking, ffit);
  std::vector<std::int64_t> states;
  played.next_job = [&](const multicluster::UpperQueueView& view) -> std::optional<NextJob> {
    states.push_back(view.state);
    const auto& first = view.waiting.front();
    return view.waiting.empty() || first.was_refused ? std::nullopt : std::optional(NextJob{first.id});
  };
  played.takes = [](TaskId id, int) { return id != 2; };
  played.submit(1);
  played.submit(2);
  played.pass(0); // 0; job 1 is handed over: 1; job 2 is refused: 1
  played.model.started(1, 0);
  played.pass(1); // 2, and refused again
  played.model.left(1, 0, 0, 2);
  played.pass(2); // 3
  EXPECT_EQ(states, (std::vector<std::int64_t>{0, 1, 1, 2, 2, 3, 3}));
}

// In the order of the calls: what is wanted is given once, and shown from then on.
TEST(Model, GivesASelectionWhatItWants) {
  PlayedClusters played({4, 2, 4}, blocking, ffit);
  played.estimates = {{1, 1}, {2, 2}, {3, 3}};
  std::vector<std::string> views;
  played.selected = [&](const multicluster::SelectionView& view) {
    std::string seen = view.knows_states ? "states" : "";
    for (const auto& one : view.candidates)
      seen += " " + std::to_string(one.cluster) +
              (one.estimate == nullptr ? "" : ":" + shortest(one.estimate->waiting_time));
    views.push_back(seen);
    if (!view.knows_states)
      return Selected::wants_states();
    return view.candidates[0].estimate == nullptr ? Selected::wants_estimates() : Selected::at(1);
  };
  played.submit(1, 3);
  played.pass(0);
  EXPECT_EQ(views, (std::vector<std::string>{" 0 2", "states 0 2", "states 0:1 2:3"}));
  EXPECT_EQ(played.refreshed, 1);
  EXPECT_EQ(played.news(), Log{"1 to 2 at 0"});
  EXPECT_EQ(played.offered->waiting_time, 3);
}

TEST(Model, OffersNoEstimateWhereNoneWasAskedFor) {
  PlayedClusters played({4}, blocking, ffit);
  played.submit(1);
  played.pass(0);
  EXPECT_FALSE(played.offered);
}

// While a cluster is asked, job 2 comes, and job 1 has started and left before the answer is here. It is told
// that it was handed over first.
TEST(Model, HearsNewsWhileItWaitsForAnAnswer) {
  PlayedClusters played({4}, blocking, ffit);
  played.submit(1);
  played.takes = [&](TaskId id, int) {
    if (id == 1) {
      played.date = 4;
      played.submit(2);
      played.model.started(1, 0);
      played.model.left(1, 0, 1, 2);
    }
    return true;
  };
  played.pass(0);
  EXPECT_EQ(played.news(), (Log{"1 to 0 at 0", "1 left 0 1 2", "2 to 0 at 4"}));
  EXPECT_EQ(played.model.handed_over(), 1u);
}

// Cluster 0 refuses job 1. Job 9 leaves its queue while cluster 1 is asked about job 2: the pass is past job
// 1 then, and nothing else may ever happen, so that another pass is due.
TEST(Model, SaysThatThereIsNewsWhichThePassMayHaveMissed) {
  PlayedClusters played({4, 2}, non_blocking, rr);
  played.submit(9, 3);
  EXPECT_TRUE(played.model.has_news());
  played.pass(0);
  EXPECT_FALSE(played.model.has_news());
  played.submit(1, 3);
  played.submit(2);
  played.takes = [&](TaskId id, int) {
    if (id == 2)
      played.model.left(9, 0, never, 1);
    return id == 2;
  };
  played.pass(1);
  EXPECT_EQ(played.news(), (Log{"9 to 0 at 0", "9 left 0 inf 1", "2 to 1 at 1"}));
  EXPECT_TRUE(played.model.has_news());
  EXPECT_TRUE(played.model.has_work());
  played.takes = [](TaskId, int) { return true; };
  played.pass(1);
  EXPECT_EQ(played.news(), Log{"1 to 0 at 1"});
  EXPECT_FALSE(played.model.has_work());
}

// Cluster 0 refuses job 1 twice, cluster 1 has not seen it before.
TEST(Model, SaysWhichOffersAreRepeated) {
  PlayedClusters played({4, 4}, blocking, rr, reschedules);
  std::vector<std::string> offers;
  std::size_t cluster = 0;
  played.selected = [&](const multicluster::SelectionView&) { return Selected::at(cluster); };
  played.takes = [&](TaskId, int to) {
    offers.push_back(std::to_string(to) + (played.repeated ? " again" : ""));
    return to == 1;
  };
  played.submit(1);
  played.pass(0);
  played.model.nodes_changed();
  played.pass(1);
  played.model.nodes_changed();
  cluster = 1;
  played.pass(2);
  EXPECT_EQ(offers, (std::vector<std::string>{"0", "0 again", "1"}));
}

// Two jobs of 1 and 3 nodes wait from 0 and 2 to 5: 5 + 3. The third is taken at 7 and was submitted at 6.
TEST(Model, SumsUpWhatWaits) {
  PlayedClusters played({4}, blocking, ffit);
  played.submit(1);
  played.date = 2;
  played.submit(2, 3);
  EXPECT_EQ(played.model.queue().nodes(), 4);
  played.pass(5);
  EXPECT_EQ(played.model.queue().nodes(), 0);
  EXPECT_EQ(played.model.queue().job_seconds_waited(), 8);
  played.date = 7;
  played.model.submit(rigid_job(3, 6, 1, 1));
  EXPECT_EQ(played.model.queue().job_seconds_waited(), 9);
  played.date = 10;
  played.model.advance();
  EXPECT_EQ(played.model.queue().job_seconds_waited(), 12);
}

/// What the model says of a policy that answers so to job 1, of which no cluster was chosen before.
std::string broken(const std::function<void(PlayedClusters&)>& change) {
  PlayedClusters played({4, 4}, blocking, ffit);
  played.submit(1);
  change(played);
  return thrown<BrokenRule>([&] { played.pass(0); });
}

auto always(const NextJob& next) {
  return [next](const multicluster::UpperQueueView&) { return std::optional(next); };
}

TEST(Model, SaysWhichRuleAnAnswerBreaks) {
  EXPECT_EQ(broken([](auto& played) { played.next_job = always({5}); }),
            "it hands over job 5, which is not in the upper queue");
  EXPECT_EQ(broken([](auto& played) {
              played.next_job = always({1, true});
            }),
            "it hands over job 1 as remembered, and no cluster was chosen for it");
  EXPECT_EQ(broken([](auto& played) {
              played.next_job = always({1});
              played.takes = all_but_the_first;
            }),
            "it hands over job 1, which was refused in this pass");
  EXPECT_EQ(broken([](auto& played) { played.selected = [](const auto&) { return Selected::at(2); }; }),
            "it selects candidate 2 of 2");
  for (const auto& wish : {Selected::wants_states(), Selected::wants_estimates()})
    EXPECT_EQ(broken([&](auto& played) { played.selected = [&](const auto&) { return wish; }; }),
              "it asks for what it was given");
}

} // namespace meta_model_test
} // namespace malha::testing
