// SPDX-License-Identifier: MIT
#include "reading.hpp"

namespace malha::testing {
namespace selected_jobs_test {

using Ids = std::vector<JobId>;

/// A line of SWF: number, submission, run time, size and user.
std::string line(int number, int submitted, int run_time, int size, int user) {
  const auto text = [](int value) { return std::to_string(value); };
  return text(number) + " " + text(submitted) + " -1 " + text(run_time) + " " + text(size) + " -1 -1 " +
         text(size) + " " + text(2 * run_time) + " -1 1 " + text(user) + " -1 -1 -1 -1 -1 -1\n";
}

/// Areas 10, 40, 60 and 40: 150 in 60 s.
const std::string trace =
    line(1, 0, 10, 1, 7) + line(2, 10, 20, 2, 8) + line(3, 30, 15, 4, 7) + line(4, 60, 40, 1, 9);

class SelectedJobsOfATrace : public Reading {
protected:
  std::vector<Job> selected(const std::map<std::string, std::string>& settings, int nodes = 4,
                            std::uint64_t seed = 1) const {
    write_text(folder_ / "trace.swf", trace);
    const std::filesystem::path file = folder_ / "trace.swf";
    const auto* reader = shipped_catalog().reader_of(file);
    const Parameters parameters(reader->parameters, settings);
    RandomStreams random(seed);
    const auto source = reader->make({parameters, random, file, reference_speed, false, nodes});
    std::vector<Job> jobs;
    while (auto job = source->next())
      jobs.push_back(std::move(*job));
    return jobs;
  }
  Ids ids(const std::map<std::string, std::string>& settings) const {
    Ids found;
    for (const auto& job : selected(settings))
      found.push_back(job.id);
    return found;
  }
  std::vector<Seconds> dates(const std::map<std::string, std::string>& settings) const {
    std::vector<Seconds> found;
    for (const auto& job : selected(settings))
      found.push_back(job.submitted);
    return found;
  }
};

TEST_F(SelectedJobsOfATrace, AreThoseOfAWindow) {
  EXPECT_EQ(ids({{"from", "10"}, {"until", "60"}}), (Ids{2, 3}));
  EXPECT_EQ(dates({{"from", "10"}, {"until", "60"}}), (std::vector<Seconds>{10, 30}));
  EXPECT_EQ(ids({{"first", "1"}, {"jobs", "2"}}), (Ids{2, 3}));
  EXPECT_EQ(ids({{"jobs", "1"}}), Ids{1});
}

TEST_F(SelectedJobsOfATrace, AreThoseOfUsersAndSizes) {
  EXPECT_EQ(ids({{"of_users", "7,9"}}), (Ids{1, 3, 4}));
  EXPECT_EQ(ids({{"min_size", "2"}}), (Ids{2, 3}));
  EXPECT_EQ(ids({{"max_size", "1"}}), (Ids{1, 4}));
  EXPECT_EQ(ids({{"of_users", "7,9"}, {"first", "1"}}), (Ids{3, 4})); // of those that are left
}

TEST_F(SelectedJobsOfATrace, AreCounted) {
  const auto read = this->read("trace.swf", trace, {{"min_size", "2"}, {"first", "1"}});
  EXPECT_EQ(texts(read.notes),
            (std::vector<std::string>{"left out by from, of_users, min_size or max_size: 2",
                                      "passed over by first: 1"}));
}

/// Work of all jobs / (4 nodes x time between submissions).
double load_of(const std::vector<Job>& jobs) {
  double area = 0;
  for (const auto& job : jobs)
    area += job.tasks.front().resources * job.tasks.front().length;
  return area / (4 * (jobs.back().submitted - jobs.front().submitted));
}

// 150 / (4 x 60) = 0.625 becomes 0.5: gaps are 1.25 times as long, or run times 0.8 times.
TEST_F(SelectedJobsOfATrace, HaveTheLoadThatIsAskedFor) {
  EXPECT_EQ(dates({{"load", "0.5"}}), (std::vector<Seconds>{0, 12.5, 37.5, 75}));
  const auto shorter = selected({{"load", "0.5"}, {"load_by", "run_times"}});
  EXPECT_DOUBLE_EQ(shorter[1].tasks.front().length, 16);
  EXPECT_DOUBLE_EQ(*shorter[1].walltime, 32);
  for (const std::string load : {"0.1", "0.37", "0.99", "3"})
    for (const std::string by : {"gaps", "run_times"})
      EXPECT_NEAR(load_of(selected({{"load", load}, {"load_by", by}})), std::stod(load),
                  1e-9 * std::stod(load));
}

// The first job keeps its date; the mean gap is drawn around 20 s. The mean of 3 gaps over 400 seeds has a
// standard error of 20 / sqrt(1200) = 0.58 s.
TEST_F(SelectedJobsOfATrace, MayComeAsAPoissonProcess) {
  double sum = 0;
  constexpr int seeds = 400;
  for (int seed = 0; seed < seeds; ++seed) {
    const auto jobs = selected({{"arrivals", "poisson"}}, 4, static_cast<std::uint64_t>(seed));
    EXPECT_EQ(jobs.front().submitted, 0);
    sum += jobs.back().submitted / 3;
  }
  EXPECT_NEAR(sum / seeds, 20, 3 * 0.58);
}

TEST_F(SelectedJobsOfATrace, MayBeOfAUserWhoHasNone) {
  EXPECT_EQ(texts(read("trace.swf", trace, {{"of_users", "7, 99"}}).notes),
            (std::vector<std::string>{"left out by from, of_users, min_size or max_size: 2",
                                      "of user '99', whom of_users names: 0"}));
  EXPECT_EQ(refusal("trace.swf", trace, {{"of_users", "7,,9"}}),
            ": of_users has an empty name; valid: names with ',' between them");
}

TEST_F(SelectedJobsOfATrace, AreRefusedWhereNothingIsLeft) {
  const auto refused = [&](const std::map<std::string, std::string>& settings) {
    return refusal("trace.swf", trace, settings);
  };
  EXPECT_EQ(refused({{"from", "61"}}), ": no job is left by from, until, of_users, min_size, max_size, first "
                                       "and jobs; valid: a part with at least one job");
  EXPECT_EQ(refused({{"from", "30"}, {"until", "30"}}),
            ": until=30 is not later than from=30, so that no job is left; valid: a later date");
  EXPECT_EQ(refused({{"min_size", "3"}, {"max_size", "2"}}),
            ": max_size=2 is below min_size=3, so that no job is left; valid: at least that");
  EXPECT_EQ(refused({{"load", "0.5"}}),
            ": load=0.5 needs a platform, whose resources it is a part of; valid: no load");
  EXPECT_EQ(refused({{"load_by", "run_times"}}),
            ": load_by=run_times has no effect without a load; valid: with load above 0");
  EXPECT_EQ(refused({{"jobs", "1"}, {"arrivals", "poisson"}}),
            ": arrivals=poisson has no gaps to draw, since all jobs are submitted at once; valid: "
            "arrivals=trace");
}

// Job 2 waits for job 1.
TEST_F(SelectedJobsOfATrace, MayNotWaitForJobsThatMayBeLeftOut) {
  EXPECT_EQ(refusal("trace.swf",
                    "1 0 -1 10 1 -1 -1 1 10 -1 1 7 -1 -1 -1 -1 -1 -1\n"
                    "2 5 -1 10 1 -1 -1 1 10 -1 1 7 -1 -1 -1 -1 1 5\n",
                    {{"jobs", "2"}, {"dependencies", "afterany"}}),
            ": job 1 is one that others wait for, and a part of a trace, or another load, has no place for "
            "that; valid: jobs that wait for none");
}

} // namespace selected_jobs_test
} // namespace malha::testing
