// SPDX-License-Identifier: MIT
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace readme_test {

/// The lines of the ```sh blocks of a document.
std::vector<std::string> commands_in(const std::string& document) {
  std::vector<std::string> commands;
  std::istringstream lines(document);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0)
      inside = line == "```sh";
    else if (inside && !line.empty())
      commands.push_back(line);
  }
  return commands;
}

TEST(Readme, EveryCommandWorksInItsOrder) {
  const TemporaryFolder folder;
  const std::string source = MALHA_SOURCE_FOLDER;
  const auto commands = commands_in(text_of(source + "/README.md"));
  ASSERT_GE(commands.size(), 10u);
  for (auto command : commands) {
    ASSERT_EQ(command.rfind("./malha ", 0), 0u) << command;
    if (command == "./malha test") // that is what runs this
      continue;
    if (command == "./malha reproduce easygrid") // EasyGridStudy runs it and looks at all that it gives
      continue;
    const auto said = run_shell("\"$MALHA\"" + command.substr(std::string("./malha").size()), folder.path());
    EXPECT_EQ(said.status, 0) << command << '\n' << said.err;
    EXPECT_EQ(said.err, "") << command;
  }
}

} // namespace readme_test
} // namespace malha::testing
