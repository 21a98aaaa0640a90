// SPDX-License-Identifier: MIT
// Comparisons over varied settings, by the program.
#include "tests/scenarios/runner/campaign/campaign.hpp"

#include <sstream>

namespace malha::testing {
namespace sweep_test {

namespace fs = std::filesystem;

class Sweep : public Campaign {
protected:
  Sweep() : Campaign(batch_scenario(1, 5)) {}

  /// 20 jobs under instant transport.
  Said compare(const std::string& arguments) const {
    return malha("compare -p star -w rigid_jobs --set transport=instant --set workload.jobs=20 " + arguments);
  }
  std::string refusal(const std::string& sweep) const {
    const auto said = compare("-d cluster.fcfs -o out " + sweep);
    EXPECT_EQ(said.status, 2);
    EXPECT_FALSE(fs::exists(folder_ / "out"));
    return said.err;
  }
  /// The rows of runs.csv without the columns `scenario` and `parameters`.
  std::vector<std::string> rows_of(const std::string& out) const {
    std::istringstream in(text_of(folder_ / out / "runs.csv"));
    std::vector<std::string> rows;
    for (std::string row; std::getline(in, row);) {
      std::istringstream fields(row);
      std::string kept, field;
      for (int column = 0; std::getline(fields, field, ','); ++column)
        if (column != 0 && column != 2)
          kept += field + ",";
      rows.push_back(kept);
    }
    return rows;
  }
};

// 2 deployments under 2 * 3 combinations; the last value of the range is reached although 0.1 is no binary
// fraction.
TEST_F(Sweep, RunsEachDeploymentUnderAllCombinations) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --sweep platform.hosts=4,8 "
                            "--sweep workload.interarrival=0.1:0.3:0.1 --records metrics -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  const auto rows = text_of(folder_ / "out/runs.csv");
  for (const std::string run : {"cluster.fcfs", "cluster.easy_backfill"})
    for (const std::string hosts : {"4", "8"})
      for (const std::string interarrival : {"0.1", "0.2", "0.3"})
        EXPECT_NE(rows.find("compare," + run + ",platform.hosts=" + hosts +
                            ";transport=instant;workload.interarrival=" + interarrival +
                            ";workload.jobs=20,0,jobs_finished,20,count\n"),
                  std::string::npos)
            << rows;
}

// One metric, two deployments, two values: two lines, of which the second has its differences.
TEST_F(Sweep, ComparesTheMetricsThatAreAskedFor) {
  const auto said =
      compare("-d a=cluster.fcfs -d b=cluster.fcfs --sweep platform.hosts=4,8 --metric makespan "
              "--records metrics -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\nmakespan, s\nhosts      a      b  difference  %\n    4  "), std::string::npos)
      << said.out;
  EXPECT_EQ(said.out.find("mean_waiting_time"), std::string::npos);
  std::istringstream rows(text_of(folder_ / "out/differences.csv"));
  std::vector<std::string> ends;
  for (std::string row; std::getline(rows, row);) {
    std::istringstream fields(row);
    std::string field, end;
    for (int column = 0; std::getline(fields, field, ','); ++column)
      if (column == 11 || column == 12)
        end += "," + field;
    ends.push_back(end);
  }
  EXPECT_EQ(ends, (std::vector<std::string>{",verdict,parameters", ",,platform.hosts=4",
                                            ",the same,platform.hosts=4", ",,platform.hosts=8",
                                            ",the same,platform.hosts=8"}));
}

// Without a sweep, too. An actor declares longest_queue; it is in no list of metrics that are compared.
TEST_F(Sweep, AMetricOfAnActorCanBeCompared) {
  const auto said =
      compare("-d cluster.fcfs -d cluster.easy_backfill --metric longest_queue --records metrics "
              "-o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(text_of(folder_ / "out/differences.csv").find("\nlongest_queue,count,cluster.fcfs,1,"),
            text_of(folder_ / "out/differences.csv").find('\n'));
  EXPECT_EQ(said.out.find("makespan"), std::string::npos);
}

TEST_F(Sweep, ADeploymentThatIgnoresASettingRunsOnceForAllItsValues) {
  const auto said = compare("-d cluster.fcfs -d cluster.easy_backfill --sweep policy.depth=1,2 --metric "
                            "makespan --records metrics -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\npolicy.depth=1,2: ignored by cluster.fcfs\n"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("results in out\n"), std::string::npos) << said.out;
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("compare,cluster.fcfs,transport=instant;workload.jobs=20,0,makespan,"),
            std::string::npos);
  EXPECT_EQ(rows.find("compare,cluster.fcfs,policy.depth"), std::string::npos);
}

TEST_F(Sweep, TheSavedScenarioGivesTheSameRuns) {
  write_text(folder_ / "mine.xml",
             malha("platform star --set platform.hosts=8 --set platform.speeds=1e9").out);
  fs::create_directory(folder_ / "below");
  const auto said =
      malha("compare -p ./mine.xml -w rigid_jobs -d cluster.fcfs -d cluster.easy_backfill --seeds 2 "
            "--set workload.jobs=20 --set transport=instant --sweep policy.depth=1,2 --sweep "
            "workload.interarrival=100:300:100 --environment crashes --set crashes.share=25 --set "
            "crashes.horizon=1000 "
            "--save below/saved.xml -o compared");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto run = malha("run below/saved.xml -o run");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto rows = rows_of("run");
  EXPECT_EQ(rows, rows_of("compared"));
  // (3 + 2 * 3 cells) * 2 seeds, each with a row for makespan
  std::size_t makespans = 0;
  for (const auto& row : rows)
    makespans += row.find(",makespan,") != std::string::npos;
  EXPECT_EQ(makespans, 18u);
}

TEST_F(Sweep, OneWorkerGivesWhatTwoGive) {
  const std::string sweep = "-d cluster.fcfs -d cluster.easy_backfill --seeds 2 --sweep platform.hosts=4,8 ";
  EXPECT_EQ(compare(sweep + "-j 1 -o one").status, 0);
  EXPECT_EQ(compare(sweep + "-j 2 -o two").status, 0);
  EXPECT_EQ(results_below(folder_ / "one"), results_below(folder_ / "two"));
}

TEST_F(Sweep, ExplainsTheSignOfItsIntervals) {
  const auto said = compare("-d cluster.fcfs --seeds 2 --sweep platform.hosts=4,8 --metric makespan -o out");
  EXPECT_NE(said.out.find(" ± "), std::string::npos) << said.out;
  EXPECT_NE(in_one_line(said.out).find(" ±: half the 95 % interval (Student's t); "), std::string::npos)
      << said.out;
}

TEST_F(Sweep, GoesOnWithMoreValues) {
  EXPECT_EQ(compare("-d cluster.fcfs --sweep platform.hosts=4,8 -o out").status, 0);
  const auto said = compare("-d cluster.fcfs --sweep platform.hosts=4,8,16 -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\nresults in out, 2 of 3 runs were there already\n"), std::string::npos)
      << said.out;
}

TEST_F(Sweep, RefusesWhatIsNoSweep) {
  const std::string valid = "; valid: KEY=FROM:TO:STEP, or KEY=VALUE,VALUE\n";
  EXPECT_EQ(refusal("--sweep workload.jobs"), "malha: --sweep workload.jobs: is not key=values" + valid);
  EXPECT_EQ(refusal("--sweep =5"), "malha: --sweep =5: is not key=values" + valid);
  EXPECT_EQ(refusal("--sweep workload.jobs="), "malha: --sweep workload.jobs=: has no value" + valid);
  EXPECT_EQ(refusal("--sweep workload.jobs=1,,2"),
            "malha: --sweep workload.jobs=1,,2: has an empty value" + valid);
  EXPECT_EQ(refusal("--sweep platform.hosts=8,8"),
            "malha: --sweep platform.hosts=8,8: has the value '8' twice; valid: each value once\n");
  EXPECT_EQ(refusal("--sweep platform.hosts=8 --sweep platform.hosts=9"),
            "malha: --sweep platform.hosts=9: sweeps platform.hosts a second time; valid: all its values in "
            "one --sweep\n");
  EXPECT_EQ(refusal("--sweep workload.jobs=10,30"),
            "malha: --sweep workload.jobs: has a value already, workload.jobs=20; valid: one --set or one "
            "--sweep\n");
}

TEST_F(Sweep, RefusesRangesThatLeadNowhere) {
  const std::string range = "--sweep workload.interarrival=";
  const std::string where = "malha: " + range;
  const std::string example = "; valid: FROM:TO:STEP in numbers, such as 0.5:1.1:0.1\n";
  EXPECT_EQ(refusal(range + "1:2"), where + "1:2: a range has three numbers, not 2" + example);
  EXPECT_EQ(refusal(range + "1:two:1"), where + "1:two:1: 'two' is no number of a range" + example);
  EXPECT_EQ(refusal(range + "1:inf:1"), where + "1:inf:1: 'inf' is no number of a range" + example);
  EXPECT_EQ(refusal(range + "5:1:1"),
            where + "5:1:1: a step of 1 does not lead from 5 to 1; valid: a step below 0\n");
  EXPECT_EQ(refusal(range + "1:5:-1"),
            where + "1:5:-1: a step of -1 does not lead from 1 to 5; valid: a step above 0\n");
  EXPECT_EQ(refusal(range + "1:5:0"), where + "1:5:0: a step of 0 leads nowhere; valid: a step above 0\n");
  EXPECT_EQ(refusal(range + "5:1:0"), where + "5:1:0: a step of 0 leads nowhere; valid: a step below 0\n");
  EXPECT_EQ(refusal(range + "5:5:0"), where + "5:5:0: a step of 0 leads nowhere; valid: any other step\n");
  EXPECT_EQ(refusal(range + "0:1:1e-6"),
            where + "0:1:1e-6: these are 1000001 values; valid: at most 100000\n");
  EXPECT_EQ(refusal("--sweep platform.hosts=1:1000:1 --sweep policy.nodes=1:1000:1"),
            "malha: these are 1000000 cells; valid: at most 100000\n");
}

TEST_F(Sweep, RefusesUnknownParametersAndMetrics) {
  EXPECT_EQ(refusal("--sweep workload.load=1,2"),
            "malha: workload 'rigid_jobs': unknown parameter 'load'; valid: a name that malha describe "
            "rigid_jobs shows\n");
  EXPECT_EQ(refusal("--sweep policy.dept=1,2").substr(0, 77),
            "malha: setting policy.dept=1: no actor of cluster.fcfs declares 'policy.dept'");
  EXPECT_EQ(refusal("--sweep platform.hosts=8 --metric speed").substr(0, 50),
            "malha: compare: unknown metric 'speed'; did you me");
  EXPECT_EQ(refusal("--sweep platform.hosts=8 --metric makespan --metric makespan"),
            "malha: compare: --metric makespan is given twice\n");
}

TEST_F(Sweep, SavesOnlyAScenarioThatIsNew) {
  EXPECT_EQ(refusal("--sweep platform.hosts=8 --save mine.txt"),
            "malha: --save mine.txt: names no scenario; valid: a path that ends in .xml\n");
  EXPECT_EQ(refusal("--sweep platform.hosts=8 --save scenario.xml"),
            "malha: --save scenario.xml: exists and has other content; valid: another name, or "
            "remove it\n");
}

} // namespace sweep_test
} // namespace malha::testing
