// SPDX-License-Identifier: MIT
// Jobs that lose their nodes, and go on from checkpoints, in the model of the batch scheduler.
#include "failing_run.hpp"
#include "policies/sdk/numbers.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace checkpoints_test {

using cluster::CheckpointedRun;
using conformance::rigid_job;
using Texts = std::vector<std::string>;

std::unique_ptr<cluster::Checkpoint> every(const std::string& interval) {
  return test::make<cluster::Checkpoint>("cluster/fixed_interval", {{"interval", interval}});
}

/// "id start finish" and what else became of it.
Texts texts_of(const std::vector<FailingRow>& rows) {
  Texts texts;
  for (const auto& row : rows)
    texts.push_back(std::to_string(row.id) + " " + shortest(row.start) + " " + shortest(row.finish) +
                    (row.killed ? " killed" : "") +
                    (row.restarts > 0 ? " restarts " + std::to_string(row.restarts) : ""));
  return texts;
}

// 100 s in parts of 30: checkpoints after 30, 60 and 90 s of computing, none at the end. Of 90 s: after 30
// and 60 s. An interval that is never over leaves none.
TEST(CheckpointedRun, LeavesCheckpointsAsLongAsWorkRemains) {
  EXPECT_EQ(CheckpointedRun(100, 0, 30, 5, 0).time(), 100 + 3 * 5);
  EXPECT_EQ(CheckpointedRun(90, 0, 30, 5, 0).time(), 90 + 2 * 5);
  EXPECT_EQ(CheckpointedRun(100, 60, 30, 5, 7).time(), 7 + 40 + 5);
  EXPECT_EQ(CheckpointedRun(100, 0, never, 5, 0).time(), 100);
  EXPECT_EQ(CheckpointedRun(100, 0, 100, 5, 0).time(), 100);
}

// 0.1 * 3 is above 0.3 in binary fractions: that is no fourth part.
TEST(CheckpointedRun, LeavesNoneForARoundingError) {
  EXPECT_EQ(CheckpointedRun(0.1 * 3, 0, 0.1, 5, 0).spent().checkpoints, 2);
}

// Restart to 7, computing to 37, checkpoint to 42, computing to 72, checkpoint to 77, computing.
TEST(CheckpointedRun, KnowsWhatWasSpentWhenItIsCutShort) {
  const CheckpointedRun run(100, 0, 30, 5, 7);
  const auto expect = [&](Seconds elapsed, Seconds restarting, double checkpoints, Seconds lost) {
    const auto spent = run.spent_until(elapsed);
    EXPECT_EQ(spent.restarting, restarting) << elapsed;
    EXPECT_EQ(spent.checkpoints, checkpoints) << elapsed;
    EXPECT_EQ(spent.saving, 5 * checkpoints) << elapsed;
    EXPECT_EQ(spent.saved, 30 * checkpoints) << elapsed;
    EXPECT_EQ(spent.lost, lost) << elapsed;
  };
  expect(4, 4, 0, 0);
  expect(41.5, 7, 0, 34.5);
  expect(42, 7, 1, 0);
  expect(80, 7, 2, 3);
}

// The job of 100 s starts at 0. The node is down from 50 to 60 and from 90 to 95. Without checkpoints it
// starts anew at 60 and at 95, to 195.
TEST(BatchCheckpoints, AreNoneUnlessAskedFor) {
  FailingRun run(1, {{50, 0, false}, {60, 0, true}, {90, 0, false}, {95, 0, true}});
  EXPECT_EQ(texts_of(run.run({rigid_job(0, 0, 1, 100)})), Texts{"0 95 195 restarts 2"});
}

// Checkpoints of 5 s after each 20 s: at 25 and at 50, so that 40 s are saved. From 60 on it restarts for 3
// s, computes to 83, and leaves a checkpoint to 88: 60 s are saved. From 95 on: 3 s, 20 s, 5 s, 20 s: to 143.
// Lost are the 2 s from 88 to 90.
TEST(BatchCheckpoints, KeepWhatWasComputedBeforeThem) {
  FailingRun run(1, {{50, 0, false}, {60, 0, true}, {90, 0, false}, {95, 0, true}});
  const auto policy = every("20");
  run.leave_checkpoints(*policy, 5, 3);
  EXPECT_EQ(texts_of(run.run({rigid_job(0, 0, 1, 100)})), Texts{"0 95 143 restarts 2"});
  EXPECT_EQ(run.spent.checkpoints, 4);
  EXPECT_EQ(run.spent.saving, 20);
  EXPECT_EQ(run.spent.restarting, 6);
  EXPECT_EQ(run.spent.saved, 100);
  EXPECT_EQ(run.spent.lost, 2);
}

// A walltime of 45 s is that of each start: the first would take 100 + 4 * 5 s and is killed at 45.
TEST(BatchCheckpoints, CountForTheWalltime) {
  FailingRun run(1, std::deque<NodeSwitch>{});
  const auto policy = every("20");
  run.leave_checkpoints(*policy, 5, 0);
  EXPECT_EQ(texts_of(run.run({rigid_job(0, 0, 1, 100, 45), rigid_job(1, 0, 1, 40, 45)})),
            (Texts{"0 0 45 killed", "1 45 90"}));
}

// Both nodes go at 30; job 0, on both, restarts from its checkpoint at 25 when the second is back at 50: 20 s
// are saved, and 80 s with 3 checkpoints take 95 s.
TEST(BatchCheckpoints, AreOfTheWholeJob) {
  FailingRun run(2, {{30, 0, false}, {30, 1, false}, {40, 0, true}, {50, 1, true}});
  const auto policy = every("20");
  run.leave_checkpoints(*policy, 5, 0);
  EXPECT_EQ(texts_of(run.run({rigid_job(0, 0, 2, 100)})), Texts{"0 50 145 restarts 1"});
}

// Lost at 50, 80 and 90: it may be put back twice. Job 1 then runs when the node is back.
TEST(RequeueLimit, KillsAJobThatLosesItsNodeOnceMore) {
  const std::deque<NodeSwitch> switches{{50, 0, false}, {60, 0, true},  {80, 0, false},
                                        {85, 0, true},  {90, 0, false}, {95, 0, true}};
  FailingRun limited(1, switches);
  limited.requeue_limit = 2;
  const std::vector<Job> jobs{rigid_job(0, 0, 1, 100), rigid_job(1, 0, 1, 10)};
  EXPECT_EQ(texts_of(limited.run(jobs)), (Texts{"0 85 90 killed restarts 2", "1 95 105"}));
  FailingRun none(1, switches);
  none.requeue_limit = 0;
  EXPECT_EQ(texts_of(none.run(jobs)), (Texts{"0 0 50 killed", "1 60 70"}));
  FailingRun unlimited(1, switches);
  EXPECT_EQ(texts_of(unlimited.run(jobs)), (Texts{"0 95 195 restarts 3", "1 195 205"}));
}

} // namespace checkpoints_test
} // namespace malha::testing
