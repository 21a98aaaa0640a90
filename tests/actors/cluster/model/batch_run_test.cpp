// SPDX-License-Identifier: MIT
// What a policy may decide, and what the model of the batch scheduler makes of it, without SimGrid.
#include "batch_run.hpp"
#include "tests/support/start_what_fits.hpp"

namespace malha::testing {
namespace batch_run_test {

using cluster::Decision;
using cluster::QueueView;

/// A policy that is a function of the view.
struct Scripted : cluster::Queue {
  explicit Scripted(std::function<Decision(const QueueView&)> function) : answer(std::move(function)) {}
  Decision decide(const QueueView& view) override {
    asked.push_back(view.now);
    return answer(view);
  }
  std::function<Decision(const QueueView&)> answer;
  std::vector<Seconds> asked;
};

using Dates = std::vector<Seconds>;
using Texts = std::vector<std::string>;

/// "id start finish nodes" and what else became of it.
Texts texts_of(const std::vector<BatchRow>& rows) {
  Texts texts;
  for (const auto& row : rows) {
    texts.push_back(std::to_string(row.id) + " " + shortest(row.start) + " " + shortest(row.finish) + " " +
                    row.nodes.text());
    texts.back() += row.killed ? " killed" : "";
    texts.back() += row.dropped ? " dropped" : "";
    texts.back() += row.restarts > 0 ? " restarts " + std::to_string(row.restarts) : "";
  }
  return texts;
}

Decision starts_what_fits(const QueueView& view) {
  Decision decision;
  start_what_fits(view, decision);
  return decision;
}

// The wish of 0 for 50 stands, whatever is asked for at 20, where job 1 comes: at 30 nothing starts.
TEST(BareMachine, KeepsEveryWishToBeAskedAgain) {
  Scripted policy([](const QueueView& view) {
    Decision decision;
    if (view.now >= 50)
      return starts_what_fits(view);
    decision.wake = view.now == 20 ? 30 : 50;
    return decision;
  });
  BatchRun machine(2, policy);
  EXPECT_EQ(texts_of(machine.run({rigid_job(0, 0, 1, 10), rigid_job(1, 20, 1, 5)})),
            (Texts{"0 50 60 0", "1 50 55 1"}));
  // At 30 it asks for 50 once more: that date comes once.
  EXPECT_EQ(policy.asked, (Dates{0, 20, 30, 50, 55, 60}));
}

// Job 0 is put back at 5 and starts again at 7, when job 1 has ended: to 17. Its first end, at 10, is stale.
TEST(BareMachine, PutsAStoppedJobBackInTheQueue) {
  Scripted policy([](const QueueView& view) {
    if (view.now != 5)
      return starts_what_fits(view);
    Decision decision;
    decision.stop.push_back({view.running.front().handle, true});
    decision.start.push_back({view.queue.front().handle});
    return decision;
  });
  BatchRun machine(1, policy);
  EXPECT_EQ(texts_of(machine.run({rigid_job(0, 0, 1, 10), rigid_job(1, 5, 1, 2)})),
            (Texts{"0 7 17 0 restarts 1", "1 5 7 0"}));
  EXPECT_EQ(policy.asked, (Dates{0, 5, 7, 17}));
}

TEST(BareMachine, EndsAStoppedJobForGoodAndOneAtItsWalltime) {
  Scripted policy([](const QueueView& view) {
    auto decision = starts_what_fits(view);
    if (view.now == 3)
      decision.stop.push_back({view.running.front().handle, false});
    return decision;
  });
  BatchRun machine(2, policy);
  // Job 0 has the earlier expected end, 8; job 1 is killed at 9, its walltime. Job 2 comes at 3, where the
  // view does not have the node of job 0 yet, and the policy is asked next at 9.
  EXPECT_EQ(
      texts_of(machine.run({rigid_job(0, 0, 1, 7, 8), rigid_job(1, 0, 1, 10, 9), rigid_job(2, 3, 1, 1)})),
      (Texts{"0 0 3 0 killed", "1 0 9 1 killed", "2 9 10 0"}));
}

// Job 0 never gets its turn; job 2 is larger than the machine.
TEST(BareMachine, DropsJobs) {
  Scripted policy([](const QueueView& view) {
    Decision decision;
    for (const auto& job : view.queue)
      if (job.id == 0)
        decision.drop.push_back(job.handle);
      else
        decision.start.push_back({job.handle});
    return decision;
  });
  BatchRun machine(2, policy);
  EXPECT_EQ(texts_of(machine.run({rigid_job(0, 1, 1, 7), rigid_job(1, 1, 2, 2), rigid_job(2, 2, 3, 1)})),
            (Texts{"0 1 1  dropped", "1 1 3 0-1", "2 2 2  dropped"}));
}

TEST(BareMachine, StopsWhereNothingHappensAnyMore) {
  Scripted policy([](const QueueView& view) { // job 0 alone
    Decision decision;
    for (const auto& job : view.queue)
      if (job.id == 0)
        decision.start.push_back({job.handle});
    return decision;
  });
  BatchRun machine(2, policy);
  EXPECT_EQ(texts_of(machine.run({rigid_job(0, 0, 1, 4), rigid_job(1, 0, 1, 4)})), Texts{"0 0 4 0"});
  EXPECT_EQ(policy.asked, (Dates{0, 4}));
}

// a has nodes 0-1, b 2-5. The fragments of job 0 take the lowest CPUs of each; job 1 takes any.
TEST(BareMachine, HasMachinesForFragments) {
  Scripted policy([](const QueueView& view) {
    Decision decision;
    for (const auto& job : view.queue)
      if (job.id == 0)
        decision.start.push_back({job.handle, {}, {1, 0, 1}});
      else
        decision.start.push_back({job.handle});
    return decision;
  });
  BatchRun machine(machines_of({{"a", 2}, {"b", 4}}), policy);
  const auto rows =
      machine.run({job_of_fragments(0, 0, {{2}, {1, "a"}, {1, "b"}}, 5), rigid_job(1, 0, 2, 5)});
  EXPECT_EQ(texts_of(rows), (Texts{"0 0 5 0 2-4", "1 0 5 1 5"}));
  EXPECT_EQ(rows[0].machines, (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(rows[1].machines, (std::vector<int>{0, 1})); // of its CPUs
}

// What a job asks for beside fragments is seen by its policy.
TEST(BareMachine, ShowsRequests) {
  Scripted policy(starts_what_fits);
  BatchRun machine(2, policy);
  Texts seen;
  machine.look = [&](const QueueView& view, const Decision&) {
    for (const auto& job : view.queue)
      seen.push_back(job.request == nullptr ? "none" : shortest(job.request->deadline));
  };
  auto urgent = rigid_job(1, 0, 1, 5);
  urgent.service = ServiceClass::emergency;
  urgent.deadline = 90;
  machine.run({rigid_job(0, 0, 1, 5), urgent});
  EXPECT_EQ(seen, (Texts{"none", "90"}));
}

} // namespace batch_run_test
} // namespace malha::testing
