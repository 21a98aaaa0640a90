// SPDX-License-Identifier: MIT
#include "results/files/table.hpp"
#include "scenarios/runner/language/study_counts.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace readme_test {

/// The lines of the blocks of a document that are of a kind, such as "sh".
std::vector<std::string> lines_in(const std::string& document, const std::string& kind) {
  std::vector<std::string> found;
  std::istringstream lines(document);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0)
      inside = line == "```" + kind;
    else if (inside && !line.empty())
      found.push_back(line);
  }
  return found;
}
std::vector<std::string> commands_in(const std::string& document) { return lines_in(document, "sh"); }

TEST(Readme, EveryCommandWorksInItsOrder) {
  const TemporaryFolder folder;
  const std::string source = MALHA_SOURCE_FOLDER;
  const auto commands = commands_in(text_of(source + "/README.md"));
  ASSERT_GE(commands.size(), 10u);
  for (auto command : commands) {
    ASSERT_EQ(command.rfind("./malha ", 0), 0u) << command;
    if (command == "./malha test") // that is what runs this
      continue;
    if (command == "./malha reproduce easygrid") // EasyGridStudy runs its scenarios
      continue;
    const auto said = run_shell("\"$MALHA\"" + command.substr(std::string("./malha").size()), folder.path());
    EXPECT_EQ(said.status, 0) << command << '\n' << said.err;
    EXPECT_EQ(said.err, "") << command;
    if (command.find("--report") == std::string::npos)
      continue;
    for (const auto& line : lines_in(text_of(source + "/README.md"), "text")) // of what this command prints
      EXPECT_NE(("\n" + said.out).find("\n" + line), std::string::npos) << line << "\nis not in\n"
                                                                        << said.out;
  }
}

// The counts stand behind the link to the page of the study, "112 values and claims, 19 known misses".
TEST(Readme, HasTheCountsOfEveryStudy) {
  const auto readme = text_of(MALHA_SOURCE_FOLDER "/README.md");
  const Library library({});
  for (const auto& study : library.studies()) {
    const auto counts = counts_of(study, library);
    const auto values = std::to_string(counts.published + counts.claims) + " values and claims";
    const auto misses =
        std::to_string(counts.known_misses) + (counts.known_misses == 1 ? " known miss" : " known misses");
    const auto row = readme.find("| [" + study + "](");
    ASSERT_NE(row, std::string::npos) << study;
    const auto line = readme.substr(row, readme.find('\n', row) - row);
    EXPECT_NE(line.find(values + ", " + misses), std::string::npos)
        << line << "\nhas not: " << values << ", " << misses;
  }
}

// The page says of which job it asks: of the one that waited longest.
TEST(FirstStudy, EveryCommandWorksInItsOrder) {
  const TemporaryFolder folder;
  write_text(folder / "malha", std::string("#!/bin/sh\nexec ") + MALHA_PROGRAM + " \"$@\"\n");
  std::filesystem::permissions(folder / "malha", std::filesystem::perms::owner_all);
  const auto commands = commands_in(text_of(MALHA_SOURCE_FOLDER "/docs/first-study.md"));
  ASSERT_GE(commands.size(), 7u);
  std::string longest;
  for (const auto& command : commands) {
    const auto said = run_shell(command, folder.path());
    EXPECT_EQ(said.status, 0) << command << '\n' << said.err;
    EXPECT_EQ(said.err, "") << command;
    if (command.rfind("sort ", 0) == 0)
      longest = said.out.substr(0, said.out.find(','));
    if (const auto asked = command.find("--explain="); asked != std::string::npos) {
      EXPECT_EQ(command.substr(asked + 10, command.find(' ', asked) - asked - 10), longest);
      EXPECT_NE(said.out.find("\njob " + longest + " needs "), std::string::npos) << said.out;
      EXPECT_NE(said.out.find("waiting before it: "), std::string::npos) << said.out;
    }
    for (std::size_t begin = 0; begin < said.out.size();) { // every screen fits the terminal
      const auto end = std::min(said.out.find('\n', begin), said.out.size());
      EXPECT_LE(columns_of(said.out.substr(begin, end - begin)), terminal_width) << command;
      begin = end + 1;
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_TRUE(entry.path().filename() == "malha-out" || entry.path().filename() == "malha") << entry.path();
}

} // namespace readme_test
} // namespace malha::testing
