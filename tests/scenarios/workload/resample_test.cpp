// SPDX-License-Identifier: MIT
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

#include <cmath>
#include <set>

namespace malha::testing {
namespace resample_test {

constexpr Seconds week = 604800;

/// A line of SWF: number, submission, run time, user; on one processor.
std::string line(int number, Seconds submitted, int run_time, int user) {
  return std::to_string(number) + " " + std::to_string(static_cast<long>(submitted)) + " -1 " +
         std::to_string(run_time) + " 1 -1 -1 1 " + std::to_string(run_time) + " -1 1 " +
         std::to_string(user) + " -1 -1 -1 -1 -1 -1\n";
}

/// Three users in four weeks. The run time of a job is its number, and tells which job of the trace it was.
std::string trace() {
  return line(1, 1000, 1, 7) + line(2, 2000, 2, 8) + line(3, week + 500, 3, 7) + line(4, 2 * week, 4, 9) +
         line(5, 2 * week + 30000, 5, 8) + line(6, 3 * week + 2000, 6, 7);
}

const std::map<int, Seconds> submissions{
    {1, 1000}, {2, 2000}, {3, week + 500}, {4, 2 * week}, {5, 2 * week + 30000}, {6, 3 * week + 2000}};

class Resample : public Reading {
protected:
  std::vector<Job> resampled(std::uint64_t seed, const std::string& setting = "users") const {
    write_text(folder_ / "trace.swf", trace());
    const auto* reader = shipped_catalog().reader_of(folder_ / "trace.swf");
    const Parameters parameters(reader->parameters, {{"resample", setting}});
    RandomStreams random(seed);
    const std::filesystem::path file = folder_ / "trace.swf";
    const auto source = reader->make({parameters, random, file, reference_speed});
    std::vector<Job> jobs;
    while (auto job = source->next())
      jobs.push_back(std::move(*job));
    return jobs;
  }
};

int number_in_trace(const Job& job) { return static_cast<int>(job.tasks.front().length); }

/// By how many weeks the job was moved, from 0 to 3: the trace ends within its fourth week, and goes round.
/// Dates begin at 1000, the first submission.
double weeks_moved(const Job& job) {
  const auto by = std::fmod(job.submitted - submissions.at(number_in_trace(job)) + 4 * week, 4 * week);
  return by / week;
}

TEST_F(Resample, MovesTheHistoryOfAUserByWholeWeeks) {
  std::set<double> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::map<std::string, std::set<double>> moves;
    std::map<std::string, std::set<int>> numbers;
    for (const auto& job : resampled(seed)) {
      moves[job.user].insert(weeks_moved(job));
      numbers[job.user].insert(number_in_trace(job));
      EXPECT_GE(job.submitted, 1000);
      EXPECT_LT(job.submitted, 1000 + 4 * week);
    }
    EXPECT_EQ(moves.size(), 3u); // as many histories as the trace has users
    for (const auto& [user, by] : moves) {
      ASSERT_EQ(by.size(), 1u) << user;
      EXPECT_EQ(*by.begin(), std::floor(*by.begin()));
      seen.insert(*by.begin());
      const auto whole = user[0] == '7'   ? std::set<int>{1, 3, 6}
                         : user[0] == '8' ? std::set<int>{2, 5}
                                          : std::set<int>{4};
      EXPECT_EQ(numbers[user], whole);
    }
  }
  EXPECT_EQ(seen, (std::set<double>{0, 1, 2, 3}));
}

TEST_F(Resample, GivesJobsInOrderNumberedFromOne) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto jobs = resampled(seed);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      EXPECT_EQ(jobs[i].id, static_cast<JobId>(i + 1));
      EXPECT_EQ(jobs[i].tasks.front().job, jobs[i].id);
      EXPECT_EQ(number_of(jobs[i].tasks.front()), jobs[i].id);
      EXPECT_TRUE(i == 0 || jobs[i - 1].submitted <= jobs[i].submitted);
    }
  }
}

// A copy of a user is another user: the name of a second one has "#2".
TEST_F(Resample, DrawsUsersWithReplacement) {
  bool twice = false;
  std::set<std::string> drawn;
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    for (const auto& job : resampled(seed)) {
      const std::string& user = job.user;
      drawn.insert(user.substr(0, user.find('#')));
      twice = twice || user.find("#2") != std::string::npos;
    }
  EXPECT_EQ(drawn, (std::set<std::string>{"7", "8", "9"}));
  EXPECT_TRUE(twice);
}

TEST_F(Resample, ASeedIsATraceAndAnotherSeedAnother) {
  const auto text_of_jobs = [](const std::vector<Job>& jobs) {
    std::string text;
    for (const auto& job : jobs)
      text += job.user + "@" + std::to_string(job.submitted) + " ";
    return text;
  };
  EXPECT_EQ(text_of_jobs(resampled(1)), text_of_jobs(resampled(1)));
  std::set<std::string> different;
  for (std::uint64_t seed = 0; seed < 30; ++seed)
    different.insert(text_of_jobs(resampled(seed)));
  EXPECT_GT(different.size(), 25u); // of 3^3 * 4^3 draws, most of which differ
  EXPECT_EQ(text_of_jobs(resampled(1, "off")), text_of_jobs(resampled(2, "off")));
  EXPECT_EQ(resampled(1, "off").size(), 6u);
}

// Of a bag that is drawn, each task has a number: 1 to the number of all tasks.
TEST_F(Resample, NumbersTheTasksOfBagsAnew) {
  const auto task = [](int id, int submitted, const std::string& extra) {
    return R"({"id": )" + std::to_string(id) + R"(, "subtime": )" + std::to_string(submitted) +
           R"(, "res": 1, "profile": "p", "extra_data": {)" + extra + "}}";
  };
  write_text(folder_ / "a.json", R"({"nb_res": 8, "jobs": [)" + task(5, 0, R"("user": "a", "bag": "b")") +
                                     "," + task(7, 0, R"("user": "a", "bag": "b")") + "," +
                                     task(9, 3, R"("user": "c")") +
                                     R"(], "profiles": {"p": {"type": "delay", "delay": 10}}})");
  TaskId last = 0;
  for (const auto& job : read_file(folder_ / "a.json", {{"resample", "users"}}, true).jobs)
    for (const auto& one : job.tasks)
      EXPECT_EQ(number_of(one), ++last);
  EXPECT_GE(last, 2);
}

// Without numbers of its own, a job of a user that is drawn twice would be there twice.
TEST_F(Resample, RunsOfItAreValid) {
  write_text(folder_ / "trace.swf", trace());
  for (const std::string seed : {"1", "2", "3"}) {
    const auto out = "out" + seed;
    const auto said =
        run_shell("$MALHA simulate -p star --set platform.hosts=2 --set transport=instant -d cluster.fcfs -w "
                  "trace.swf --set workload.resample=users --seed " +
                      seed + " -o " + out + " && $MALHA validate " + out,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.out << said.err;
    std::set<std::string> numbers;
    std::int64_t rows = 0;
    for (CsvReader jobs(folder_ / out / "jobs.csv"); jobs.next(); ++rows)
      numbers.insert(jobs.text("job_id"));
    EXPECT_EQ(static_cast<std::int64_t>(numbers.size()), rows) << seed;
  }
}

TEST_F(Resample, NeedsUsers) {
  EXPECT_EQ(refusal("none.swf", "1 0 -1 5 1 -1 -1 1 5 -1 1 -1 -1 -1 -1 -1 -1 -1\n", {{"resample", "users"}}),
            ": setting workload.resample=users: no job of it has a user; valid: off");
}

TEST_F(Resample, SaysWhatItDrewFrom) {
  const auto notes = texts(read("trace.swf", trace(), {{"resample", "users"}}).notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes.front().rfind("resampled from 6 jobs of 3 users in 4 weeks: ", 0), 0u) << notes.front();
}

} // namespace resample_test
} // namespace malha::testing
