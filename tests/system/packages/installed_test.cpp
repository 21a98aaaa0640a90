// SPDX-License-Identifier: MIT
// What is installed below a folder, where the sources and the build are out of reach.
#include "whole_tour.hpp"

namespace malha::testing {
namespace installed_test {

class Installed : public ::testing::Test {
protected:
  void SetUp() override {
    const auto installed = run_shell("cmake --install '" MALHA_BUILD "' --prefix prefix", folder_.path());
    ASSERT_EQ(installed.status, 0) << installed.err;
  }
  /// Runs a script in a folder of its own. An empty folder hides the sources, and the build in them.
  Said without_sources(const std::string& script) const {
    write_text(folder_ / "script.sh", script);
    return run_shell(
        "unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none \"" MALHA_SOURCE_FOLDER
        "\" || exit 77\nmkdir -p work && cd work && MALHA=../prefix/bin/malha sh ../script.sh'",
        folder_.path());
  }

  TemporaryFolder folder_;
};

TEST_F(Installed, DoesWhatTheBuildDoes) {
  const auto said = without_sources(tour_of_all());
  if (said.status == 77)
    GTEST_SKIP() << "no file system may be mounted here";
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(text_of(folder_ / "work/listed"), run_shell("\"$MALHA\" list", folder_.path()).out);
}

// A scenario and a deployment that cannot be read are named, and hide no other. A scenario names a trace
// whose ending no other one has; a folder whose XML others share is no study.
TEST_F(Installed, ListsTheOthersWhereOneCannotBeRead) {
  const auto share = folder_ / "prefix/share/malha";
  write_text(share / "scenarios/oscarpbs/oscarpbs-x1.xml", "<scenario><platform");
  write_text(share / "deployments/cluster.lost.xml", "<platform><actor");
  std::filesystem::create_directory(share / "scenarios/shared");
  write_text(share / "scenarios/shared/grid.xml", "<platform/>");
  std::filesystem::remove(share / "scenarios/oscarpbs/x2.json");
  const std::string program = "prefix/bin/malha ";
  const auto listed = run_shell(program + "list", folder_.path());
  EXPECT_EQ(listed.status, 0);
  for (const std::string name :
       {"oscarpbs-x1 cannot be read: ", "oscarpbs-x2 cannot be read: ", "cluster.lost cannot be read: "})
    EXPECT_NE(listed.err.find("malha: " + name), std::string::npos) << listed.err;
  EXPECT_EQ(std::count(listed.err.begin(), listed.err.end(), '\n'), 3) << listed.err;
  for (const std::string name :
       {"\noscarpbs-e1 ", "\noscarpbs-x3 ", "\ncluster.easy_backfill ", "\ncluster/fcfs ", "\nstar "})
    EXPECT_NE(listed.out.find(name), std::string::npos) << name;
  EXPECT_EQ(listed.out.find("\noscarpbs-x1 "), std::string::npos);
  for (const std::string command :
       {"run oscarpbs-x1", "run oscarpbs-x2", "reproduce oscarpbs", "reproduce all"}) {
    EXPECT_EQ(run_shell(program + command + " -o out", folder_.path()).status, 2) << command;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out")) << command;
  }
  EXPECT_EQ(run_shell(program + "run oscarpbs-f5 --seeds 1 -o good", folder_.path()).status / 2, 0);
}

// Sources as a contributor would add to them: a new study with a trace, and a file for an old one.
TEST(NewScenario, IsInstalledWithItsFiles) {
  const TemporaryFolder folder;
  const auto copied =
      run_shell("mkdir -p tree/scenarios && cp '" MALHA_SOURCE_FOLDER "/install_data.cmake' tree && "
                "cp -r '" MALHA_SOURCE_FOLDER "/platforms' '" MALHA_SOURCE_FOLDER
                "/deployments' '" MALHA_SOURCE_FOLDER "/results' tree && "
                "cp -r '" MALHA_SOURCE_FOLDER "/scenarios/oscarpbs' '" MALHA_SOURCE_FOLDER
                "/scenarios/run_times.csv' '" MALHA_SOURCE_FOLDER "/scenarios/runner' tree/scenarios",
                folder.path());
  ASSERT_EQ(copied.status, 0) << copied.err;
  write_text(folder / "tree/CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.25)\nproject(data NONE)\ninclude(install_data.cmake)\n");
  std::filesystem::create_directories(folder / "tree/scenarios/tides/traces");
  write_text(folder / "tree/scenarios/tides/tides-day.xml", "<scenario/>");
  write_text(folder / "tree/scenarios/tides/traces/day.swf.gz", "x");
  write_text(folder / "tree/scenarios/oscarpbs/night.batsim", "x");
  const auto installed = run_shell(
      "cmake -S tree -B build >said 2>&1 && cmake --install build --prefix there >>said 2>&1 || cat said",
      folder.path());
  EXPECT_EQ(installed.out, "");
  for (const std::string file :
       {"tides/tides-day.xml", "tides/traces/day.swf.gz", "oscarpbs/night.batsim", "oscarpbs/x1.json"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("there/share/malha/scenarios/" + file))) << file;
  EXPECT_FALSE(std::filesystem::exists(folder / "there/share/malha/scenarios/runner"));
  EXPECT_EQ(run_shell("find there -name '*.cpp' -o -name '*.hpp' -o -name CMakeLists.txt", folder.path()).out,
            "");
}

} // namespace installed_test
} // namespace malha::testing
