// SPDX-License-Identifier: MIT
// What commands say of themselves.
#include "results/table.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace help_test {

std::string said(const std::string& arguments) {
  return run_shell("$MALHA " + arguments, std::filesystem::temp_directory_path()).out;
}

/// The first words of the lines of `malha --help` that name a command.
std::vector<std::string> commands() {
  std::vector<std::string> names;
  std::istringstream lines(said("--help"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string program, name;
    if (line.rfind("  malha ", 0) == 0 && words >> program >> name)
      names.push_back(name);
  }
  return names;
}

TEST(Help, HasASentenceAndAnExampleOfEveryCommand) {
  const auto names = commands();
  ASSERT_GE(names.size(), 12u);
  for (const auto& name : names) {
    const auto help = said(name + " --help");
    EXPECT_EQ(help.find("malha " + name), 0u) << help;
    EXPECT_LT(help.find(".\n"), help.find("\noptions:\n")) << help;
    EXPECT_NE(help.find("\nexample:\n  malha " + name + " "), std::string::npos) << help;
  }
}

TEST(Help, FitsTheTerminal) {
  auto names = commands();
  names.emplace_back("");
  for (const auto& name : names) {
    std::istringstream lines(said(name + " --help"));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(columns_of(line), terminal_width) << line;
  }
}

} // namespace help_test
} // namespace malha::testing
