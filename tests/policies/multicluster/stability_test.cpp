// SPDX-License-Identifier: MIT
#include "meta_asking.hpp"

namespace malha::test {
namespace stability_test {

const std::string stability = "multicluster/stability";

/// A cluster whose jobs run for 20 s in the mean: one waits, and that many run.
LimitAsking busy(int running, const std::map<std::string, std::string>& parameters = {}) {
  LimitAsking limit(stability, parameters);
  limit.view.waiting = 1;
  limit.view.running = running;
  limit.view.ended = 3;
  limit.view.executed = 60;
  return limit;
}

/// What the limit says to jobs that come at these dates.
std::vector<bool> answers(LimitAsking limit, const std::vector<Seconds>& dates) {
  std::vector<bool> answers;
  for (const Seconds date : dates)
    answers.push_back(limit.admits(date));
  return answers;
}

using Answers = std::vector<bool>;

// After the first job, of which no rate is known, one comes each 10 s: 0.1 * 20 = 2 are served at once in the
// mean. Three that run serve more, two do not.
TEST(Stability, ComparesArrivalsWithServices) {
  EXPECT_EQ(answers(busy(3), {0, 10, 20}), (Answers{true, true, true}));
  EXPECT_EQ(answers(busy(2), {0, 10, 20}), (Answers{true, false, false}));
}

// Of n jobs n - 1 came in the time since the first of them. At 25 s two came in 25 s: 2 / 25 * 20 = 1.6. At
// 26 s three in 26 s: 2.3.
TEST(Stability, TakesTheMeanOverAllOffersOfTheWindow) {
  EXPECT_EQ(answers(busy(2), {0, 5, 25, 26}), (Answers{true, false, true, false}));
}

// The last two intervals alone: 2 / (60 - 30) * 20 = 1.33 at 60 s, and 2 / (61 - 58) * 20 = 13.3 at 61 s,
// when four came since 0 (1.3).
TEST(Stability, ForgetsOlderOffers) {
  EXPECT_EQ(answers(busy(2, {{"window", "2"}}), {0, 30, 58, 60, 61}),
            (Answers{true, true, true, true, false}));
  EXPECT_EQ(answers(busy(2), {0, 30, 58, 60, 61}), (Answers{true, true, true, true, true}));
}

// A job comes at 0 s and one at 10 s, which is refused: 1 / 10 * 20 = 2. Offered again at 15 s it has not
// come again, and 1 / 15 * 20 = 1.33. A new job at 15 s would be the second one: 2 / 15 * 20 = 2.67.
TEST(Stability, CountsAJobThatIsOfferedAgainOnce) {
  for (const bool is_repeated : {true, false}) {
    auto limit = busy(2);
    EXPECT_TRUE(limit.admits(0));
    EXPECT_FALSE(limit.admits(10));
    limit.view.is_repeated = is_repeated;
    EXPECT_EQ(limit.admits(15), is_repeated);
  }
}

// Literally a cluster serves one job in 20 s, however many run.
TEST(Stability, MayCountOneServerAlone) {
  EXPECT_EQ(answers(busy(9, {{"rate", "literal"}}), {0, 20, 42}), (Answers{true, false, true}));
}

// Jobs that come at one date have no rate yet. Nothing is known before a job has ended.
TEST(Stability, TakesJobsOfWhichNothingIsKnown) {
  EXPECT_EQ(answers(busy(1), {5, 5, 5}), (Answers{true, true, true}));
  auto fresh = busy(1);
  fresh.view.ended = 0;
  fresh.view.executed = 0;
  EXPECT_EQ(answers(std::move(fresh), {0, 1, 2}), (Answers{true, true, true}));
}

TEST(Stability, TakesAJobWhereNoneWaits) {
  auto idle = busy(1);
  idle.view.waiting = 0;
  EXPECT_EQ(answers(std::move(idle), {0, 1, 2}), (Answers{true, true, true}));
}

// Where nothing runs, one job is served at a time: 0.1 * 20 = 2 is too much for that.
TEST(Stability, CountsOneServerWhereNothingRuns) {
  EXPECT_EQ(answers(busy(0), {0, 10}), (Answers{true, false}));
}

} // namespace stability_test
} // namespace malha::test
