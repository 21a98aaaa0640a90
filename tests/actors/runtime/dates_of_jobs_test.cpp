// SPDX-License-Identifier: MIT
// Settings that count dates from 0 s, in runs whose jobs come at other dates: a note says so.
#include "tests/actors/cluster/batch_program.hpp"

#include <algorithm>
#include <fstream>

namespace malha::testing {
namespace dates_of_jobs_test {

class DatesOfJobs : public BatchProgram {
protected:
  /// Two jobs that come at 1000 and 1010 s. The last ends at 1020.
  void jobs_that_come_late() { jobs({{1000, 1, 10, 20}, {1010, 1, 10, 20}}); }
  /// The line of the output in which the note is; what is printed is broken at 120 columns.
  std::string printed(const std::string& options) const {
    const auto said =
        simulate((options.find("-d ") == std::string::npos ? "-d cluster.fcfs " : "") + options);
    EXPECT_TRUE(said.status == 0 || said.status == 4) << said.err;
    std::string line = said.out;
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
  }
  void expect_note(const std::string& options, const std::string& note) {
    EXPECT_NE(printed(options).find(note), std::string::npos) << options << "\n" << printed(options);
    std::ifstream manifest(folder_ / "out/manifest.json");
    const std::string text(std::istreambuf_iterator<char>(manifest), {});
    EXPECT_NE(text.find(note), std::string::npos) << options;
  }
  void expect_no_note(const std::string& options) {
    printed(options);
    std::ifstream manifest(folder_ / "out/manifest.json");
    const std::string text(std::istreambuf_iterator<char>(manifest), {});
    EXPECT_EQ(text.find("\"notes\""), std::string::npos) << options << "\n" << text;
  }
};

TEST_F(DatesOfJobs, MayNotMeetTheWindowOfTheMeans) {
  jobs_that_come_late();
  star(4);
  expect_note("--set warm_up=900",
              "warm_up=900 s: it leaves no job out of the means, since the first job is submitted at 1000 s");
  expect_note(
      "--set warm_up=1011",
      "warm_up=1011 s: it leaves all jobs out of the means, since the last job is submitted at 1010 s");
  expect_note(
      "--set cool_down=1000",
      "cool_down=1000 s: it leaves all jobs out of the means, since the first job is submitted at 1000 s");
  expect_note(
      "--set cool_down=1011",
      "cool_down=1011 s: it leaves no job out of the means, since the last job is submitted at 1010 s");
  expect_no_note("--set warm_up=1005 --set cool_down=1010");
}

TEST_F(DatesOfJobs, MayNotMeetTheEnvironment) {
  jobs_that_come_late();
  star(4);
  const std::string failures = "--environment failures --set failures.mttr=1 --set failures.mtbf=";
  expect_note(failures + "1e6 --set failures.horizon=500",
              "failures.horizon=500 s: all of it is over when the first job is submitted at 1000 s");
  expect_no_note(failures + "0 --set failures.horizon=500");
  expect_no_note(failures + "1e9 --set failures.horizon=1001");
  expect_note("--environment crashes --set crashes.share=34 --set crashes.horizon=1000",
              "crashes.horizon=1000 s: all of it is over when the first job is submitted at 1000 s");
  const std::string load =
      "--set execution=exec -d cluster.nodes --environment external_load --set external_load.start=";
  expect_note(load + "1020", "external_load.start=1020 s: it begins after the last job, since the run ends "
                             "at 1020 s");
  expect_no_note(load + "1015");
}

TEST_F(DatesOfJobs, MayNotMeetTheProfiles) {
  jobs_that_come_late();
  workers("speed_file", {"0 1\n", "10 0.5\n20 1\n"}, "1Gf");
  expect_note(
      "", "host_speed profile of 'node-1': its last date is 20 s, and the first job is submitted at 1000 s");
  workers("speed_file", {"0 1\n", "1030 0.5\n"}, "1Gf");
  expect_note("", "host_speed profile of 'node-1': its first date is 1030 s, and the run ends at 1020 s");
  workers("speed_file", {"0 1\n", "10 0.5\n1005 1\n"}, "1Gf");
  expect_no_note("");
}

TEST_F(DatesOfJobs, MayNotMeetTheRunThatIsCut) {
  jobs_that_come_late();
  star(4);
  expect_note(
      "--set max_time=500",
      "max_time=500 s: the run is cut before any job comes, since the first job is submitted at 1000 s");
}

} // namespace dates_of_jobs_test
} // namespace malha::testing
