// SPDX-License-Identifier: MIT
#include "open_program.hpp"
#include "plugins.hpp"
#include "program.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace malha::testing {
namespace {

/// The full names of the tests that the filter selects, of this shard. GoogleTest knows them once it has
/// listed them.
std::vector<std::string> selected_tests() {
  std::vector<std::string> names;
  ::testing::internal::CaptureStdout();
  GTEST_FLAG_SET(list_tests, true);
  const int status = RUN_ALL_TESTS();
  GTEST_FLAG_SET(list_tests, false);
  ::testing::internal::GetCapturedStdout();
  if (status != 0)
    return names;
  const auto& program = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const auto& suite = *program.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j)
      if (const auto& test = *suite.GetTestInfo(j); test.should_run())
        names.push_back(std::string(suite.name()) + "." + test.name());
  }
  return names;
}

/// Runs one test of this shard. Returns the status of the process.
int run(const std::string& test) {
  unsetenv("GTEST_TOTAL_SHARDS"); // neither this test nor a program that it starts is to be divided again
  unsetenv("GTEST_SHARD_INDEX");
  GTEST_FLAG_SET(filter, test);
  return RUN_ALL_TESTS();
}

/// Runs one test in a child of this process, which says all into `file`. Returns whether it passed.
bool run_in_child(const std::string& test, const std::filesystem::path& file) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int said = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
#ifdef __SANITIZE_ADDRESS__ // its simulated actors are threads, of which one runs at a time
    cpu_set_t processor;
    CPU_ZERO(&processor);
    CPU_SET(sched_getcpu(), &processor);
    sched_setaffinity(0, sizeof processor, &processor);
#endif
    std::exit(run(test));
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child)
    return false;
  if (WIFSIGNALED(status))
    std::ofstream(file, std::ios::app) << "killed by signal " << WTERMSIG(status) << '\n';
  return status == 0;
}

/// A process can hold only one simulation, so that each test needs one. To fork is cheap where to start a
/// program is dear. What failed is said at the end, with all that it said.
int run_each_in_child(const std::vector<std::string>& tests, const std::string& program) {
  const OpenProgram program_of_all;
  open_plugins_of(MALHA_PROGRAM); // once for all
  const TemporaryFolder said;
  std::vector<std::string> failed;
  for (const auto& test : tests) {
    const auto begun = std::chrono::steady_clock::now();
    const bool has_passed = run_in_child(test, said / std::to_string(failed.size()));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    std::printf("%8.3f s %s %s\n", taken.count(), has_passed ? "passed" : "FAILED", test.c_str());
    if (!has_passed)
      failed.push_back(test);
  }
  for (std::size_t i = 0; i < failed.size(); ++i)
    std::printf("\nFAILED: %s\nalone: %s --gtest_filter='%s'\n%s", failed[i].c_str(), program.c_str(),
                failed[i].c_str(), text_of(said / std::to_string(i)).c_str());
  std::printf("%zu of %zu tests passed\n", tests.size() - failed.size(), tests.size());
  return failed.empty() ? 0 : 1;
}

} // namespace
} // namespace malha::testing

/// The tests of a folder. If the filter selects several, each runs in a child of its own.
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests))
    return RUN_ALL_TESTS();
  const auto tests = malha::testing::selected_tests();
  if (tests.empty()) {
    std::printf("no test of this name; valid: those of --gtest_list_tests\n");
    return 1;
  }
  return tests.size() == 1 ? malha::testing::run(tests.front())
                           : malha::testing::run_each_in_child(tests, argv[0]);
}
