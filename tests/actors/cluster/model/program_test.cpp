// SPDX-License-Identifier: MIT
// The whole program, from an SWF file to jobs.csv, against the plain reference scheduler.
#include "policies/sdk/numbers.hpp"
#include "reference_scheduler.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace program_test {

constexpr int nodes = 16, jobs_of_a_run = 60;

std::string swf_of(const std::vector<ReferenceJob>& jobs) {
  std::string text;
  for (const auto& job : jobs) {
    const std::string size = std::to_string(job.size);
    text += std::to_string(job.id) + " " + shortest(job.submitted) + " -1 " + shortest(job.run_time) + " " +
            size + " -1 -1 " + size + " " + shortest(job.walltime) + " -1 1 -1 -1 -1 -1 -1 -1 -1\n";
  }
  return text;
}

struct Compared {
  const char* deployment;
  ReferencePolicy::Kind kind;
};

class ProgramDifferential : public ::testing::TestWithParam<Compared> {};

// Fractional dates among them: the dates in jobs.csv are those that were planned, whatever SimGrid's clock
// shows.
TEST_P(ProgramDifferential, PrintsTheDatesOfTheReferenceToTheLastDigit) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const TemporaryFolder folder;
    const auto jobs = random_jobs(seed, jobs_of_a_run, nodes);
    write_text(folder / "jobs.swf", swf_of(jobs));
    const auto said =
        run_shell(std::string("$MALHA simulate -p star --set platform.hosts=") + std::to_string(nodes) +
                      " --set transport=instant -w jobs.swf -o out -d cluster." + GetParam().deployment,
                  folder.path());
    ASSERT_EQ(said.status, 0) << said.err;
    std::map<std::int64_t, std::pair<double, double>> found;
    for (CsvReader rows(folder / "out/jobs.csv"); rows.next();)
      found[rows.integer("job")] = {rows.real("starting_time"), rows.real("finish_time")};
    const auto expected = reference_schedule(jobs, nodes, {GetParam().kind, 1, ReferenceOrder::submit});
    ASSERT_EQ(found.size(), expected.size());
    for (const auto& row : expected)
      ASSERT_EQ(found.at(row.id), std::pair(row.start, row.finish)) << "seed " << seed << ", job " << row.id;
  }
}

const std::vector<Compared> all_compared{{"fcfs", ReferencePolicy::fcfs},
                                         {"easy_backfill", ReferencePolicy::easy},
                                         {"conservative_backfill", ReferencePolicy::conservative}};
INSTANTIATE_TEST_SUITE_P(Under, ProgramDifferential, ::testing::ValuesIn(all_compared),
                         [](const auto& one) { return std::string(one.param.deployment); });

} // namespace program_test
} // namespace malha::testing
