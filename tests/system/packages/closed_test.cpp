// SPDX-License-Identifier: MIT
// Folders where nobody may write, as in a container without write access.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace closed_test {

const std::string simulation = "simulate -p star --set platform.hosts=2 -d cluster.fcfs -w bag_of_tasks";

class ClosedFolder : public ::testing::Test {
protected:
  /// Simulates and runs a scenario, closes the folder of the results, and runs commands there.
  Said in_closed_folder(const std::string& commands) const {
    const std::string scenarios = MALHA_SOURCE_FOLDER "/tests/system/bad_input/files/good";
    return run_shell("mkdir closed && unshare --user --map-root-user --mount sh -c '\n"
                     "mount -t tmpfs none closed || exit 77\n"
                     "cd closed && cp \"" +
                         scenarios + "/small.xml\" . && cp \"" + scenarios +
                         "/batch.xml\" .. && { \"$MALHA\" " + simulation +
                         " -o simulated && \"$MALHA\" run ./small.xml -o ran; } >../said 2>&1 &&\n" +
                         "mount -o remount,ro . && cd ../closed || exit 78\n" + commands + "'",
                     folder_.path());
  }
  TemporaryFolder folder_;
};

struct Refused {
  std::string arguments; ///< behind `malha`
  std::string message;   ///< all of stderr, but for "malha: " and the end of the line
  int status = 2;
};

const std::string cannot = ": cannot be written: Read-only file system; valid: ";
const std::string another = cannot + "a folder where you may write";
const std::string another_scratch = "." + cannot + "another folder for temporary files, in TMPDIR";

const std::vector<Refused> refused{
    {simulation, "output folder malha-out" + another},
    {simulation + " -o simulated", "output folder simulated/.partial" + another},
    {"run ./small.xml", "output folder malha-out" + another},
    {"run ./small.xml -o ran", "ran/campaign.sqlite" + another, 5},
    {"compare -p star -w bag_of_tasks -d cluster.fcfs -d cluster.easy_backfill",
     "output folder malha-out" + another},
    {"report simulated", "simulated/report.html.partial" + another, 5},
    {"report ran", another_scratch, 5},
    {"rerun simulated", another_scratch, 5},
    {"export simulated --chrome trace.json", "trace.json.partial" + another, 5},
    {"convert simulated jobs.swf", "jobs.swf.partial" + another, 5},
    {"new workload tides", "output folder tides.partial" + another},
    {"manual -o pages", "output folder pages" + another},
};

TEST_F(ClosedFolder, IsSaidOnceWithWhatToDo) {
  std::string commands = "export TMPDIR=.\n";
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const auto number = std::to_string(i);
    commands += "\"$MALHA\" " + refused[i].arguments + " >../" + number + ".out 2>../" + number +
                ".err\necho $? >../" + number + ".status\n";
  }
  const auto said = in_closed_folder(commands);
  if (said.status == 77)
    GTEST_SKIP() << "no file system may be mounted here";
  ASSERT_EQ(said.status, 0) << said.err << text_of(folder_ / "said");
  for (std::size_t i = 0; i < refused.size(); ++i) {
    const auto number = std::to_string(i);
    EXPECT_EQ(text_of(folder_ / (number + ".err")), "malha: " + refused[i].message + "\n")
        << refused[i].arguments;
    EXPECT_EQ(text_of(folder_ / (number + ".status")), std::to_string(refused[i].status) + "\n")
        << refused[i].arguments;
  }
}

TEST_F(ClosedFolder, IsEnoughToRead) {
  const auto said = in_closed_folder("for command in list \"describe cluster/fcfs\" \"validate simulated\" "
                                     "\"platform star\"; do \"$MALHA\" $command >/dev/null || exit; done");
  if (said.status == 77)
    GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
}

} // namespace closed_test
} // namespace malha::testing
