// SPDX-License-Identifier: MIT
// ./malha on a system without Debian's packages, and when a build fails.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <string>

namespace malha::testing {
namespace front_door_test {

/// A folder with the script alone, and one with the only programs that it finds.
class FrontDoor : public ::testing::Test {
protected:
  FrontDoor() {
    const auto made =
        run_shell("mkdir programs && cp '" MALHA_SOURCE_FOLDER
                  "/malha' . && for name in bash env readlink dirname mkdir sed tail sleep cat; "
                  "do ln -s $(command -v $name) programs/ || exit; done",
                  folder_.path());
    EXPECT_EQ(made.status, 0) << made.err;
  }
  void program(const std::string& name, const std::string& script) {
    write_text(folder_ / "programs" / name, "#!/usr/bin/env bash\n" + script + "\n");
    std::filesystem::permissions(folder_ / "programs" / name, std::filesystem::perms::owner_all);
  }
  Said said() { return run_shell("PATH=$PWD/programs exec ./malha list", folder_.path()); }

  TemporaryFolder folder_;
};

TEST_F(FrontDoor, SaysWhatIsMissingWhereThereIsNoDebian) {
  program("cmake", "exit 0");
  program("c++", "exit 0"); // finds each header
  const auto missing = said();
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.err, "malha: this system has no packages of Debian; install what is missing, by whatever "
                         "names it has here:\n  ninja\n  pkg-config\n  simgrid >= 3.32\n  libxxhash >= 0.8\n"
                         "  sqlite3\n");
}

TEST_F(FrontDoor, EndsWithTheStatusOfWhatDidNotWorkWhenABuildFails) {
  for (const auto* name : {"cmake", "c++", "pkg-config"})
    program(name, "exit 0");
  program("ninja", "echo 'a broken source'; exit 1");
  const auto failed = said();
  EXPECT_EQ(failed.status, 5);
  EXPECT_EQ(failed.err, "a broken source\n");
}

} // namespace front_door_test
} // namespace malha::testing
