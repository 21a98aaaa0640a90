// SPDX-License-Identifier: MIT
// Which jobs of a trace are replayed, by the one rule of all readers.
#include "reading.hpp"
#include "scenarios/workload/files/recorded_job.hpp"

namespace malha::testing {
namespace recorded_job_test {

/// A job of 4 nodes that was submitted at 100, started at 110 and ran 50 s.
RecordedJob that_ran() {
  RecordedJob job;
  job.submitted = 100;
  job.start = 110;
  job.end = 160;
  job.run_time = 50;
  job.size = 4;
  return job;
}

template <class Change>
ReplayVerdict of(Change change) {
  auto job = that_ran();
  change(job);
  return verdict_on(job);
}

TEST(RecordedJobs, AreReplayedWhereTheyRan) {
  EXPECT_EQ(verdict_on(that_ran()), ReplayVerdict::replay);
  for (const auto state : {EndState::unknown, EndState::completed, EndState::cancelled})
    EXPECT_EQ(of([&](auto& job) { job.state = state; }), ReplayVerdict::replay);
  EXPECT_EQ(of([](auto& job) { job.run_time = 0; }), ReplayVerdict::replay);
  EXPECT_EQ(of([](auto& job) { job.allocated = 0; }), ReplayVerdict::replay); // some logs know no allocation
  EXPECT_EQ(of([](auto& job) { job.start = job.end = std::nullopt; }), ReplayVerdict::replay);
}

TEST(RecordedJobs, AreSkippedWhereTheyDidNot) {
  EXPECT_EQ(of([](auto& job) { job.run_time = std::nullopt; }), ReplayVerdict::skip_run_time_unknown);
  EXPECT_EQ(of([](auto& job) { job.state = EndState::part; }), ReplayVerdict::skip_part);
  EXPECT_EQ(of([](auto& job) { job.state = EndState::pending; }), ReplayVerdict::skip_never_started);
  EXPECT_EQ(of([](auto& job) { job.state = EndState::running; }), ReplayVerdict::skip_still_running);
  EXPECT_EQ(of([](auto& job) { job.size = 0; }), ReplayVerdict::skip_size_unknown);
  EXPECT_EQ(of([](auto& job) { job.size = std::nullopt; }), ReplayVerdict::skip_size_unknown);
  const auto at_once = [](auto& job) { job.run_time = 0; };
  EXPECT_EQ(of([&](auto& job) {
              at_once(job);
              job.state = EndState::cancelled;
            }),
            ReplayVerdict::skip_cancelled);
  EXPECT_EQ(of([&](auto& job) {
              at_once(job);
              job.allocated = 0;
            }),
            ReplayVerdict::skip_never_started);
  EXPECT_EQ(of([&](auto& job) { // shorter than its log can tell
              at_once(job);
              job.allocated = 0;
              job.state = EndState::completed;
            }),
            ReplayVerdict::replay);
}

// 0 and -1 are before the submission at 100, so that they are no dates.
TEST(RecordedJobs, HaveNoDatesOfZero) {
  for (const double none : {0.0, -1.0}) {
    EXPECT_EQ(of([&](auto& job) { job.start = none; }), ReplayVerdict::skip_never_started);
    EXPECT_EQ(of([&](auto& job) {
                job.end = none;
                job.run_time = none - 110;
              }),
              ReplayVerdict::skip_run_time_unknown);
  }
  EXPECT_EQ(of([](auto& job) { job.submitted = job.start = 0; }), ReplayVerdict::replay);
}

TEST(RecordedJobs, AreRefusedWhereTheirDatesContradictEachOther) {
  EXPECT_EQ(of([](auto& job) { job.start = 99; }), ReplayVerdict::refuse_start);
  EXPECT_EQ(of([](auto& job) {
              job.end = 109;
              job.run_time = -1;
            }),
            ReplayVerdict::refuse_end);
}

TEST(StatesOfJobs, AreNumbersOfSwf) {
  EXPECT_EQ(swf_state(0), EndState::unknown);
  EXPECT_EQ(swf_state(1), EndState::completed);
  for (const double part : {2, 3, 4})
    EXPECT_EQ(swf_state(part), EndState::part);
  EXPECT_EQ(swf_state(5), EndState::cancelled);
  EXPECT_EQ(swf_state(-1), EndState::unknown);
  for (const double none : {6.0, 1.5, -2.0})
    EXPECT_EQ(swf_state(none), std::nullopt);
}

// The order of enum job_states in slurm.h; 0x8000 (completing) and 0x4000 (configuring) are flags.
TEST(StatesOfJobs, AreNumbersOfSlurm) {
  const std::vector<EndState> states{EndState::pending,   EndState::running,   EndState::running,
                                     EndState::completed, EndState::cancelled, EndState::unknown};
  for (std::size_t i = 0; i < states.size(); ++i)
    EXPECT_EQ(slurm_state(static_cast<double>(i)), states[i]) << i;
  EXPECT_EQ(slurm_state(0x8003), EndState::completed);
  for (const double none : {12.0, -1.0, 1.5, 1e12})
    EXPECT_EQ(slurm_state(none), std::nullopt);
}

TEST(StatesOfJobs, AreWords) {
  for (const auto* word : {"CANCELLED", "Canceled", "CANCELLED by 17", "CANCELLED+", "REVOKED", "DEADLINE"})
    EXPECT_EQ(state_in(word), EndState::cancelled) << word;
  for (const auto* word : {"PENDING", "pending", "CONFIGURING"})
    EXPECT_EQ(state_in(word), EndState::pending) << word;
  for (const auto* word : {"RUNNING", "SUSPENDED"})
    EXPECT_EQ(state_in(word), EndState::running) << word;
  EXPECT_EQ(state_in("COMPLETED"), EndState::completed);
  for (const auto* word : {"", "FAILED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "Pass"})
    EXPECT_EQ(state_in(word), EndState::unknown) << word;
}

struct BothReaders : Reading {
  /// "submission length nodes walltime" of each job, and the reasons why others were skipped.
  static std::vector<std::string> shown(const Read& found) {
    std::vector<std::string> all;
    for (const auto& job : found.jobs)
      all.push_back(std::to_string(job.submitted) + " " + std::to_string(job.tasks.front().length) + " " +
                    std::to_string(job.tasks.front().resources) + " " +
                    std::to_string(job.walltime.value_or(-1)));
    for (const auto& note : texts(found.notes))
      if (note.rfind("skipped: ", 0) == 0)
        all.push_back(note);
    return all;
  }
};

// The same five jobs: one that ran, two that were cancelled before, one that failed at once, and one that was
// cancelled while it ran.
TEST_F(BothReaders, GiveTheSameJobs) {
  const auto swf = read("a.swf", "; MaxProcs: 8\n"
                                 "1 0 5 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                                 "2 10 20 0 0 -1 -1 8 200 -1 5 1 1 1 1 1 -1 -1\n"
                                 "3 10 20 0 -1 -1 -1 8 200 -1 5 1 1 1 1 1 -1 -1\n"
                                 "4 20 20 0 8 -1 -1 8 200 -1 0 1 1 1 1 1 -1 -1\n"
                                 "5 30 20 7 8 -1 -1 8 200 -1 5 1 1 1 1 1 -1 -1\n");
  const std::string rows = "id,submit,run,nodes,limit,state\n"
                           "1,0,100,4,200,COMPLETED\n2,10,0,8,200,CANCELLED\n3,10,0,8,200,CANCELLED by 7\n"
                           "4,20,0,8,200,FAILED\n5,30,7,8,200,CANCELLED\n";
  const std::string numbers =
      "id,submit,run,nodes,limit,state\n"
      "1,0,100,4,200,3\n2,10,0,8,200,4\n3,10,0,8,200,4\n4,20,0,8,200,5\n5,30,7,8,200,4\n";
  const std::string map = "job:id,submit:submit,run:run,nodes:nodes,limit:limit,state:state";
  const std::vector<std::string> expected{
      "0.000000 100.000000 4 200.000000", "20.000000 0.000000 8 200.000000",
      "30.000000 7.000000 8 200.000000", "skipped: cancelled before it started: 2"};
  EXPECT_EQ(shown(swf), expected);
  EXPECT_EQ(shown(read("a.csv", rows, {{"columns", map}})), expected);
  const auto of_slurm = read("b.csv", numbers, {{"columns", map}});
  EXPECT_EQ(shown(of_slurm), expected);
  EXPECT_EQ(texts(of_slurm.notes).back(), "state read as a number of Slurm: 5");
}

// Line 1 sums up lines 2 and 3; the third of them has no submission of its own.
TEST_F(BothReaders, ReadTheLineThatSumsUpAJob) {
  const auto swf = read("a.swf", "1 0 0 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                                 "1 0 0 40 4 -1 -1 4 200 -1 2 1 1 1 1 1 -1 -1\n"
                                 "1 -1 20 60 4 -1 -1 4 200 -1 3 1 1 1 1 1 -1 -1\n"
                                 "2 10 0 10 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n");
  const std::vector<std::string> expected{"0.000000 100.000000 4 200.000000",
                                          "10.000000 10.000000 4 200.000000",
                                          "skipped: part of a job, which another line sums up: 2"};
  EXPECT_EQ(shown(swf), expected);
  const auto csv = read(
      "a.csv", "submit,run,nodes,limit,state\n0,100,4,200,1\n0,40,4,200,2\n0,60,4,200,3\n10,10,4,200,1\n",
      {{"columns", "submit:submit,run:run,nodes:nodes,limit:limit,state:state:swf"}});
  EXPECT_EQ(shown(csv), expected);
}

// As Alea's wagap-2013.swf has it: 1300000110 + 1 - 1300000111 = 0, so that job 2 has no end.
TEST_F(BothReaders, SkipWhatHasNoEnd) {
  const auto swf = read("a.swf", "1 1300000100 20 800 8 1 1024 8 86400 4096 1 1 1 1 -1 1 -1 -1\n"
                                 "2 1300000110 1 -1300000111 1 1 1024 1 0 4096 1 2 1 1 -1 1 -1 -1\n"
                                 "3 1300000120 25 800 8 1 1024 8 86400 4096 1 1 1 1 -1 1 -1 -1\n");
  const auto csv =
      read("a.csv",
           "submit,start,end,nodes,limit\n1300000100,1300000120,1300000920,8,86400\n"
           "1300000110,1300000111,0,1,0\n1300000120,1300000145,1300000945,8,86400\n",
           {{"columns", "submit:submit:epoch,start:start:epoch,end:end:epoch,nodes:nodes,limit:limit"}});
  const std::vector<std::string> expected{"0.000000 800.000000 8 86400.000000",
                                          "20.000000 800.000000 8 86400.000000",
                                          "skipped: run time unknown: 1"};
  EXPECT_EQ(shown(swf), expected);
  EXPECT_EQ(shown(csv), expected);
  const auto never =
      read("b.swf", "1 1300000100 20 800 8 1 1024 8 86400 4096 1 1 1 1 -1 1 -1 -1\n"
                    "2 1300000110 -1300000110 1300000200 1 1 1024 1 0 4096 0 2 1 1 -1 1 -1 -1\n");
  EXPECT_EQ(shown(never).back(), "skipped: never started: 1");
}

} // namespace recorded_job_test
} // namespace malha::testing
