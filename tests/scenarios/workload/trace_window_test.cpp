// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include <set>

namespace malha::testing {
namespace trace_window_test {

using Ids = std::vector<JobId>;
using Dates = std::vector<Seconds>;
using TraceSettings = std::map<std::string, std::string>;

/// A line of SWF: number, submission, run time 10 s, one processor.
std::string line(int number, int submitted) {
  return std::to_string(number) + " " + std::to_string(submitted) +
         " -1 10 1 -1 -1 1 20 -1 1 7 -1 -1 -1 -1 -1 -1\n";
}

/// Ten jobs: half of the time is over before the seventh.
const std::string trace = line(1, 0) + line(2, 10) + line(3, 20) + line(4, 30) + line(5, 40) + line(6, 45) +
                          line(7, 60) + line(8, 70) + line(9, 80) + line(10, 100);

class WindowsOfATrace : public Reading {
protected:
  std::vector<Job> window(const TraceSettings& settings, std::uint64_t seed = 1) const {
    write_text(folder_ / "trace.swf", trace);
    const std::filesystem::path file = folder_ / "trace.swf";
    const auto* reader = shipped_catalog().reader_of(file);
    const Parameters parameters(reader->parameters, settings);
    RandomStreams random(seed);
    const auto source = reader->make({parameters, random, file, reference_speed, false, 4});
    std::vector<Job> jobs;
    while (auto job = source->next())
      jobs.push_back(std::move(*job));
    return jobs;
  }
  Ids ids(const TraceSettings& settings, std::uint64_t seed = 1) const {
    Ids found;
    for (const auto& job : window(settings, seed))
      found.push_back(job.id);
    return found;
  }
  Dates dates(const TraceSettings& settings) const {
    Dates found;
    for (const auto& job : window(settings))
      found.push_back(job.submitted);
    return found;
  }
  /// The jobs of all windows, one behind the other.
  Ids all(TraceSettings settings, int windows) const {
    Ids found;
    for (int number = 0; number < windows; ++number) {
      settings["window"] = std::to_string(number);
      const auto own = ids(settings);
      found.insert(found.end(), own.begin(), own.end());
    }
    return found;
  }
  std::string refusal(const TraceSettings& settings) const {
    const auto said = thrown<InputError>([&] { window(settings); });
    const auto begin = said.find("trace.swf: ");
    return begin == std::string::npos ? said : said.substr(begin + 11);
  }
};

const Ids whole{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

TEST_F(WindowsOfATrace, AreAPartition) {
  for (int windows = 1; windows <= 10; ++windows) {
    EXPECT_EQ(all({{"windows", std::to_string(windows)}}, windows), whole) << windows;
    const int rest = (10 + windows - 1) / windows; // windows of so many jobs
    EXPECT_EQ(all({{"window_jobs", std::to_string(windows)}}, rest), whole) << windows;
  }
  for (const auto& [windows, by_time] :
       {std::pair(1, "101"), std::pair(2, "100"), std::pair(4, "30"), std::pair(5, "20.5")})
    EXPECT_EQ(all({{"window_time", by_time}}, windows), whole) << by_time;
  for (int windows = 1; windows <= 5; ++windows)
    EXPECT_EQ(all({{"windows", std::to_string(windows)}, {"window_by", "time"}}, windows), whole) << windows;
}

// 10 jobs in 3 windows: 10/3 and 20/3 rounded down.
TEST_F(WindowsOfATrace, HaveTheSameNumberOfJobsToWithinOne) {
  EXPECT_EQ(ids({{"windows", "3"}, {"window", "0"}}), (Ids{1, 2, 3}));
  EXPECT_EQ(ids({{"windows", "3"}, {"window", "1"}}), (Ids{4, 5, 6}));
  EXPECT_EQ(ids({{"windows", "3"}, {"window", "2"}}), (Ids{7, 8, 9, 10}));
  EXPECT_EQ(ids({{"window_jobs", "4"}, {"window", "2"}}), (Ids{9, 10}));
}

// Two windows of 50 s each; jobs 1 to 6 come before 50 s. The date at which a window begins becomes 0.
TEST_F(WindowsOfATrace, MayBeOfTime) {
  EXPECT_EQ(ids({{"windows", "2"}, {"window_by", "time"}, {"window", "1"}}), (Ids{7, 8, 9, 10}));
  EXPECT_EQ(dates({{"windows", "2"}, {"window_by", "time"}, {"window", "1"}}), (Dates{10, 20, 30, 50}));
  EXPECT_EQ(dates({{"window_time", "40"}, {"window", "1"}}), (Dates{0, 5, 20, 30}));
}

TEST_F(WindowsOfATrace, CountDatesFromTheirFirstJob) {
  EXPECT_EQ(dates({{"windows", "3"}, {"window", "2"}}), (Dates{0, 10, 20, 40}));
}

// The window begins at 60 s with job 7. Within 20 s before lie 40 and 45 s; the window begins at 20 s then.
TEST_F(WindowsOfATrace, MayBeWarmedUp) {
  const TraceSettings settings{{"windows", "3"}, {"window", "2"}, {"window_warm_up", "20"}};
  EXPECT_EQ(ids(settings), (Ids{5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(dates(settings), (Dates{0, 5, 20, 30, 40, 60}));
  EXPECT_EQ(dates({{"windows", "3"}, {"window", "0"}, {"window_warm_up", "20"}}), (Dates{20, 30, 40}));
}

// Jobs 3 and 4 come at one date. Job 3 belongs to the window before, and would count in this one.
TEST_F(WindowsOfATrace, AreNotWarmedUpByJobsOfTheirFirstDate) {
  write_text(folder_ / "ties.swf", line(1, 0) + line(2, 10) + line(3, 20) + line(4, 20));
  const auto read =
      read_file(folder_ / "ties.swf", {{"window_jobs", "3"}, {"window", "1"}, {"window_warm_up", "15"}});
  ASSERT_EQ(read.jobs.size(), 2u);
  EXPECT_EQ(read.jobs[0].id, 2);
  EXPECT_EQ(read.jobs[1].id, 4);
}

// Each of the seven starts of four jobs in a row has the share 1/7: in 700 seeds 100 +- 9.3, here up to 4
// standard deviations.
TEST_F(WindowsOfATrace, MayBeDrawn) {
  std::map<JobId, int> starts;
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    const auto found = ids({{"window", "random"}, {"window_jobs", "4"}}, seed);
    ASSERT_EQ(found.size(), 4u);
    for (std::size_t i = 1; i < found.size(); ++i)
      ASSERT_EQ(found[i], found[i - 1] + 1);
    ++starts[found.front()];
  }
  ASSERT_EQ(starts.size(), 7u);
  for (const auto& [start, times] : starts)
    EXPECT_NEAR(times, 100, 37) << start;
  EXPECT_EQ(ids({{"window", "random"}, {"window_jobs", "4"}}, 5),
            ids({{"window", "random"}, {"window_jobs", "4"}}, 5));
  EXPECT_EQ(ids({{"window", "random"}, {"window_jobs", "10"}}), whole);
}

TEST_F(WindowsOfATrace, AreOfTheJobsThatAreLeft) {
  EXPECT_EQ(ids({{"from", "20"}, {"until", "80"}, {"windows", "2"}, {"window", "1"}}), (Ids{6, 7, 8}));
  EXPECT_EQ(ids({{"first", "2"}, {"jobs", "4"}, {"window_jobs", "3"}, {"window", "1"}}), Ids{6});
}

TEST_F(WindowsOfATrace, AreCounted) {
  const auto read =
      this->read("trace.swf", trace, {{"windows", "3"}, {"window", "2"}, {"window_warm_up", "20"}});
  EXPECT_EQ(texts(read.notes), (std::vector<std::string>{"outside of the window: 4",
                                                         "before the window, within window_warm_up: 2"}));
}

// 40 s of work in 60 s on 4 nodes... the load counts the jobs of the window alone: gaps 0, 10, 20, 40 hold
// work of 4 x 10 s, which is 0.25 of 4 nodes in 40 s. For load 0.5 gaps are half as long.
TEST_F(WindowsOfATrace, MayHaveAnotherLoad) {
  EXPECT_EQ(dates({{"windows", "3"}, {"window", "2"}, {"load", "0.5"}}), (Dates{0, 5, 10, 20}));
}

TEST_F(WindowsOfATrace, AreRefusedWhereTheyAreNone) {
  EXPECT_EQ(refusal({{"windows", "3"}, {"window", "3"}}), "window=3 is not there; valid: from 0 to 2");
  EXPECT_EQ(refusal({{"window_jobs", "4"}, {"window", "3"}}), "window=3 is not there; valid: from 0 to 2");
  EXPECT_EQ(refusal({{"window_time", "51"}, {"window", "2"}}), "window=2 is not there; valid: from 0 to 1");
  EXPECT_EQ(refusal({{"windows", "11"}, {"window", "0"}}),
            "windows=11 are more than there are jobs; valid: at most 10");
  EXPECT_EQ(refusal({{"window", "random"}, {"window_jobs", "11"}}),
            "window_jobs=11 are more jobs than there are; valid: at most 10");
  EXPECT_EQ(refusal({{"window_time", "4"}, {"window", "1"}}),
            "window=1 of 26 has no job; valid: a window in which a job is submitted");
}

TEST_F(WindowsOfATrace, AreRefusedWhereSettingsDoNotFit) {
  EXPECT_EQ(refusal({{"windows", "3"}}),
            "windows, window_jobs, window_time and window_warm_up have no effect without window; valid: with "
            "window, such as window=0");
  EXPECT_EQ(refusal({{"window", "0"}}),
            "window=0 needs the size of a window; valid: one of windows, window_jobs and window_time");
  EXPECT_EQ(refusal({{"window", "0"}, {"windows", "2"}, {"window_jobs", "2"}}),
            "window=0 needs the size of a window; valid: one of windows, window_jobs and window_time");
  EXPECT_EQ(refusal({{"window", "-1"}, {"windows", "2"}}),
            "window cannot be '-1'; valid: a number from 0 on, or random");
  EXPECT_EQ(refusal({{"window", "random"}, {"windows", "2"}}),
            "window=random needs the number of jobs in a row; valid: with window_jobs above 0");
  EXPECT_EQ(refusal({{"window_by", "time"}, {"window", "0"}, {"window_jobs", "2"}}),
            "window_by=time has no effect without windows; valid: with windows above 0");
  EXPECT_EQ(
      refusal({{"window", "1"}, {"windows", "2"}, {"window_warm_up", "9"}, {"load", "0.5"}}),
      "window_warm_up has no date at which the window begins, where other gaps are drawn or scaled; valid: "
      "arrivals=trace, without load or with load_by=run_times");
}

TEST_F(WindowsOfATrace, AreRefusedWithoutTime) {
  write_text(folder_ / "at-once.swf", line(1, 5) + line(2, 5));
  EXPECT_NE(thrown<InputError>([&] {
              read_file(folder_ / "at-once.swf", {{"windows", "2"}, {"window_by", "time"}, {"window", "0"}});
            })
                .find("window_by=time has no time to divide, since all jobs are submitted at once; valid: "
                      "window_by=jobs"),
            std::string::npos);
}

} // namespace trace_window_test
} // namespace malha::testing
