// SPDX-License-Identifier: MIT
// Follows docs/an-architecture.md word by word: the project that `malha new architecture` writes builds,
// passes its tests, and is used as a shipped architecture is.
#include "tests/support/page_steps.hpp"

#include <algorithm>

namespace malha::testing {
namespace architecture_test {

namespace fs = std::filesystem;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The blocks of C++ of a page.
std::vector<std::string> code_of(const std::string& page) {
  const std::string begin = "```cpp\n", end = "```\n";
  std::vector<std::string> blocks;
  for (auto at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    blocks.push_back(page.substr(at, page.find(end, at) - at));
  }
  return blocks;
}

/// All sources of a project, one after the other.
std::string sources_in(const fs::path& project) {
  std::string all;
  for (const auto* folder : {"actors", "policies", "views"})
    for (const auto& entry : fs::recursive_directory_iterator(project / folder))
      if (entry.is_regular_file())
        all += text_of(entry);
  return all;
}

/// The values of a column of a CSV file.
std::vector<std::string> column_of(const fs::path& file, const std::string& name) {
  std::vector<std::string> values;
  std::istringstream lines(text_of(file));
  std::size_t column = 0;
  bool is_header = true;
  for (std::string line; std::getline(lines, line); is_header = false) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');)
      cells.push_back(cell);
    if (is_header)
      column = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) - cells.begin());
    else
      values.push_back(cells.at(column));
  }
  return values;
}

class OwnArchitecture : public ::testing::Test {
protected:
  /// One shell for the whole page, as a reader has, with an empty home.
  void follow_page() {
    const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/an-architecture.md");
    const auto steps = steps_of(replaced(page, "build/release", MALHA_BUILD));
    ASSERT_GE(steps.size(), 9u);
    const auto there = home_.path().string();
    follow(steps,
           "export CXXFLAGS='-Werror " MALHA_CXX_FLAGS "' HOME='" + there + "'; cd '" MALHA_SOURCE_FOLDER "'",
           home_.path(), there, [&] { run_shell("bash script", home_.path()); });
    const auto sources = sources_in(home_ / "mine/steal");
    for (const auto& code : code_of(page))
      EXPECT_TRUE(holds(sources, code)) << code;
  }
  /// With the plugins of the project, in its folder.
  Said malha(const std::string& command) const {
    return run_shell("../../malha/bin/malha " + command + " --plugin-path build/plugins",
                     home_ / "mine/steal");
  }

  const TemporaryFolder home_;
};

// One process follows the page, and looks at what came of it: to install and build takes most of the time.
TEST_F(OwnArchitecture, WorksAsThePageSays) {
  follow_page();
  for (const auto& entry : fs::recursive_directory_iterator(home_ / "mine/steal/actors"))
    if (entry.is_regular_file()) {
      const auto text = text_of(entry);
      EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 250) << entry; // an actor is small
    }

  // Three of the 5 workers that may crash do so in the first minute, when tasks run everywhere: attempts are
  // lost, and the run is valid (the project's test says so). Without crashes none is.
  const auto lost = [&](const std::string& run) {
    return column_of(home_ / "mine/steal/build" / run / "schedule.csv", "attempts_lost").at(0);
  };
  EXPECT_NE(lost("crashes"), "0");
  EXPECT_NE(lost("failures"), "0");
  EXPECT_EQ(lost("network"), "0");

  // Every worker host but the master's went and came back in malha chaos.
  EXPECT_TRUE(holds(text_of(home_ / "mine/steal/chaos.txt"), "mine/steal/worker"))
      << text_of(home_ / "mine/steal/chaos.txt");

  // Both are in one table of a comparison.
  const auto compared = text_of(home_ / "mine/steal/compared.txt");
  EXPECT_TRUE(holds(compared, "broker.workqueue") && holds(compared, "mine.steal")) << compared;

  // The matrix has it.
  EXPECT_TRUE(holds(malha("describe matrix").out, "| mine/steal/entry execution=exec |"));

  // A question without templates: the header says which functions a policy has.
  const auto elsewhere =
      run_shell("mkdir elsewhere && cp -r mine/steal/build/plugins elsewhere/plugins && cd elsewhere && "
                "rm plugins/include/policies/mine/steal/*.template && export PATH=../malha/bin:$PATH && "
                "malha new policy mine/empty --question mine/steal/dealing --plugin-path plugins && "
                "cat empty/policies/mine/empty.cpp && c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only "
                "-I ../malha/include/malha -I plugins/include empty/policies/mine/empty.cpp && "
                "rm -r plugins/include && malha new policy mine/lost --question mine/steal/dealing "
                "--plugin-path plugins",
                home_.path());
  EXPECT_TRUE(holds(elsewhere.out,
                    "class Empty : public Dealing {\npublic:\n"
                    "  std::vector<Deal> deal([[maybe_unused]] const DealingView& view) override { "
                    "return {}; }\n};\n"))
      << elsewhere.out << elsewhere.err;
  EXPECT_EQ(elsewhere.status, 2);
  EXPECT_TRUE(holds(elsewhere.err,
                    "its header policies/mine/steal/dealing.hpp is not beside it; valid: "
                    "malha_add_question(mine/steal/dealing) in the CMakeLists.txt of that plugin"))
      << elsewhere.err;

  // What it does not promise is refused in one sentence.
  const auto refused = malha("simulate -p star -d deployments/mine.steal.xml -w bag_of_tasks -o refused "
                             "--environment external_load --set external_load.hosts=host-1 "
                             "--set external_load.start=1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(holds(refused.err, "actor 'mine/steal/manager' does not support external load")) << refused.err;
  EXPECT_TRUE(holds(refused.err, "valid: execution=exec")) << refused.err;
}

} // namespace architecture_test
} // namespace malha::testing
