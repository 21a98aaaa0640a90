// SPDX-License-Identifier: MIT
#pragma once
#include "program.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace malha::testing {

/// A block of commands of a page, and what the page says they print.
struct PageStep {
  std::string commands;
  std::string shown; ///< the ```text block behind it; "" where there is none
};

inline std::vector<PageStep> steps_of(const std::string& page) {
  std::vector<PageStep> steps;
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

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// Runs the steps in one shell, as a reader has, behind the commands of `begin`. `home` is a folder for what
/// they print, and `home_there` what the shell of `run` calls it. What a step prints must be what the page
/// shows; a refusal has status 2.
inline void follow(const std::vector<PageStep>& steps, const std::string& begin,
                   const std::filesystem::path& home, const std::string& home_there,
                   const std::function<void()>& run) {
  std::string script = "set -E -o pipefail; trap 'failed=1' ERR; unset MALHA_PLUGIN_PATH\n" + begin + "\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto step = home_there + "/" + std::to_string(i);
    script += "failed=0\n{\n" + steps[i].commands + "} >'" + step + ".out' 2>&1\necho $? $failed >'" + step +
              ".status'\n";
  }
  write_text(home / "script", script);
  run();
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

} // namespace malha::testing
