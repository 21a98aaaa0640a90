// SPDX-License-Identifier: MIT
// Policies in other processes that keep no rule: one sentence, the status of a plugin that breaks a rule, no
// process that is left, and nothing half written.
#include "external_run.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace bad_policies_test {

class BadExternal : public ExternalRun {
protected:
  BadExternal() : ExternalRun("bad_policy.py", "external:") {}
};

TEST_P(BadExternal, EndsTheRunWithOneSentence) { expect_one_sentence(); }
INSTANTIATE_TEST_SUITE_P(
    That, BadExternal,
    ::testing::Values(
        Bad{"mute", "it gave no answer within 4 s", 2},
        Bad{"exits", "it ended with status 4 without an answer", 2},
        Bad{"version", "it speaks version 2 of the protocol; valid: 1", 2},
        Bad{"filters",
            "its answer: asked_to_backfill is true; valid: true from a policy that answers cluster/queue and "
            "gives no asked_if_fits, or false",
            2},
        Bad{"silent", "it gave no answer within 4 s"}, Bad{"slow", "its answer has no end after 4 s"},
        Bad{"dripping", "its answer has no end after 4 s"},
        Bad{"crashing", "it was killed by signal 11 (Segmentation fault) without an answer"},
        Bad{"ending", "it ended with status 5 without an answer"},
        Bad{"garbage", "its answer is no JSON object: Traceback: \\x01 no idea"},
        Bad{"list", "its answer is no JSON object: [1, 2]"}, Bad{"huge", "its answer has more than 16 MiB"},
        Bad{"twice", "it answered question 3 twice"},
        Bad{"dying", "it ended with status 0 in the middle of an answer"},
        Bad{"forking", "it ended with status 0 without an answer"},
        Bad{"closing", "it closed its output without an answer"},
        Bad{"ahead", "it answered question 9; it was asked question 3"},
        Bad{"unknown",
            "its answer has 'starts', which is not known here; valid: start, stop, drop, resize, moved, "
            "deallocated, reasons, wake"},
        Bad{"typed", "its answer: start[0].job is \"first\"; valid: a whole number"},
        Bad{"rule", "it starts job handle 77, which no waiting job has"}),
    ByValue());

class GoodExternal : public BadExternal {};

// It leaves processes of its own, one of them in a session of its own; they end with the run.
TEST_P(GoodExternal, EndsWithAllThatItStarted) { expect_good_run(); }
INSTANTIATE_TEST_SUITE_P(That, GoodExternal, ::testing::Values(Bad{"good", ""}, Bad{"leaving", ""}),
                         ByValue());

class WritingExternal : public BadExternal {};

// It is told goodbye, and has time for what it does then.
TEST_P(WritingExternal, EndsByItself) {
  const auto said = simulate();
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "goodbye"));
}
INSTANTIATE_TEST_SUITE_P(That, WritingExternal, ::testing::Values(Bad{"writing", ""}), ByValue());

class OrphaningExternal : public BadExternal {};

// The guard hears at once that the policy has ended and that nobody wants to know: it ends the rest.
TEST_P(OrphaningExternal, LeavesNothing) {
  EXPECT_NE(simulate().status, 0);
  EXPECT_EQ(left(), 0);
}
INSTANTIATE_TEST_SUITE_P(That, OrphaningExternal, ::testing::Values(Bad{"orphaning", ""}), ByValue());

} // namespace bad_policies_test
} // namespace malha::testing
