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
        Bad{"parts", "its answer has several parts; valid: one text"},
        Bad{"past", "its answer is of t=0 s, before the question, which is of t={date} s"},
        Bad{"timeless", "its answer: now is null; valid: a date"},
        Bad{"backwards", "its answer: events[1].timestamp is 1000000000.0; valid: a date from 1000000001 to "
                         "1000000002, since dates do not go back"},
        Bad{"recall", "it wants to be called at t={date} s, which is not later than t={date} s"},
        Bad{"unknown", "it names job 'w1!first', which was not submitted"},
        Bad{"again", "it executes job 'w0!0', which runs"},
        Bad{"rejecting", "it rejects job 'w0!0', which runs"},
        Bad{"nowhere",
            "its answer: events[0].data.alloc is \"0-x\"; valid: numbers of nodes, such as \"0-3 5\""},
        Bad{"mapping", "its answer: events[0].data.mapping is {\"0\":\"1\"}; valid: one process on each "
                       "node, or no mapping"},
        Bad{"energy", "its answer: events[0].type is \"SET_RESOURCE_STATE\"; valid: EXECUTE_JOB, REJECT_JOB, "
                      "KILL_JOB, CALL_ME_LATER, NOTIFY; no other event has an effect here"},
        Bad{"typed", "its answer: events[0].data.job_id is 5; valid: a text"},
        Bad{"noticing",
            "its answer: events[0].data.type is \"continue_registration\"; valid: registration_finished"},
        Bad{"hasty", "it kills job 'w0!0' at the date at which it executes it"},
        Bad{"nameless", "its answer: events[0].data.job_ids is []; valid: at least one job"}),
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
