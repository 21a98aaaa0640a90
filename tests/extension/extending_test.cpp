// SPDX-License-Identifier: MIT
// Follows docs/extending.md word by word.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace extending_test {

/// A block of commands, and what the page says they print.
struct Step {
  std::string commands;
  std::string shown; ///< the ```text block behind it; "" where there is none
};

std::vector<Step> steps_of(const std::string& page) {
  std::vector<Step> steps;
  std::istringstream lines(page);
  std::string* inside = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line == "```sh") {
      steps.emplace_back();
      inside = &steps.back().commands;
    } else if (line == "```text") {
      inside = &steps.at(steps.size() - 1).shown;
    } else if (line == "```") {
      inside = nullptr;
    } else if (inside != nullptr) {
      *inside += line + "\n";
    }
  }
  return steps;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// One shell for the whole page, as a reader has, with an empty home. The reader's build/release is the build
// tree of this test. What a block prints is what the page shows; a refusal has status 2.
TEST(Extending, WorksAsThePageSays) {
  const TemporaryFolder home;
  const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/extending.md");
  const auto steps = steps_of(replaced(page, "build/release", MALHA_BUILD));
  ASSERT_GE(steps.size(), 15u);
  std::string script =
      "set -E -o pipefail; trap 'failed=1' ERR; unset MALHA_PLUGIN_PATH; export CXXFLAGS='" MALHA_CXX_FLAGS
      "' HOME='" +
      home.path().string() + "'; cd '" + MALHA_SOURCE_FOLDER "'\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto step = (home / std::to_string(i)).string();
    script += "failed=0\n{\n" + steps[i].commands + "} >'" + step + ".out' 2>&1\necho $? $failed >'" + step +
              ".status'\n";
  }
  write_text(home / "script", script);
  run_shell("bash script", home.path());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto out = text_of(home / (std::to_string(i) + ".out"));
    const bool refused = steps[i].shown.rfind("malha: ", 0) == 0;
    EXPECT_EQ(text_of(home / (std::to_string(i) + ".status")), refused ? "2 1\n" : "0 0\n")
        << steps[i].commands << out;
    if (!steps[i].shown.empty()) {
      EXPECT_EQ(out, steps[i].shown) << steps[i].commands;
    }
  }
}

} // namespace extending_test
} // namespace malha::testing
