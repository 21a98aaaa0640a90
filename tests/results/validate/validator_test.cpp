// SPDX-License-Identifier: MIT
// One valid schedule by hand, damaged in one way at a time.
#include "results/files/result_files.hpp"
#include "results/validate/validator.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/records.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace malha::testing {
namespace validator_test {

constexpr FlopsPerSecond gigaflops = 1e9;

const std::string not_said =
    "walltimes, attempts at once and their outcomes, fragments, promises: manifest.json "
    "does not say what this schedule may show ('shows'); run it again to check "
    "them";

/// Two hosts of 1 Gflop/s: "shared" has two slots, "single" has one. Job 0 runs alone; jobs 1 and 2 share
/// host "shared" and so take twice their work; jobs 3 and 4 follow each other on "single"; job 5 needs both
/// hosts at once.
class Schedule : public ::testing::Test {
protected:
  Schedule()
      : rows_{row(0, 0, 0, 4, 4, {0}), row(1, 0, 4, 12, 4, {0}), row(2, 1, 4, 12, 4, {0}),
              row(3, 0, 0, 5, 5, {1}), row(4, 2, 5, 12, 7, {1}), row(5, 3, 12, 20, 8, {0, 1})},
        resources_{{0, "shared", gigaflops, 1, "site", "", 2}, {1, "single", gigaflops, 1, "site", "", 1}} {}

  static JobRow row(TaskId id, Seconds submitted, Seconds start, Seconds finish, double gigaflop,
                    const std::vector<int>& resources) {
    JobRow made;
    made.task.id = id;
    made.task.submitted = submitted;
    made.task.work = gigaflop * gigaflops;
    made.task.resources = static_cast<int>(resources.size());
    made.start = start;
    made.finish = finish;
    for (const int resource : resources)
      made.resources.insert(IndexSet(resource, 1));
    return made;
  }

  /// Writes the rows, lets `damage` change the text of jobs.csv, and validates.
  Validation validated(const std::function<void(std::string&)>& damage = [](std::string&) {}) {
    std::string jobs = header_of("jobs.csv") + "\n", resources = header_of("resources.csv") + "\n";
    for (const auto& row : rows_)
      jobs += csv_line(row) + "\n";
    for (const auto& resource : resources_)
      resources += csv_line(resource) + "\n";
    damage(jobs);
    write_text(folder_ / "jobs.csv", jobs);
    write_text(folder_ / "resources.csv", resources);
    if (!manifest_.empty())
      write_text(folder_ / "manifest.json", manifest_);
    return validate_schedule(folder_.path());
  }

  std::string place(int line) const { return (folder_ / "jobs.csv").string() + ":" + std::to_string(line); }

  using Texts = std::vector<std::string>;

  TemporaryFolder folder_;
  std::vector<JobRow> rows_; ///< row i is in line i + 2
  std::vector<ResourceRow> resources_;
  std::string manifest_ = R"({"tasks_submitted": 6, "tasks_unfinished": 0, "shows": {}})";
};

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto found = text.find(from);
  ASSERT_NE(found, std::string::npos) << from;
  text.replace(found, from.size(), to);
}

TEST_F(Schedule, IsValid) {
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(found.unchecked, Texts{"metrics: schedule.csv is missing"});
  EXPECT_EQ(found.jobs, 6u);
  EXPECT_EQ(found.checks,
            (Texts{"every start is at or after its submission, every finish at or after its start",
                   "waiting, execution and turnaround times and stretch agree with the dates",
                   "no job runs longer than its walltime, and jobs that reached it ran exactly as long",
                   "no task is faster than its host", "all 6 tasks have a row each",
                   "no resource runs more tasks at once than it has slots"}));
}

// Submissions 0, 0, 1, 0, 2, 3 and starts 0, 4, 4, 0, 5, 12: waiting times 0, 4, 3, 0, 3, 9, of mean 19/6.
// Turnaround times 4, 12, 11, 5, 10, 17, of mean 59/6. All executions take less than 10 s, so that the
// slowdowns are 1, 1.2, 1.1, 1, 1, 1.7, of mean 7/6; alone they take less, too. Half of 6 are 3: in order of
// size the third wait is 3, the third slowdown 1. 95 % and 99 % are all 6: 9 and 1.7, which is in the bin of
// 1 + 716/1024.
TEST_F(Schedule, MustHaveTheMetricsOfItsRows) {
  const std::string header = "jobs_finished,jobs_killed,jobs_rejected,jobs_counted,simulated_time,makespan,"
                             "shutdown_time,shutdown_ratio,mean_waiting_time,"
                             "max_waiting_time,mean_turnaround_time,mean_bounded_slowdown,p50_waiting_time,"
                             "p95_waiting_time,p99_waiting_time,p50_bounded_slowdown,p95_bounded_slowdown,"
                             "p99_bounded_slowdown,mean_execution_slowdown,slowdown_speed,"
                             "mean_waiting_time_short_narrow,p95_waiting_time_short_narrow,"
                             "mean_bounded_slowdown_short_narrow,p95_bounded_slowdown_short_narrow\n";
  const std::string rest = ",2,1.1,3.1666666666666665,9,9.833333333333334,1.1666666666666667,"
                           "3,9,9,1,1.69921875,1.69921875,1.1666666666666667,1e9,3.1666666666666665,9,"
                           "1.1666666666666667,1.69921875\n";
  write_text(folder_ / "schedule.csv", header + "6,0,0,6,22,20" + rest);
  EXPECT_EQ(validated().violations, Texts{});
  EXPECT_EQ(validated().unchecked, Texts{});
  write_text(folder_ / "schedule.csv", header + "6,0,0,6,22,19" + rest);
  EXPECT_EQ(validated().violations, Texts{"metrics: makespan is 19 in schedule.csv, the rows say 20"});
}

TEST_F(Schedule, MayNotStartAJobBeforeItsSubmission) {
  rows_[4].task.submitted = 6;
  EXPECT_EQ(validated().violations,
            Texts{"start >= submission: job 4 (" + place(6) + ") starts at 5, submitted at 6"});
}

// Whatever ends before it starts is also faster than any host.
TEST_F(Schedule, MayNotFinishAJobBeforeItsStart) {
  rows_[3] = row(3, 0, 5, 2, 5, {1});
  EXPECT_EQ(validated().violations,
            (Texts{"finish >= start: job 3 (" + place(5) + ") finishes at 2, started at 5",
                   "speed: job 3 (" + place(5) + ") took -3 s, single needs 5 s for it"}));
}

TEST_F(Schedule, MayNotDropATask) {
  rows_.erase(rows_.begin() + 3);
  EXPECT_EQ(validated().violations, Texts{"conservation: job 3 was submitted and has no row"});
}

TEST_F(Schedule, MayLackTasksThatTheManifestCallsUnfinished) {
  rows_.erase(rows_.begin() + 3);
  manifest_ = R"({"tasks_submitted": 6, "tasks_unfinished": 1, "shows": {}})";
  EXPECT_EQ(validated().violations, Texts{});
}

// Job 0 has the shared host for itself until 4, so that its second row breaks no other rule.
TEST_F(Schedule, MayNotHaveARowTwice) {
  rows_.push_back(rows_[0]);
  EXPECT_EQ(validated().violations, Texts{"conservation: job 0 (" + place(8) + ") is listed twice"});
}

TEST_F(Schedule, MayNotHaveATaskThatWasNeverSubmitted) {
  rows_.push_back(row(6, 0, 20, 21, 1, {0}));
  EXPECT_EQ(validated().violations, Texts{"conservation: job 6 has a row and was never submitted"});
}

// Jobs 1 and 2 have the two slots from 4 to 12; job 0 stays a second too long. Job 1 and 2 start, by id,
// after it.
TEST_F(Schedule, MayNotRunThreeTasksOnTwoSlots) {
  rows_[0] = row(0, 0, 0, 5, 4, {0});
  EXPECT_EQ(validated().violations,
            Texts{"capacity: shared runs 3 tasks at 4 (job 2 the last) and has 2 slots"});
}

TEST_F(Schedule, MayNotRunTwoTasksOnOneSlot) {
  rows_[3] = row(3, 0, 0, 6, 5, {1});
  EXPECT_EQ(validated().violations,
            Texts{"capacity: single runs 2 tasks at 5 (job 4 the last) and has 1 slot"});
}

// Job 3 ends at 5, where job 4 starts: half-open intervals do not meet. A job of no duration occupies
// nothing.
TEST_F(Schedule, MayStartATaskWhereAnotherEnds) {
  ASSERT_EQ(rows_[3].finish, rows_[4].start);
  rows_[3] = row(3, 0, 5, 5, 0, {1});
  EXPECT_EQ(validated().violations, Texts{});
}

// Job 2 waited from 1 to 4.
TEST_F(Schedule, MustHaveTheWaitingTimeThatItsDatesSay) {
  const auto wrong = [](std::string& jobs) { replace(jobs, "4,8,12,3,11,", "4,8,12,3.5,11,"); };
  EXPECT_EQ(validated(wrong).violations,
            Texts{"columns agree: job 2 (" + place(4) + ") has waiting_time 3.5, its dates say 3"});
}

// 7 Gflop at 1 Gflop/s are 7 s.
TEST_F(Schedule, MayNotHaveATaskFasterThanItsHost) {
  rows_[4] = row(4, 2, 5, 11.5, 7, {1});
  EXPECT_EQ(validated().violations,
            Texts{"speed: job 4 (" + place(6) + ") took 6.5 s, single needs 7 s for it"});
}

// Job 5 takes 8 s, which its first host can do and a second of half the speed cannot.
TEST_F(Schedule, ChecksTheSpeedOfEveryHostOfAParallelJob) {
  resources_.push_back({2, "slow", gigaflops / 2, 1, "site", "", 1});
  rows_[5].resources = IndexSet::parse("0 2");
  EXPECT_EQ(validated().violations,
            Texts{"speed: job 5 (" + place(7) + ") took 8 s, slow needs 16 s for it"});
}

TEST_F(Schedule, MayNotUseAResourceThatIsUnknown) {
  rows_[3].resources = IndexSet(9, 1);
  EXPECT_EQ(validated().violations,
            Texts{"capacity: job 3 (" + place(5) + ") is on resource 9, which is not in resources.csv"});
}

TEST_F(Schedule, MustGiveAJobAsManyResourcesAsItAskedFor) {
  rows_[5].resources = IndexSet(1, 1);
  EXPECT_EQ(validated().violations,
            Texts{"capacity: job 5 (" + place(7) + ") asked for 2 resources and has 1"});
}

TEST_F(Schedule, SaysThatConservationIsNotCheckedWithoutAManifest) {
  manifest_.clear();
  rows_.erase(rows_.begin() + 3);
  const auto found = validated();
  EXPECT_EQ(found.violations, Texts{});
  EXPECT_EQ(found.unchecked, (Texts{"conservation of tasks: manifest.json is missing",
                                    "metrics: schedule.csv is missing", not_said}));
}

TEST_F(Schedule, MustHaveAManifestOfItsTasks) {
  for (const auto* text : {"{", "[]", R"({"tasks_submitted": 6})"}) {
    manifest_ = text;
    EXPECT_EQ(thrown<InputError>([&] { validated(); }),
              (folder_ / "manifest.json").string() +
                  ": is not a manifest with numbers 'tasks_submitted' and 'tasks_unfinished'");
  }
}

TEST_F(Schedule, MustBeReadable) {
  EXPECT_EQ(
      thrown<InputError>([&] { validated([](std::string& jobs) { replace(jobs, "\n2,", "\ntwo,"); }); }),
      place(4) + ": 'two' in column 'job_id' is not an integer");
  EXPECT_EQ(thrown<InputError>([&] { validated([](std::string& jobs) { jobs += "6,cut\n"; }); }),
            place(8) + ": has 2 fields where the header has 25");
  EXPECT_EQ(thrown<InputError>([&] { validated([](std::string& jobs) { replace(jobs, "0-1,", "0:1,"); }); }),
            place(7) + ": '0:1' is not a set of intervals such as '0-3 5'");
}

TEST_F(Schedule, MustHaveItsFiles) {
  EXPECT_EQ(thrown<InputError>([&] { validate_schedule(folder_.path()); }),
            (folder_ / "resources.csv").string() + ": cannot be read");
}

// Twelve rows never submitted: ten are named.
TEST_F(Schedule, NamesTenViolationsOfARuleAndNoMore) {
  for (TaskId id = 6; id < 18; ++id)
    rows_.push_back(row(id, 0, 20, 20, 0, {0}));
  const auto found = validated().violations;
  ASSERT_EQ(found.size(), most_violations + 1);
  EXPECT_EQ(found[9], "conservation: job 15 has a row and was never submitted");
  EXPECT_EQ(found[10], "conservation: … and more");
}

} // namespace validator_test
} // namespace malha::testing
