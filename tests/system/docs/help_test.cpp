// SPDX-License-Identifier: MIT
// What commands say of themselves.
#include "results/files/table.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
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
    EXPECT_NE((help + ' ').find("\nexample:\n  malha " + name + (name == "version" ? "\n" : " ")),
              std::string::npos)
        << help;
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

TEST(Help, IsACommandToo) {
  EXPECT_EQ(said("help"), said("--help"));
  EXPECT_EQ(said("help simulate"), said("simulate --help"));
  EXPECT_EQ(said("version"), said("--version"));
}

TEST(Help, HasEveryCommandInOneGroup) {
  const auto names = commands();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  const auto help = said("--help");
  for (const std::string group : {"try it", "look at results", "scenarios and campaigns", "extend", "help",
                                  "for programs", "for shells"})
    EXPECT_NE(help.find("\n\n" + group + ":\n"), std::string::npos) << group;
  EXPECT_EQ(help.find("of plugins"), std::string::npos); // each that is shipped has its group
}

// Through a pipe it is what man reads; a terminal gets what people read, with man and without.
TEST(Manual, IsRenderedOnATerminal) {
  const TemporaryFolder folder;
  EXPECT_EQ(said("manual compare").rfind(".TH malha-compare 1", 0), 0u);
  const auto shown = [&](const std::string& environment) {
    return run_shell("GROFF_NO_SGR=1 MANPAGER=cat " + environment +
                         " script -qec \"$MALHA manual compare\" /dev/null",
                     folder.path())
        .out;
  };
  for (const auto& environment :
       std::vector<std::string>{"", "PATH=" + folder.path().string() + ":/nowhere"}) {
    if (!environment.empty()) // no man there, but what the test itself needs
      run_shell("ln -s $(command -v script) $(command -v sh) .", folder.path());
    // Without a pager man prints bold letters twice, with a backspace between them.
    const auto page = std::regex_replace(shown(environment), std::regex(".\b"), "");
    EXPECT_EQ(page.find(".TH"), std::string::npos) << page;
    EXPECT_EQ(page.find("\\fB"), std::string::npos) << page;
    EXPECT_NE(page.find("SYNOPSIS"), std::string::npos) << page;
    EXPECT_NE(page.find("--deployment"), std::string::npos) << page;
  }
}

/// The lines of `malha list …`.
std::vector<std::string> listed_by(const std::string& arguments) {
  std::istringstream lines(said("list " + arguments));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);)
    all.push_back(line);
  return all;
}

TEST(List, HasALineForEachNameThroughAPipe) {
  EXPECT_EQ(listed_by("scenarios").size(), 1u + Library({}).scenarios().size()); // the first line is the head
}

TEST(List, FindsAWordInNamesAndSentences) {
  const auto found = said("list BackFill");
  EXPECT_NE(found.find("\ncluster.conservative_backfill "), std::string::npos) << found;
  EXPECT_NE(found.find("\ncluster/easy_backfill "), std::string::npos) << found;
  EXPECT_NE(found.find("\npolicies\n"), std::string::npos) << found;
  EXPECT_EQ(found.find("makespan"), std::string::npos) << found;
  EXPECT_NE(said("list slowdown").find("\nmean_bounded_slowdown "), std::string::npos);
}

TEST(Describe, KnowsSettings) {
  EXPECT_EQ(said("describe nt"),
            "nt: a setting; --set nt=…\n"
            "\n"
            "  nt = 1 count\n"
            "      most application tasks that run at once on the host; an integer, from 1 to\n"
            "      1000000\n"
            "      declared by: actor easygrid/dag_host_manager\n"
            "\n"
            "  nt = 2 count\n"
            "      most application tasks that run at once on the host; an integer, from 1 to\n"
            "      1000000\n"
            "      declared by: actor easygrid/host_manager, actor easygrid/manager\n");
  for (const std::string setting : {"transport", "max_time", "policy.order", "workload.estimates",
                                    "platform.hosts", "crashes.share", "policy"}) {
    const auto text = said("describe " + setting);
    EXPECT_EQ(text.rfind(setting + ": a setting; --set " + setting + "=…\n", 0), 0u) << text;
    EXPECT_NE(text.find("declared by: "), std::string::npos) << text;
  }
  EXPECT_NE(said("describe fcfs").find("did you mean "), std::string::npos);
  EXPECT_NE(said("describe fcfs").find("cluster/fcfs"), std::string::npos);
  const auto value = said("describe wfp3");
  EXPECT_NE(value.find("--set policy.order=wfp3; malha describe policy.order"), std::string::npos) << value;
}

TEST(Describe, CountsInGrammar) {
  const auto text = said("describe easygrid-variant");
  EXPECT_NE(text.find("8 cells of 1 seed, 24 published values, 4 claims"), std::string::npos) << text;
}

} // namespace help_test
} // namespace malha::testing
