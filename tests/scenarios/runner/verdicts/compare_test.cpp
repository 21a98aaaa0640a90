// SPDX-License-Identifier: MIT
// Deployments beside each other, by the program.
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <cmath>

namespace malha::testing {
namespace compare_test {

namespace fs = std::filesystem;

class Compare : public Campaign {
protected:
  Compare() : Campaign(batch_scenario(1, 5)) {}

  /// On eight nodes under 40 jobs.
  Said compare(const std::string& arguments) const {
    return malha("compare -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs "
                 "--set workload.jobs=40 --set workload.interarrival=200 " +
                 arguments);
  }
  static std::string shipped(const std::string& deployment) {
    return std::string(MALHA_SOURCE_FOLDER) + "/deployments/" + deployment + ".xml";
  }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++number;
    return number;
  }
};

// The counts that are the same are in one line. Eight other headlines; of two copies the second has one
// difference each.
TEST_F(Compare, TwoCopiesOfADeploymentAreTheSame) {
  fs::copy_file(shipped("cluster.fcfs"), folder_ / "one.xml");
  fs::copy_file(shipped("cluster.fcfs"), folder_ / "two.xml");
  const auto said = compare("-d ./one.xml -d ./two.xml --seeds 3 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(count(said.out, "  the same\n"), 8u) << said.out;
  EXPECT_EQ(said.out.find("* "), std::string::npos) << said.out;
}

TEST_F(Compare, FilesThatAreCalledAlikeAreNumbered) {
  for (const std::string where : {"a", "b"}) {
    fs::create_directory(folder_ / where);
    fs::copy_file(shipped("cluster.fcfs"), folder_ / where / "mine.xml");
  }
  const auto said = compare("-d a/mine.xml -d b/mine.xml --metric makespan -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(count(said.out, "  mine#2 "), 1u) << said.out;
  EXPECT_EQ(count(said.out, "  the same\n"), 1u) << said.out;
}

TEST_F(Compare, OneSeedHasNoIntervalAndSaysSo) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\none seed: no intervals; --seeds 10 would give them\n"), std::string::npos);
  EXPECT_EQ(said.out.find("±"), std::string::npos);
}

/// On a recorded trace, as many nodes as it was recorded on.
std::string on_trace() {
  return "compare -p star -w " + std::string(MALHA_SOURCE_FOLDER) +
         "/tests/scenarios/workload/nasa-ipsc-1993-first-jobs.swf -d cluster.fcfs -d cluster.easy_backfill "
         "--set transport=instant --records metrics -o out ";
}

TEST_F(Compare, ATraceIsTheSameUnderEachSeedUnlessItsUsersAreDrawnAnew) {
  const auto same = malha(on_trace() + "--seeds 3");
  EXPECT_EQ(same.status, 0) << same.err;
  EXPECT_NE(in_one_line(same.out).find(
                " results do not depend on the seed: one seed is enough, no intervals; --set "
                "workload.resample=users makes each seed another trace "),
            std::string::npos)
      << same.out;
  const auto drawn = malha(on_trace() + "--seeds 3 --set workload.resample=users");
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_NE(
      in_one_line(drawn.out).find(" each seed resamples the users of the trace: intervals are for other "
                                  "traces of the same system, and more seeds do not make them narrower "),
      std::string::npos)
      << drawn.out;
  EXPECT_EQ(drawn.out.find("results do not depend on the seed"), std::string::npos) << drawn.out;
  EXPECT_EQ(drawn.out.find("user_satisfaction."), std::string::npos) << drawn.out; // other users each time
}

TEST_F(Compare, OneSeedOfATraceHasNoInterval) {
  const auto said = malha(on_trace());
  EXPECT_NE(
      said.out.find("\none seed: no intervals; --set workload.resample=users --seeds 30 would give them\n"),
      std::string::npos)
      << said.out;
}

// Student's t for two values a and b is 12.706: resamples spread |a - b| / sqrt(2) around their mean, and the
// interval is not divided by the square root of their number.
TEST_F(Compare, IntervalsOfResamplesAreThoseOfOtherTraces) {
  ASSERT_EQ(malha(on_trace() + "--seeds 2 --set workload.resample=users --metric jobs_finished").status, 0);
  std::istringstream rows(text_of(folder_ / "out/differences.csv"));
  std::string header, row;
  std::getline(rows, header);
  std::getline(rows, row);
  std::vector<double> jobs;
  std::istringstream runs(text_of(folder_ / "out/runs.csv"));
  for (std::string line; std::getline(runs, line) && jobs.size() < 2;)
    if (const auto at = line.find(",jobs_finished,"); at != std::string::npos)
      jobs.push_back(std::stod(line.substr(at + 15)));
  ASSERT_EQ(jobs.size(), 2u);
  std::vector<std::string> fields;
  std::istringstream in(row);
  for (std::string field; std::getline(in, field, ',');)
    fields.push_back(field);
  const double half = 12.7062 * std::abs(jobs[0] - jobs[1]) / std::sqrt(2.0);
  EXPECT_NE(half, 0);
  EXPECT_NEAR(std::stod(fields[6]) - std::stod(fields[4]), half, 1e-4 * half);
}

// 100 equal tasks, which come at once, whatever the seed.
TEST_F(Compare, ASeedThatVariesNothingIsSaid) {
  const auto said = malha("compare -p star --set platform.hosts=8 -w bag_of_tasks --set workload.tasks=100 "
                          "--set transport=instant -d cluster.fcfs -d easygrid.one_site --seeds 2 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\nresults do not depend on the seed: one seed is enough, no intervals\n"),
            std::string::npos)
      << said.out;
}

// The rows of a seed are those of one simulation with that seed: the same random streams for all.
TEST_F(Compare, RunsAreThoseOfSimulate) {
  EXPECT_EQ(compare("-d cluster.fcfs -d cluster.easy_backfill --seeds 2 -o out").status, 0);
  for (const std::string deployment : {"cluster.fcfs", "cluster.easy_backfill"}) {
    EXPECT_EQ(malha("simulate -p star --set platform.hosts=8 --set transport=instant -w rigid_jobs --set "
                    "workload.jobs=40 --set workload.interarrival=200 --seed 1 -d " +
                    deployment + " -o " + deployment)
                  .status,
              0);
    const auto run = folder_ / ("out/compare/" + deployment +
                                "/platform.hosts=8,transport=instant,workload.interarrival=200,"
                                "workload.jobs=40/seed=1");
    EXPECT_EQ(results_below(run), results_below(folder_ / deployment));
  }
}

/// One bag of 60 tasks in Batsim's format, of 1 to 3e9 flop.
std::string bag_as_json() {
  std::string jobs, profiles;
  for (int task = 0; task < 60; ++task) {
    jobs += std::string(task > 0 ? ", " : "") + "{\"id\": " + std::to_string(task) +
            ", \"subtime\": 0, \"res\": 1, \"profile\": \"p" + std::to_string(task % 3) +
            "\", \"extra_data\": {\"bag\": \"images\"}}";
    if (task < 3)
      profiles += std::string(task > 0 ? ", " : "") + "\"p" + std::to_string(task) +
                  "\": {\"type\": \"parallel_homogeneous\", \"cpu\": " + std::to_string(task + 1) +
                  "e9, \"com\": 0}";
  }
  return "{\"nb_res\": 8, \"jobs\": [" + jobs + "], \"profiles\": {" + profiles + "}}";
}

TEST_F(Compare, FourArchitecturesScheduleOneBagOnOneGrid) {
  write_text(folder_ / "bag.json", bag_as_json());
  write_text(folder_ / "grid.xml",
             malha("platform star --set platform.hosts=8 --set platform.speeds=1e9,5e8").out);
  const auto said = malha("compare -p ./grid.xml -w bag.json -d broker.workqueue -d "
                          "tuple_space.ticket_classes -d easygrid.one_site -d cluster.fcfs -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  std::size_t schedules = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
    if (entry.path().filename() == "jobs.csv") {
      ++schedules;
      const auto checked = malha("validate '" + entry.path().parent_path().string() + "'");
      EXPECT_EQ(checked.status, 0) << entry << checked.out << checked.err;
      EXPECT_NE(checked.out.find("60 jobs, valid"), std::string::npos) << checked.out;
    }
  EXPECT_EQ(schedules, 4u);
}

TEST_F(Compare, SettingsGoToThoseThatDeclareThem) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --set policy.depth=2 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\npolicy.depth=2: ignored by cluster.fcfs\n"), std::string::npos) << said.out;
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("compare,cluster.easy_backfill,platform.hosts=8;policy.depth=2;"), std::string::npos);
  EXPECT_NE(rows.find("compare,cluster.fcfs,platform.hosts=8;transport=instant;"), std::string::npos);
}

// The first one ignores the setting that the other two take: neither of them is called less or more than it,
// nor the least. Between rows with the same settings nothing changes.
TEST_F(Compare, WhatIsDueToASettingOfSomeAloneIsNoVerdict) {
  const std::string three = "-d cluster.fcfs -d cluster.easy_backfill -d again=cluster.fcfs --metric "
                            "makespan --metric mean_waiting_time --seeds 3 ";
  const auto said = compare(three + "--set policy.depth=2 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(count(said.out, "  settings differ\n"), 2u) << said.out;
  EXPECT_EQ(count(said.out, "  the same\n"), 2u) << said.out;
  EXPECT_EQ(said.out.find("* "), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\npolicy.depth=2: ignored by cluster.fcfs, again\n"), std::string::npos)
      << said.out;
  const auto rows = text_of(folder_ / "out/differences.csv");
  EXPECT_EQ(count(rows, ",settings differ,,"), 2u) << rows;
  EXPECT_EQ(count(rows, ",less,") + count(rows, ",more,"), 0u) << rows;
}

// 4 of the 7 hosts that are not the master crash within 20 s, and no run of 60 tasks of 5 s on 8 hosts ends
// before 35: every deployment sees the same hosts go at the same dates.
TEST_F(Compare, CrashesAreTheSameForAll) {
  const auto said = malha("compare -p star --set platform.hosts=8 --set transport=instant -w bag_of_tasks "
                          "--set workload.tasks=60 --set workload.work=5e9 --environment crashes "
                          "--set crashes.share=50 --set crashes.horizon=20 -d broker.workqueue "
                          "-d tuple_space.ticket_classes -d cluster.fcfs -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  std::vector<std::string> outages;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
    if (entry.path().filename() == "outages.csv")
      outages.push_back(text_of(entry));
  ASSERT_EQ(outages.size(), 3u);
  EXPECT_EQ(count(outages[0], "\n"), 5u) << outages[0]; // with the header
  EXPECT_EQ(outages[1], outages[0]);
  EXPECT_EQ(outages[2], outages[0]);
  EXPECT_EQ(said.out.find("ignored"), std::string::npos) << said.out;
}

TEST_F(Compare, AnotherEnvironmentIsAnotherComparison) {
  const std::string two = "-d cluster.fcfs -d cluster.easy_backfill -o out";
  EXPECT_EQ(compare(two).status, 0);
  const auto said = compare(two + " --environment crashes --set crashes.share=10");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("holds results of a comparison"), std::string::npos) << said.err;
}

TEST_F(Compare, ASettingThatNobodyDeclaresIsRefused) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --set policy.dept=2 -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: setting policy.dept=2: no actor of cluster.fcfs, cluster.easy_backfill declares "
            "'policy.dept'; did you mean policy.depth?; valid: a name that malha list settings shows\n");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(Compare, TakesAtLeastTwo) {
  const auto said = compare("-d cluster.fcfs -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: compare: takes at least two deployments, not 1; valid: one -d for each\n");
}

TEST_F(Compare, GoesOnWithWhatIsMissing) {
  EXPECT_EQ(compare("-d cluster.fcfs -d cluster.easy_backfill -o out").status, 0);
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --seeds 3 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\nresults in out, 2 of 6 runs were there already\n"), std::string::npos);
  const auto whole = compare("-d cluster.fcfs -d cluster.easy_backfill --seeds 3 -j 1 -o whole");
  EXPECT_EQ(results_below(folder_ / "out"), results_below(folder_ / "whole"));
}

TEST_F(Compare, ItsFolderIsNotThatOfScenariosNorOfAnotherComparison) {
  EXPECT_EQ(compare("-d cluster.fcfs -d cluster.easy_backfill -o out").status, 0);
  const std::string holds =
      "malha: output folder out: holds results of a comparison of cluster.fcfs, "
      "cluster.easy_backfill on star under rigid_jobs; valid: another folder (-o), --overwrite, or the same ";
  const auto run = malha("run ./scenario.xml -o out");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, holds + "scenarios\n");
  const auto other = compare("-d cluster.easy_backfill -d cluster.fcfs -o out");
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err, holds + "comparison\n");
  const auto collected = malha("collect out -o collected");
  EXPECT_EQ(collected.status, 2);
  EXPECT_EQ(collected.err,
            "malha: out: holds a comparison of cluster.fcfs, cluster.easy_backfill on star under "
            "rigid_jobs, which has no shards; valid: an output folder of run or reproduce\n");
  EXPECT_FALSE(fs::exists(folder_ / "collected"));
}

TEST_F(Compare, RefusesTheFolderOfScenarios) {
  run_into("out");
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: output folder out: holds results of scenario; valid: another folder (-o), --overwrite, "
            "or the same comparison\n");
}

TEST_F(Compare, NothingIsCollectedIntoItsFolder) {
  run_into("whole");
  EXPECT_EQ(compare("-d cluster.fcfs -d cluster.easy_backfill -o out").status, 0);
  const auto said = malha("collect whole -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: output folder out: holds results of a comparison of cluster.fcfs, "
            "cluster.easy_backfill on star under rigid_jobs; valid: another folder (-o), or the same "
            "scenarios\n");
}

// Six runs are cut: of the first it is said, the others are counted.
TEST_F(Compare, RunsThatDoNotEndAreNotCompared) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --set max_time=100 --seeds 3 -o out");
  EXPECT_EQ(said.status, 4);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(said.err, "malha: compare, run 'cluster.fcfs' max_time=100, platform.hosts=8, transport=instant, "
                      "workload.interarrival=200, workload.jobs=40, seed=0: was cut at max_time\n"
                      "malha: … and 5 more runs: same reason\n");
}

// An EasyGrid site takes bags only.
TEST_F(Compare, WhatOneCannotRunIsSaidAndTheOthersShown) {
  const auto said = compare("-d cluster.fcfs -d easygrid.one_site -o out");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.out.find("\nno result: easygrid.one_site\n"), std::string::npos) << said.out;
  EXPECT_NE(said.err.find("run 'easygrid.one_site'"), std::string::npos) << said.err;
}

} // namespace compare_test
} // namespace malha::testing
