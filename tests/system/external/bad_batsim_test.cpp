// SPDX-License-Identifier: MIT
// Schedulers that speak Batsim's protocol and keep no rule of it.
#include "external_run.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace bad_batsim_test {

class BadBatsim : public ExternalRun {
protected:
  BadBatsim() : ExternalRun("batsim_scheduler.py", "external:batsim:", " {socket}") {}
};

TEST_P(BadBatsim, EndsTheRunWithOneSentence) { expect_one_sentence(); }
INSTANTIATE_TEST_SUITE_P(
    That, BadBatsim,
    ::testing::Values(
        Bad{"mute", "it gave no answer within 4 s; valid: a scheduler that binds a REP socket to {socket}"},
        Bad{"exits", "it ended with status 4 without an answer"},
        Bad{"silent", "it gave no answer within 4 s"},
        Bad{"crashing", "it was killed by signal 11 (Segmentation fault) without an answer"},
        Bad{"ending", "it ended with status 5 without an answer"},
        Bad{"forking", "it ended with status 0 without an answer"},
        Bad{"garbage", "its answer is no JSON object: Traceback: \\x01 no idea"},
        Bad{"list", "its answer is no JSON object: [1, 2]"}, Bad{"huge", "its answer has more than 16 MiB"},
        Bad{"parts", "its answer has several parts; valid: one text"}, Bad{"past", ""}, Bad{"timeless", ""},
        Bad{"backwards", ""}, Bad{"recall", ""}, Bad{"unknown", ""}, Bad{"again", ""}, Bad{"rejecting", ""},
        Bad{"nowhere", ""}, Bad{"mapping", ""}, Bad{"energy", ""}, Bad{"typed", ""}, Bad{"noticing", ""},
        Bad{"nameless", ""}),
    ByValue());

class GoodBatsim : public BadBatsim {};

// What it writes goes to the standard error; what it leaves, and one that does not go, ends with the run.
TEST_P(GoodBatsim, EndsWithAllThatItStarted) { expect_good_run(); }
INSTANTIATE_TEST_SUITE_P(That, GoodBatsim,
                         ::testing::Values(Bad{"fcfs", ""}, Bad{"leaving", ""}, Bad{"chatty", ""},
                                           Bad{"stubborn", ""}),
                         ByValue());

class WritingBatsim : public BadBatsim {};

// It is told that the simulation ends, and has time for what it does then.
TEST_P(WritingBatsim, EndsByItself) {
  expect_good_run();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "goodbye"));
}
INSTANTIATE_TEST_SUITE_P(That, WritingBatsim, ::testing::Values(Bad{"writing", ""}), ByValue());

} // namespace bad_batsim_test
} // namespace malha::testing
