// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

/// The full names of the tests that the filter selects. GoogleTest knows them once it has listed them.
std::vector<std::string> selected_tests() {
  std::vector<std::string> names;
  GTEST_FLAG_SET(list_tests, true);
  if (RUN_ALL_TESTS() != 0)
    return names;
  GTEST_FLAG_SET(list_tests, false);
  const auto& program = *testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const auto& suite = *program.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j)
      if (const auto& test = *suite.GetTestInfo(j); test.should_run())
        names.push_back(std::string(suite.name()) + "." + test.name());
  }
  return names;
}

/// Runs one test in a child of this process. Returns whether it passed.
bool run_in_child(const std::string& test) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    GTEST_FLAG_SET(filter, test);
    std::exit(RUN_ALL_TESTS());
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/// A process can hold only one simulation, so that each test needs one. To fork is cheap where to start a
/// program is dear, as under the sanitizers.
int run_each_in_child() {
  const auto tests = selected_tests();
  std::vector<std::string> failed;
  for (const auto& test : tests)
    if (!run_in_child(test))
      failed.push_back(test);
  for (const auto& test : failed)
    std::printf("failed: %s\n", test.c_str());
  std::printf("%zu of %zu tests passed\n", tests.size() - failed.size(), tests.size());
  return tests.empty() || !failed.empty() ? 1 : 0;
}

} // namespace

/// The tests of a folder. With --fork each test of the filter runs in a child of its own.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 2 && std::strcmp(argv[1], "--fork") == 0)
    return run_each_in_child();
  return RUN_ALL_TESTS();
}
