// SPDX-License-Identifier: MIT
// When an estimate is divided by a slope, and by which
// (policies/multicluster/estimator/prediction/correction.hpp).
#include "policies/multicluster/estimator/prediction/correction.hpp"

#include <gtest/gtest.h>

namespace malha::multicluster {
namespace correction_test {

TEST(Correction, IsNoneWithoutARule) {
  Correction none(CorrectionRule::none);
  for (int i = 0; i < 300; ++i)
    none.learn(20, 10);
  EXPECT_EQ(none(8), 8);
}

// 199 predictions say nothing yet. Of the first 200 all were twice too large; later ones change nothing.
TEST(Correction, IsFrozenAfter200) {
  Correction frozen(CorrectionRule::frozen);
  for (int i = 0; i < 199; ++i)
    frozen.learn(20, 10);
  EXPECT_EQ(frozen(8), 8);
  frozen.learn(2, 1);
  EXPECT_EQ(frozen(8), 4);
  for (int i = 0; i < 300; ++i)
    frozen.learn(10, 10);
  EXPECT_EQ(frozen(8), 4);
}

// Estimates of 0 have the slope 0, by which nothing can be divided; real times of 0 have none.
TEST(Correction, LeavesEstimatesWhereThereIsNoSlope) {
  Correction zeros(CorrectionRule::frozen), instants(CorrectionRule::frozen);
  for (int i = 0; i < 200; ++i) {
    zeros.learn(0, 10);
    instants.learn(10, 0);
  }
  EXPECT_EQ(zeros(8), 8);
  EXPECT_EQ(instants(8), 8);
}

TEST(Correction, OfItselfWaitsFor20) {
  Correction self(CorrectionRule::self);
  for (int i = 0; i < 19; ++i)
    self.learn(20, 10);
  EXPECT_EQ(self(8), 8);
  self.learn(20, 10);
  EXPECT_EQ(self(8), 4);
}

// Of the 50 last predictions all are right again: the slope is 1.
TEST(Correction, OfItselfForgetsAllButTheLast50) {
  Correction self(CorrectionRule::self);
  for (int i = 0; i < 30; ++i)
    self.learn(20, 10);
  for (int i = 0; i < 50; ++i)
    self.learn(10, 10);
  EXPECT_EQ(self(8), 8);
}

// Estimates of 10 for times of 5 and 15 in turn: a = 1000 / 1250 per pair = 0.8, R^2 = 200^2 / (250 * 200) =
// 0.8 per pair, below 0.9: nothing is corrected.
TEST(Correction, OfItselfNeedsPointsOnALine) {
  Correction self(CorrectionRule::self);
  for (int i = 0; i < 40; ++i)
    self.learn(10, i % 2 == 0 ? 5 : 15);
  EXPECT_EQ(self(8), 8);
}

// The older half of 20 is wrong by 10 on the average, the younger one by 12.5, a quarter more, or by 13. All
// lie on a line of slope 2.
TEST(Correction, OfItselfNeedsAMeanErrorThatStays) {
  Correction stays(CorrectionRule::self), changes(CorrectionRule::self);
  for (int i = 0; i < 10; ++i) {
    stays.learn(20, 10);
    changes.learn(20, 10);
  }
  for (int i = 0; i < 10; ++i) {
    stays.learn(25, 12.5);
    changes.learn(26, 13);
  }
  EXPECT_EQ(stays(8), 4);
  EXPECT_EQ(changes(8), 8);
}

Experience ended(TaskId id) {
  Experience one;
  one.id = id;
  return one;
}

// The second prediction for job 1 counts; nobody predicted for job 5. Each job ends once.
TEST(Predictions, AreMetByTheirJobs) {
  Predictions<int> predictions;
  std::vector<Experience> history;
  std::vector<std::pair<int, TaskId>> met;
  const auto learn = [&] {
    predictions.each_ended(
        history, [&](int prediction, const Experience& one) { met.emplace_back(prediction, one.id); });
  };
  predictions.remember(1, 10);
  predictions.remember(2, 20);
  predictions.remember(1, 11);
  history = {ended(5), ended(1), ended(Experience::of_another_run)};
  learn();
  history.push_back(ended(2));
  history.push_back(ended(1));
  learn();
  EXPECT_EQ(met, (std::vector<std::pair<int, TaskId>>{{11, 1}, {20, 2}}));
}

TEST(Predictions, ForgetTheOldestJobs) {
  Predictions<int> predictions;
  for (TaskId id = 0; id <= static_cast<TaskId>(Predictions<int>::most); ++id)
    predictions.remember(id, 1);
  int met = 0;
  predictions.each_ended({ended(0), ended(1)}, [&](int, const Experience&) { ++met; });
  EXPECT_EQ(met, 1);
}

} // namespace correction_test
} // namespace malha::multicluster
