// SPDX-License-Identifier: MIT
// What `malha new` writes builds and passes, whatever the question.
#include "actors/runtime/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <set>

namespace malha::testing {
namespace projects_test {

namespace fs = std::filesystem;

std::set<std::string> questions() {
  const Catalog catalog({MALHA_PLUGIN_FOLDER});
  std::set<std::string> asked;
  for (const auto& [name, actor] : catalog.actors())
    for (const auto& handle : actor->asks)
      asked.insert(handle.question);
  return asked;
}

class NewProject : public ::testing::Test {
protected:
  /// Installs Malha and moves it: nothing may remember where it was.
  void SetUp() override {
    unsetenv("MALHA_PLUGIN_PATH");
    const auto said =
        run_shell("'" MALHA_CMAKE "' --install '" MALHA_BUILD "' --prefix \"$PWD/first\" && mv first prefix",
                  folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  Said shell(const std::string& command) const {
    return run_shell("export CXXFLAGS='" MALHA_CXX_FLAGS
                     "' CMAKE_PREFIX_PATH=\"$PWD/prefix\" PATH=\"$PWD/prefix/bin:$PATH\"\n" +
                         command,
                     folder_.path());
  }

  TemporaryFolder folder_;
};

// One CMake run for all questions: each project is a folder of it.
TEST_F(NewProject, OfEveryQuestionBuildsAndPasses) {
  std::string all = "cmake_minimum_required(VERSION 3.21)\nproject(all LANGUAGES CXX)\nenable_testing()\n";
  std::string commands;
  std::size_t number = 0;
  for (const auto& question : questions()) {
    const auto name = "answer_" + std::to_string(++number);
    commands += "malha new policy mine/" + name + " --question " + question + " &&\n";
    all += "add_subdirectory(" + name + ")\n";
  }
  write_text(folder_ / "CMakeLists.txt", all);
  const auto said =
      shell(commands + "cmake -S . -B build -G Ninja -DCMAKE_CXX_FLAGS='-Werror " MALHA_CXX_FLAGS
                       "' && cmake --build build && "
                       "ctest --test-dir build --output-on-failure");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("100% tests passed, 0 tests failed out of " + std::to_string(4 * number)),
            std::string::npos);
}

#ifndef __SANITIZE_ADDRESS__ // its modules may leave symbols open
TEST_F(NewProject, OfAPolicyThatUsesSimGridDoesNotLink) {
  const auto said =
      shell("malha new policy mine/clocked --question cluster/queue && "
            "sed -i 's|^#include.*|&\\nextern \"C\" double simgrid_get_clock();|; s|int free = "
            "view.free.size();|int free = simgrid_get_clock() > 0 ? view.free.size() : 0;|' "
            "clocked/policies/mine/clocked.cpp && "
            "cmake -S clocked -B build -G Ninja && cmake --build build --target malha_policies_mine_clocked");
  EXPECT_NE(said.status, 0);
  EXPECT_NE(said.out.find("undefined reference to `simgrid_get_clock'"), std::string::npos) << said.out;
}

#endif

TEST_F(NewProject, OverwritesNothing) {
  EXPECT_EQ(shell("mkdir mine.partial && echo mine > mine.partial/file").status, 0);
  const auto said = shell("malha new actor mine/probe -o mine");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: new: mine.partial is in the way; valid: another folder (-o), or remove it\n");
  EXPECT_EQ(text_of(folder_ / "mine.partial/file"), "mine\n");
  const auto below_a_file = shell("touch file && malha new actor mine/probe -o file/y");
  EXPECT_EQ(below_a_file.status, 2);
  EXPECT_EQ(below_a_file.err.rfind("malha: output folder file/y.partial", 0), 0u) << below_a_file.err;
}

// A reader who follows the page has the plugins of the project in the environment, too.
TEST_F(NewProject, TestsItselfWhileItsPluginsAreInTheEnvironment) {
  const auto said =
      shell("malha new actor mine/probe && cmake -S probe -B build -G Ninja && cmake --build build && "
            "MALHA_PLUGIN_PATH=$PWD/build/plugins ctest --test-dir build --output-on-failure");
  EXPECT_EQ(said.status, 0) << said.out << said.err;
}

TEST_F(NewProject, IsWrittenWholeIntoTheGivenFolder) {
  EXPECT_EQ(shell("malha new actor mine/probe -o deep/down/").status, 0);
  EXPECT_TRUE(fs::exists(folder_ / "deep/down/actors/mine/probe.cpp"));
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "deep")) {
    EXPECT_EQ(entry.path().string().find('@'), std::string::npos) << entry;
    if (entry.is_regular_file() && entry.path().extension() != ".xml") { // @role=… is no blank
      EXPECT_EQ(text_of(entry).find('@'), std::string::npos) << entry;
    }
  }
}

} // namespace projects_test
} // namespace malha::testing
