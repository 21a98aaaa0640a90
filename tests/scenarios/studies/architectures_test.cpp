// SPDX-License-Identifier: MIT
// The cross study of architectures with small bags under one seed, from the scenario files to the verdicts.
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace malha::testing {
namespace architectures_test {

namespace fs = std::filesystem;

/// What the tasks of a run are, whatever became of them: dates, works and sizes.
std::vector<std::string> tasks_of(const fs::path& jobs) {
  std::vector<std::string> tasks;
  for (CsvReader rows(jobs); rows.next();)
    tasks.push_back(rows.text("submission_time") + ' ' + rows.text("work") + ' ' +
                    rows.text("requested_number_of_resources"));
  std::sort(tasks.begin(), tasks.end());
  return tasks;
}

class ArchitecturesStudy : public ::testing::Test {
protected:
  void run(const std::string& workers, const std::string& out) const {
    const auto said =
        run_shell("$MALHA run \"" MALHA_SOURCE_FOLDER "\"/scenarios/grid-architectures/grid-*.xml "
                  "--seeds 1 --set workload.tasks=4 --set workload.interarrival=20 "
                  "--records jobs -j " +
                      workers + " -o " + out,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.err, "");
  }

  const TemporaryFolder folder_;
};

// 13 runs with bags on the cluster, and on the sites under two transports; three with bags and rigid
// jobs on both, with 5 and 10 bags; eight with crashes and without: 13 + 26 + 6 + 6 + 16. Bags have four
// tasks; there are 40 rigid jobs.
TEST_F(ArchitecturesStudy, GivesTheSameJobsToAllAndValidSchedulesWhateverTheWorkers) {
  run("1", "out");
  run("2", "two");
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "two"));
  std::map<std::string, int> runs;
  std::map<std::string, std::set<std::vector<std::string>>> loads;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
    if (entry.path().filename() == "jobs.csv") {
      const auto place = fs::relative(entry.path(), folder_ / "out");
      const auto scenario = place.begin()->string().substr(std::string("grid-architectures-").size());
      ++runs[scenario];
      const bool has_few_bags = place.string().find("workload.bags=5") != std::string::npos;
      loads[scenario + (has_few_bags ? ", 5 bags" : "")].insert(tasks_of(entry.path()));
    }
  EXPECT_EQ(runs, (std::map<std::string, int>{{"cluster-bags", 13},
                                              {"cluster-mix", 6},
                                              {"sites-bags", 26},
                                              {"sites-mix", 6},
                                              {"volatile-bags", 16}}));
  std::map<std::string, std::size_t> sizes;
  for (const auto& [scenario, different] : loads) {
    ASSERT_EQ(different.size(), 1u) << scenario;
    sizes[scenario] = different.begin()->size();
  }
  EXPECT_EQ(sizes, (std::map<std::string, std::size_t>{{"cluster-bags", 40},
                                                       {"cluster-mix", 80},
                                                       {"cluster-mix, 5 bags", 60},
                                                       {"sites-bags", 40},
                                                       {"sites-mix", 80},
                                                       {"sites-mix, 5 bags", 60},
                                                       {"volatile-bags", 40}}));
  EXPECT_EQ(loads["cluster-bags"], loads["sites-bags"]);
  EXPECT_EQ(loads["cluster-bags"], loads["volatile-bags"]);
  EXPECT_EQ(loads["cluster-mix"], loads["sites-mix"]);
  const auto checked = run_shell("$MALHA validate out", folder_.path());
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

} // namespace architectures_test
} // namespace malha::testing
