// SPDX-License-Identifier: MIT
// The history of a batch scheduler, and a run that follows a recorded one.
#include "actors/cluster/model/history.hpp"
#include "batch_run.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace history_test {

using Texts = std::vector<std::string>;

/// A run of the model on two nodes, up to a date.
class NotedRun {
public:
  NotedRun(const std::string& policy, const std::vector<Job>& jobs, const Snapshot* followed = nullptr)
      : jobs_(jobs), arrivals_(jobs_), policy_(test::make<cluster::Queue>(policy)),
        model_(cluster::Book(cluster::Machines(std::vector<FlopsPerSecond>(2, 1e9))), *policy_, arrivals_,
               cluster::Admission({})) {
    model_.add(history_);
    if (followed != nullptr)
      history_.follow(*followed);
  }

  cluster::Model& model() { return model_; }
  Snapshot cut_at(Seconds date) {
    for (Seconds next = 0; next <= date; next = model_.next()) {
      model_.round(next);
      if (model_.is_over())
        break;
    }
    return snapshot(date);
  }
  Snapshot snapshot(Seconds date) const { return history_.snapshot(model_.book(), date); }
  void check_all_followed() const { history_.check_all_followed(); }

private:
  const std::vector<Job> jobs_;
  ListedJobs arrivals_;
  std::unique_ptr<cluster::Queue> policy_;
  cluster::Model model_;
  cluster::History history_{false};
};

/// Job 0 runs 0-10. Job 1 comes at 1, and needs both nodes; job 2, of 3 s, comes at 2; job 3 comes at 3, and
/// would be killed at 9 s.
std::vector<Job> four_jobs() {
  return {rigid_job(0, 0, 1, 10, 10), rigid_job(1, 1, 2, 5, 5), rigid_job(2, 2, 1, 3, 3),
          rigid_job(3, 3, 1, 20, 9)};
}

// Under EASY job 2 fills the gap before job 1, which starts at 10, and job 3 follows at 15. A round at 12 has
// not come.
TEST(History, HasAllThatHappensRoundByRound) {
  const auto made = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  Texts rounds;
  for (const auto& round : made.rounds)
    rounds.push_back(std::to_string(static_cast<int>(round.date)) + ": " + listed(round.events));
  EXPECT_EQ(rounds,
            (Texts{"0: submit 0, start 0 on 0", "1: submit 1", "2: submit 2, start 2 on 1", "3: submit 3",
                   "5: end 2 COMPLETED_SUCCESSFULLY", "10: end 0 COMPLETED_SUCCESSFULLY, start 1 on 0-1"}));
}

// Until 12 jobs 0 and 2 had a node for 10 s and 3 s, and job 1 two nodes for 2 s.
TEST(History, KnowsTheStateAtADate) {
  const auto made = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  ASSERT_EQ(made.running.size(), 1u);
  EXPECT_EQ(made.running.front().number, 1);
  EXPECT_EQ(made.running.front().resources.text(), "0-1");
  EXPECT_EQ(made.running.front().started, 10);
  EXPECT_EQ(made.running.front().ends, 15);
  ASSERT_EQ(made.waiting.size(), 1u);
  EXPECT_EQ(made.waiting.front().number, 3);
  EXPECT_EQ(made.waiting.front().limit, 9);
  EXPECT_EQ(made.used, (std::map<Snapshot::Owner, double>{{{"", ""}, 17}}));
  EXPECT_EQ(made.hosts, (Texts{"0", "1"}));
}

// Job 3 would run for 20 s, and is killed after 9.
TEST(History, KnowsWhenAJobIsKilledAtItsLimit) {
  EXPECT_EQ(NotedRun("cluster/easy_backfill", four_jobs()).cut_at(15).running.front().ends, 24);
}

TEST(History, NotesNodesThatFail) {
  NotedRun run("cluster/fcfs", {rigid_job(0, 0, 1, 10, 10)});
  run.cut_at(0);
  run.model().switched(0, false, 4);
  run.model().switched(0, true, 6);
  run.model().round(4);
  run.model().round(6);
  const auto made = run.snapshot(6);
  Texts events;
  for (const auto& round : made.rounds)
    events.push_back(listed(round.events));
  EXPECT_EQ(events, (Texts{"submit 0, start 0 on 0", "cut 0 node_lost, down 0, start 0 on 1", "up 0"}));
}

TEST(FollowedHistory, IsThatOfTheSamePolicy) {
  const auto cut = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  NotedRun again("cluster/easy_backfill", four_jobs(), &cut);
  EXPECT_TRUE(again.cut_at(1000).running.empty());
  again.check_all_followed();
}

std::string refusal(const std::string& policy, const Snapshot& cut,
                    const std::vector<Job>& jobs = four_jobs()) {
  return thrown<InputError>([&] {
    NotedRun again(policy, jobs, &cut);
    again.cut_at(1000);
    again.check_all_followed();
  });
}

// FCFS does not start job 2 at 2.
TEST(FollowedHistory, IsNotThatOfAnotherPolicy) {
  const auto cut = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  EXPECT_EQ(refusal("cluster/fcfs", cut),
            "the way to the snapshot is another one at t=2 s: 'submit 2', and the snapshot has 'submit 2, "
            "start 2 on 1'; valid: the policies, and the Malha, that wrote it");
}

TEST(FollowedHistory, HasItsRoundsAtTheSameDates) {
  auto cut = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  cut.rounds[3].date = 4;
  EXPECT_EQ(
      refusal("cluster/easy_backfill", cut),
      "the way to the snapshot is another one at t=3 s: the snapshot has its round at t=4 s; valid: the "
      "policies, and the Malha, that wrote it");
}

TEST(FollowedHistory, LeadsToTheStateOfTheSnapshot) {
  const auto cut = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  const auto is_told = [&](const std::string& what, const Snapshot& wrong) {
    EXPECT_EQ(refusal("cluster/easy_backfill", wrong),
              "'" + what +
                  "' of the snapshot is not what its history leads to; valid: a snapshot as the run "
                  "wrote it");
  };
  auto wrong = cut;
  wrong.running.front().ends = 16;
  is_told("running", wrong);
  wrong = cut;
  wrong.waiting.clear();
  is_told("waiting", wrong);
  wrong = cut;
  wrong.down = IndexSet(0, 1);
  is_told("down", wrong);
  wrong = cut;
  wrong.used.begin()->second += 1;
  is_told("used", wrong);
}

TEST(FollowedHistory, IsWhole) {
  const auto cut = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(12);
  EXPECT_EQ(
      refusal("cluster/easy_backfill", cut, {rigid_job(0, 0, 1, 10, 10)}),
      "the way to the snapshot is another one at t=10 s: the snapshot has its round at t=1 s; valid: the "
      "policies, and the Malha, that wrote it");
  auto longer = NotedRun("cluster/easy_backfill", four_jobs()).cut_at(1000);
  longer.rounds.push_back({99, {}});
  EXPECT_EQ(
      refusal("cluster/easy_backfill", longer),
      "the run is over before the snapshot, whose history goes on at t=99 s; valid: the policies, and the "
      "Malha, that wrote it");
}

} // namespace history_test
} // namespace malha::testing
