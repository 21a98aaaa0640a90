// SPDX-License-Identifier: MIT
// What people see of commands that take long, on a terminal and elsewhere.
#include "scenarios/runner/processes/progress.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <iterator>
#include <sstream>
#include <thread>

namespace malha::testing {
namespace progress_test {

TEST(ShownTime, HasAboutTwoDigits) {
  EXPECT_EQ(shown_time(0), "1 s");
  EXPECT_EQ(shown_time(11.2), "12 s");
  EXPECT_EQ(shown_time(99), "99 s");
  EXPECT_EQ(shown_time(150), "2 min"); // half a minute goes to the even one
  EXPECT_EQ(shown_time(3600), "60 min");
  EXPECT_EQ(shown_time(9000), "2.5 h");
}

// 3 items of 10 s and one of 30 s on two workers: 60 s of work, 30 s of waiting.
TEST(Progress, SaysAtTheStartHowLongItWillTake) {
  EXPECT_EQ(Progress({10, 10, 10, 30}, 0, 2, "runs").plan(), ", about 30 s");
  EXPECT_EQ(Progress({10, 0}, 0, 2, "runs").plan(), ""); // nobody knows of the second
  EXPECT_EQ(Progress({}, 3, 2, "runs").plan(), "");
}

/// What a command writes on a terminal, where it is interrupted after some seconds.
std::string on_terminal(const std::string& arguments, const std::string& seconds,
                        const std::filesystem::path& folder) {
  return run_shell("script -qec \"timeout --foreground -s INT " + seconds + " $MALHA " + arguments +
                       "\" /dev/null",
                   folder)
      .out;
}

// 10^9 jobs take longer than anybody waits.
const std::string endless =
    "simulate -p star --set platform.hosts=64 -d cluster.easy_backfill -w lublin --set "
    "workload.jobs=1000000000 --set transport=instant -o out";

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream words(line);
  return {std::istream_iterator<std::string>(words), {}};
}

/// Until the simulation is under way.
void wait_for_rows(const TemporaryFolder& folder) {
  while (!std::filesystem::exists(folder / "out/.partial/jobs.csv"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// On a busy machine it takes longer until there is something to see.
TEST(Terminal, ShowsHowFarASimulationIsAndWhatIsKeptOfIt) {
  const TemporaryFolder folder;
  std::string seen;
  for (const std::string seconds : {"5", "20", "80"})
    if (seen.find(" left") == std::string::npos)
      seen = on_terminal(endless, seconds, folder.path());
  EXPECT_NE(seen.find(" % of the jobs, about "), std::string::npos) << seen;
  EXPECT_NE(seen.find(" left"), std::string::npos) << seen;
  EXPECT_NE(seen.find("malha: interrupted: nothing is kept of this simulation"), std::string::npos) << seen;
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Pipe, HasNoProgress) {
  const TemporaryFolder folder;
  const Started simulation(words_of(endless), folder.path());
  wait_for_rows(folder);
  std::this_thread::sleep_for(std::chrono::seconds(3)); // a terminal would have shown something by then
  simulation.send(SIGINT);
  const auto said = simulation.wait();
  EXPECT_EQ(said.err, "malha: interrupted: nothing is kept of this simulation\n");
  EXPECT_EQ(said.out, "");
}

// `timeout` sends each signal twice, and impatient people send it more often.
TEST(Interruption, IsSaidOnceHoweverManySignalsCome) {
  const TemporaryFolder folder;
  const Started simulation(words_of(endless), folder.path());
  wait_for_rows(folder);
  for (int sent = 0; sent < 200; ++sent) {
    simulation.send(sent % 2 == 0 ? SIGINT : SIGTERM);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  const auto said = simulation.wait();
  EXPECT_EQ(said.err, "malha: interrupted: nothing is kept of this simulation\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

// The shell runs it as `nohup` does: a terminal that goes away does not end it, and SIGTERM still does.
TEST(Interruption, IsNotForATerminalThatTheProgramOutlives) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("trap '' HUP; $MALHA " + endless +
                    " & while [ ! -e out/.partial/jobs.csv ]; do sleep 0.01; done; kill -HUP $!; "
                    "sleep 0.5; kill -0 $! && echo lives; kill -TERM $!; wait $!; echo $?",
                folder.path());
  EXPECT_EQ(said.out, "lives\n" + std::to_string(128 + SIGTERM) + "\n");
}

// An EasyGrid site takes no rigid jobs of several hosts. That is said at once, and again behind the results.
TEST(Terminal, SaysHowManyRunsThereAreAndNamesThoseThatFailWhenTheyDo) {
  const TemporaryFolder folder;
  const auto seen =
      on_terminal("compare -p star -w rigid_jobs -d cluster.fcfs -d easygrid.one_site --seeds 2 -o out", "60",
                  folder.path());
  EXPECT_EQ(seen.find("4 runs\r\n"), 0u) << seen;
  const auto failed = seen.find("run 'easygrid.one_site'"),
             results = seen.find("no result: easygrid.one_site");
  ASSERT_NE(results, std::string::npos) << seen;
  EXPECT_LT(failed, results) << seen;
  EXPECT_NE(seen.find("run 'easygrid.one_site'", results), std::string::npos) << seen;
}

} // namespace progress_test
} // namespace malha::testing
