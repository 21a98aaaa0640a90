// SPDX-License-Identifier: MIT
// Jobs whose nodes change in the model of the batch scheduler, under policies of a few lines.
#include "actors/model/broken_rule.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace resizing_test {

using cluster::Decision;
using cluster::QueueView;
using cluster::Resize;
using malha::testing::thrown;
using Rows = std::vector<std::string>;

/// Decides as a function says.
struct Scripted : cluster::Queue {
  explicit Scripted(std::function<Decision(const QueueView&)> function) : answer(std::move(function)) {}
  Decision decide(const QueueView& view) override { return answer(view); }
  bool resizes() const override { return true; }

  std::function<Decision(const QueueView&)> answer;
};

/// Writes down the nodes of each job over time, and its end: "0:2 4:1(1); 9" has one node from 4 on, after a
/// pause of 1 s.
struct Sizes : cluster::Listener {
  void started(const cluster::LiveJob& job, const cluster::Start&) override {
    text[job.task.id] += shortest(job.start) + ":" + std::to_string(job.nodes.size()) + " ";
  }
  void asked(const cluster::LiveJob& job, Seconds now) override {
    text[job.task.id] += shortest(now) + "?" + std::to_string(job.sized->now.wanted) + " ";
  }
  void resized(const cluster::LiveJob& job, const cluster::SizeChange& change) override {
    text[job.task.id] += shortest(change.date) + ":" + std::to_string(job.nodes.size()) +
                         (change.pause > 0 ? "(" + shortest(change.pause) + ") " : " ");
  }
  void ended(const cluster::LiveJob& job, Seconds, Seconds end, FinalState state) override {
    text[job.task.id] +=
        shortest(end) + (state == FinalState::completed ? "" : std::string(" ") + text_of(state));
  }
  void cut_short(const cluster::LiveJob& job, Seconds now, const char* why) override {
    text[job.task.id] += shortest(now) + " " + why + " ";
  }

  std::map<TaskId, std::string> text;
};

/// 12 s of work on its preferred two nodes in six parts: 4 s of work, of one node, each. One to four nodes.
Malleability usual_sizes(JobKind kind = JobKind::malleable) {
  Malleability sizes;
  sizes.kind = kind;
  sizes.min = 1;
  sizes.pref = 2;
  sizes.max = 4;
  sizes.parts = 6;
  sizes.set_run_at_pref(12);
  return sizes;
}

Job job_of(TaskId id, Seconds submitted, const Malleability& sizes, Seconds walltime = never) {
  auto job = conformance::rigid_job(id, submitted, sizes.pref, sizes.run_at_pref, walltime);
  job.sizes = std::make_shared<const Malleability>(sizes);
  return job;
}

struct Resizing : ::testing::Test {
  Rows rows(const std::vector<Job>& jobs, std::function<Decision(const QueueView&)> answer, int nodes = 4) {
    Scripted policy(std::move(answer));
    conformance::QueueRun run(nodes, policy);
    run.rules = rules;
    run.switches = switches;
    Sizes sizes;
    run.watches = &sizes;
    run.run(jobs);
    Rows all;
    for (const auto& [id, text] : sizes.text)
      all.push_back(text);
    return all;
  }
  /// What the run ends with if its only job gets this number of nodes at the first date when it runs.
  std::string broken(const Malleability& sizes, const Resize& how) {
    return thrown<BrokenRule>([&] {
      rows({job_of(0, 0, sizes)}, [&](const QueueView& view) {
        if (!view.queue.empty())
          return Decision{{}, {}, {{view.queue.front().handle}}, {}, {}, {}, 1};
        Decision decision;
        if (!view.running.empty())
          decision.resize = {how};
        return decision;
      });
    });
  }

  cluster::Rules rules;
  std::vector<conformance::QueueRun::Switch> switches;
};

/// Starts the first job that waits on so many nodes, and lets `more` add to the decision.
std::function<Decision(const QueueView&)> starts_on(
    int nodes, std::function<void(const QueueView&, Decision&)> more = [](auto&, auto&) {}) {
  return [=](const QueueView& view) {
    Decision decision;
    if (!view.queue.empty() && view.free.size() >= nodes)
      decision.start.push_back({view.queue.front().handle, {}, {}, nodes});
    more(view, decision);
    return decision;
  };
}

/// At that date the first running job is to get so many nodes.
std::function<void(const QueueView&, Decision&)> resizes_at(Seconds date, int size, IndexSet nodes = {}) {
  return [=](const QueueView& view, Decision& decision) {
    if (!view.running.empty() && view.now >= date && view.now <= date)
      decision.resize.push_back({view.running.front().handle, size, nodes});
  };
}

// 24 s of work: 6 s on four nodes, 24 s on one.
TEST_F(Resizing, StartsJobsOnOtherNumbersOfNodes) {
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes(JobKind::moldable))}, starts_on(4)), (Rows{"0:4 6"}));
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes(JobKind::moldable))}, starts_on(1)), (Rows{"0:1 24"}));
}

// Parts take 2 s on two nodes. At the point at 4 two of six are done; four parts take 4 s on four nodes.
TEST_F(Resizing, GivesJobsMoreNodesAtTheirPoints) {
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes())}, starts_on(2, resizes_at(4, 4))), (Rows{"0:2 4:4 8"}));
}

// The pause of 3 s delays the rest.
TEST_F(Resizing, LetsJobsPauseWhenTheirNodesChange) {
  auto sizes = usual_sizes();
  sizes.cost = {3, 5};
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(2, resizes_at(4, 4))), (Rows{"0:2 4:4(3) 11"}));
  // Four parts of 4 s on one node.
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(2, resizes_at(4, 1))), (Rows{"0:2 4:1(5) 25"}));
}

// Job 1 is submitted at 5, when job 0 is not at a point: it is shrunk at 6, and job 1 starts then.
TEST_F(Resizing, WaitsForTheNextPoint) {
  auto rigid = conformance::rigid_job(1, 5, 2, 3);
  const auto answer = [](const QueueView& view) {
    Decision decision;
    for (const auto& job : view.queue)
      if (job.id == 0)
        decision.start.push_back({job.handle, {}, {}, 4});
      else if (view.now <= 5)
        decision.resize.push_back({view.running.front().handle, 2});
      else // the nodes of the shrink that is due are free before anything starts
        decision.start.push_back({job.handle});
    return decision;
  };
  // Parts take 1 s on four nodes, and 5 is the point after part 5: the job is shrunk at once.
  auto sizes = usual_sizes();
  EXPECT_EQ(rows({job_of(0, 0.5, sizes), rigid}, answer), (Rows{"0.5:4 5.5:2 7.5", "5.5:2 8.5"}));
}

// At 5 two more nodes are set apart until the point at 6; job 1, which comes then, finds none. Three parts
// are left at 6.
TEST_F(Resizing, ReservesNodesUntilTheNextPoint) {
  auto rigid = conformance::rigid_job(1, 5, 1, 3);
  std::vector<int> free;
  const auto answer = [&free](const QueueView& view) {
    Decision decision;
    free.push_back(view.free.size());
    for (const auto& job : view.queue)
      if (job.id == 0 || view.free.size() > 0)
        decision.start.push_back({job.handle});
    if (view.now >= 5 && view.now <= 5) {
      decision.start.clear();
      decision.resize.push_back({view.running.front().handle, 4});
    }
    return decision;
  };
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes()), rigid}, answer), (Rows{"0:2 6:4 9", "9:1 12"}));
  EXPECT_EQ(free, (std::vector<int>{4, 2, 2, 2, 0, 0, 0, 4, 4}));
}

// The reservation at 5 is cancelled at 5.5, so that job 1 gets the nodes.
TEST_F(Resizing, CancelsWhatHasNotHappened) {
  const auto answer = [](const QueueView& view) {
    Decision decision;
    for (const auto& job : view.queue)
      if (job.size <= view.free.size())
        decision.start.push_back({job.handle});
    if (!view.running.empty() && view.now >= 5 && view.now <= 5)
      decision.resize.push_back({view.running.front().handle, 4});
    if (!view.running.empty() && view.now >= 5.5 && view.now <= 5.5)
      decision.resize.push_back({view.running.front().handle, 2});
    return decision;
  };
  auto waker = conformance::rigid_job(1, 5, 5, 1); // it never runs
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes()), waker, conformance::rigid_job(2, 5.5, 2, 3)},
                 [answer](const QueueView& view) {
                   auto decision = answer(view);
                   if (decision.resize.size() == 1 && decision.resize.front().size == 2)
                     decision.start.push_back({view.queue.back().handle});
                   return decision;
                 }),
            (Rows{"0:2 12", "5.5:2 8.5"}));
}

// It asks for three nodes after part 1, and for one after part 3: granted; three parts of 4 s on three nodes
// between, and then three of 4 s on one.
TEST_F(Resizing, AnswersRequests) {
  auto sizes = usual_sizes(JobKind::evolving);
  sizes.asks = {{1, 4}, {3, 1}};
  const auto grants = [](const QueueView& view, Decision& decision) {
    for (const auto& release : view.running)
      if (release.resizing->wanted > 0)
        decision.resize.push_back({release.handle, release.resizing->wanted});
  };
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(2, grants)), (Rows{"0:2 2?4 2:4 4?1 4:1 16"}));
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(2)), (Rows{"0:2 2?4 6?1 12"}));
}

// 6 s on two nodes leave 12 of 24 s of work: 3 s on four.
TEST_F(Resizing, ChangesJobsAtAnyDate) {
  auto sizes = usual_sizes();
  sizes.parts = JobSizes::any_date;
  EXPECT_EQ(rows({job_of(0, 0, sizes), conformance::rigid_job(1, 6, 9, 1)}, starts_on(2, resizes_at(6, 4))),
            (Rows{"0:2 6:4 9"}));
}

// A limit of 13 s suffices on two nodes. From 4 on the job has one node, and needs 16 s more: the clock
// stops it at 13. As a time on two nodes, 9 s are left of the limit, which are 18 s on one.
TEST_F(Resizing, KeepsLimitsOfTheClockOrOfThePreferredSize) {
  const std::vector<Job> jobs{job_of(0, 0, usual_sizes(), 13)};
  EXPECT_EQ(rows(jobs, starts_on(2, resizes_at(4, 1))), (Rows{"0:2 4:1 13 COMPLETED_WALLTIME_REACHED"}));
  rules.limits_follow_sizes = true;
  EXPECT_EQ(rows(jobs, starts_on(2, resizes_at(4, 1))), (Rows{"0:2 4:1 20"}));
  rules.limits_follow_sizes = false;
  rules.extends = true;
  EXPECT_EQ(rows(jobs, starts_on(2, resizes_at(4, 1))), (Rows{"0:2 4:1 20"}));
}

// The expected end follows the size: 13 s of limit on two nodes, 18 s from 4 on where limits follow sizes.
TEST_F(Resizing, ExpectsEndsOfTheNodesThatJobsHave) {
  std::vector<Seconds> ends;
  const auto look = [&ends](const QueueView& view, Decision& decision) {
    resizes_at(4, 1)(view, decision);
    for (const auto& release : view.running)
      ends.push_back(release.expected_end);
  };
  rules.limits_follow_sizes = true;
  rows({job_of(0, 0, usual_sizes(), 13)}, starts_on(2, look));
  ASSERT_GE(ends.size(), 3U);
  EXPECT_EQ(ends.front(), 13); // at the point at 2
  EXPECT_EQ(ends.back(), 22);
}

// Node 1 fails at 5, after two parts (4 s), and half of the third is lost: four parts of 4 s on node 0.
TEST_F(Resizing, GoesOnWithoutALostNode) {
  switches = {{5, 1, false}};
  rules.shrinks_on_loss = true;
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes())}, starts_on(2)), (Rows{"0:2 5:1 21"}));
  auto sizes = usual_sizes();
  sizes.min = 2; // one node is too few: it starts again on the other three
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(2)), (Rows{"0:2 5 node_lost 5:2 17"}));
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes(JobKind::moldable))}, starts_on(2)),
            (Rows{"0:2 5 node_lost 5:2 17"}));
}

// Node 3, one of the two that are reserved, fails at 5.5: three nodes from 6 on, for three parts of 4 s. When
// job 2 comes, those three are free.
TEST_F(Resizing, LosesReservedNodes) {
  switches = {{5.5, 3, false}};
  std::string free;
  const auto look = [&free](const QueueView& view, Decision& decision) {
    resizes_at(5, 4)(view, decision);
    free = view.free.text();
  };
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes()), conformance::rigid_job(1, 5, 9, 1),
                  conformance::rigid_job(2, 20, 2, 1)},
                 starts_on(2, look)),
            (Rows{"0:2 6:3 10", "20:2 21"}));
  EXPECT_EQ(free, "0-2");
}

TEST_F(Resizing, RefusesWhatTheJobsDoNotAllow) {
  EXPECT_EQ(broken(usual_sizes(), {0, 5}), "it gives job 0 5 nodes, and it may have 1 to 4");
  EXPECT_EQ(broken(usual_sizes(JobKind::moldable), {0, 3}),
            "it gives job 0 3 nodes, and its size is chosen when it starts, since it is moldable");
  EXPECT_EQ(broken(usual_sizes(JobKind::evolving), {0, 3}),
            "it gives job 0 3 nodes, and it is evolving and does not ask for others than it has");
  auto rigid = usual_sizes(JobKind::rigid);
  rigid.min = rigid.max = 2;
  EXPECT_EQ(broken(rigid, {0, 3}), "it gives job 0 3 nodes, and the job is rigid, or has one size only");
  auto asks = usual_sizes(JobKind::evolving);
  asks.asks = {{1, 3}};
  EXPECT_EQ(thrown<BrokenRule>([&] { rows({job_of(0, 0, asks)}, starts_on(2, resizes_at(2, 4))); }),
            "it gives job 0 4 nodes, and it has 2 and asks for 3");
}

TEST_F(Resizing, RefusesNodesThatAreNotThere) {
  EXPECT_EQ(broken(usual_sizes(), {0, 3, IndexSet(1, 1)}), "it gives job 0 nodes 1, which are not all free");
  EXPECT_EQ(broken(usual_sizes(), {0, 3, IndexSet(2, 2)}),
            "it gives job 0 2 nodes, and its size changes by 1");
  EXPECT_EQ(broken(usual_sizes(), {0, 1, IndexSet(3, 1)}),
            "it takes from job 0 nodes 3, which it does not have");
  EXPECT_EQ(broken(usual_sizes(), {7, 3}), "it resizes job handle 7, which no running job has");
  EXPECT_EQ(
      thrown<BrokenRule>([&] { rows({job_of(0, 0, usual_sizes())}, starts_on(2, resizes_at(2, 4)), 3); }),
      "it gives job 0 2 more nodes with 1 free");
  EXPECT_EQ(thrown<BrokenRule>([&] {
              rows({job_of(0, 0, usual_sizes())}, starts_on(2, [](auto& view, auto& decision) {
                     resizes_at(2, 4)(view, decision);
                     resizes_at(2, 3)(view, decision);
                   }));
            }),
            "it resizes job 0 twice");
  EXPECT_EQ(thrown<BrokenRule>([&] { rows({job_of(0, 0, usual_sizes())}, starts_on(5), 6); }),
            "it starts job 0 on 5 nodes, and it needs 1 to 4");
}

/// Writes down what it is told of nodes that jobs hold.
struct Told : cluster::Priority {
  double priority(const cluster::QueuedJob&, const cluster::PriorityView&) override { return 0; }
  Seconds next_pass(Seconds) override { return never; }
  void started(const cluster::QueuedJob& job, Seconds now) override {
    text += "+" + std::to_string(job.size) + "@" + shortest(now) + " ";
  }
  void ended(const cluster::QueuedJob& job, Seconds start, Seconds end) override {
    text += "-" + std::to_string(job.size) + "@" + shortest(start) + "-" + shortest(end) + " ";
  }

  std::string text;
};

// Usage is that of two nodes for 4 s, and of four for another 4 s.
TEST_F(Resizing, TellsPoliciesOfPriorityWhichNodesJobsHold) {
  Scripted policy(starts_on(2, resizes_at(4, 4)));
  conformance::QueueRun run(4, policy);
  Told told;
  run.priority = &told;
  run.run({job_of(0, 0, usual_sizes())});
  EXPECT_EQ(told.text, "+2@0 -2@0-4 +4@4 -4@4-8 ");
}

// 120 s of work on one node, in one part, and a limit of 50 s on two: it is expected to end at 25 on four
// nodes, and does so at 30. At 25 the policy is told of the date at which the limit ends it.
TEST_F(Resizing, IsToldOfJobsThatOutliveWhatIsExpectedOfMoreNodes) {
  auto sizes = usual_sizes(JobKind::moldable);
  sizes.parts = 1;
  sizes.set_run_at_pref(60);
  std::string ends;
  const auto look = [&ends](const QueueView& view, Decision&) {
    for (const auto& release : view.running)
      ends += shortest(view.now) + ":" + shortest(release.expected_end) + " ";
  };
  EXPECT_EQ(rows({job_of(0, 0, sizes, 50)}, starts_on(4, look)), (Rows{"0:4 30"}));
  EXPECT_EQ(ends, "25:50 ");
}

// Its least size fits, so that it is not rejected; its preferred one does not.
TEST_F(Resizing, RejectsJobsWhoseLeastSizeIsTooLarge) {
  EXPECT_EQ(rows({job_of(0, 0, usual_sizes())}, starts_on(1), 1), (Rows{"0:1 24"}));
  auto sizes = usual_sizes();
  sizes.min = 2;
  EXPECT_EQ(rows({job_of(0, 0, sizes)}, starts_on(1), 1), Rows{});
}

} // namespace resizing_test
} // namespace malha::test
