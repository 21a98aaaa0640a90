// SPDX-License-Identifier: MIT
#include "results/files/result_files.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace malha::testing {
namespace docs_test {

const std::string files_page = text_of(std::string(MALHA_SOURCE_FOLDER) + "/docs/files.md");

TEST(FilesPage, GivesTheUnitAndFormulaOfEveryMetric) {
  const auto& catalog = shipped_catalog();
  ASSERT_GT(catalog.metrics().size(), known_metrics().size()); // those of actors are there too
  for (const auto& [name, metric] : catalog.metrics())
    EXPECT_NE(files_page.find("| " + name + " | " + metric.unit + " | "), std::string::npos) << name;
}

TEST(FilesPage, NamesEveryColumn) {
  for (const auto& header : {header_of("jobs.csv"), header_of("resources.csv"), header_of("messages.csv")}) {
    std::istringstream columns(header);
    for (std::string column; std::getline(columns, column, ',');)
      EXPECT_NE(files_page.find(column), std::string::npos) << column;
  }
}

std::string first_line_of(const std::filesystem::path& file) {
  const auto text = text_of(file);
  return text.substr(0, text.find('\n'));
}

/// With one space where a line may end.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string described(const std::string& name) {
  return run_shell("$MALHA describe " + name, std::filesystem::temp_directory_path()).out;
}

TEST(FilesPage, HasTheFilesOfARunAsTheTableSays) {
  const auto files = in_one_line(described("files"));
  ASSERT_FALSE(files.empty());
  EXPECT_NE(in_one_line(files_page).find(files), std::string::npos)
      << "docs/files.md does not have what `malha describe files` prints; when that is right, put it there:\n"
      << described("files");
}

TEST(FilesPage, HasTheColumnsOfTheFilesOfACampaign) {
  for (const auto& file : names_of(ResultFile::Of::campaign))
    EXPECT_NE(in_one_line(files_page).find("`" + header_of(file) + "`"), std::string::npos) << file;
}

// The tables of the writers are those of the files: each file of a run is in the table, with its header.
TEST(FilesPage, HasEveryFileThatARunWrites) {
  const TemporaryFolder folder;
  const auto said =
      run_shell("$MALHA simulate -p uniform_speeds -w bags -d tuple_space.ticket_classes --set "
                "transport=instant --environment crashes --set crashes.share=30 -o grid && "
                "$MALHA simulate -p star -w rigid_jobs -d cluster.fcfs --set series=on --explain -o batch",
                folder.path());
  ASSERT_EQ(said.status, 0) << said.err;
  std::set<std::string> known;
  for (const auto of : {ResultFile::Of::every_run, ResultFile::Of::some_runs})
    for (const auto& name : names_of(of))
      known.insert(name);
  std::set<std::string> found;
  for (const auto* run : {"grid", "batch"})
    for (const auto& entry : std::filesystem::directory_iterator(folder / run)) {
      const auto name = entry.path().filename().string();
      EXPECT_EQ(known.count(name), 1u) << name;
      found.insert(name);
      if (!header_of(name).empty()) {
        EXPECT_EQ(first_line_of(entry.path()), header_of(name)) << name;
      }
    }
  EXPECT_EQ(found, (std::set<std::string>{"attempts.csv", "decisions.csv", "jobs.csv", "machine.json",
                                          "machine_states.csv", "manifest.json", "messages.csv",
                                          "outages.csv", "resources.csv", "schedule.csv", "series.csv"}));
}

// The list of rules is what the rules say of themselves.
TEST(ScenariosPage, HasTheRulesOfClaims) {
  const auto rules = described("claims");
  ASSERT_NE(rules.find("| `less="), std::string::npos) << rules;
  EXPECT_NE(text_of(MALHA_SOURCE_FOLDER "/docs/scenarios.md").find("\n\n" + rules + "\n"), std::string::npos)
      << "docs/scenarios.md does not have what `malha describe claims` prints; when that is right, put it "
         "there:\n"
      << rules;
}

// The elements are those that an unknown one is told of; the example is run as it stands.
TEST(ScenariosPage, NamesEveryElementAndItsExampleWorks) {
  const auto page = text_of(MALHA_SOURCE_FOLDER "/docs/scenarios.md");
  const TemporaryFolder folder;
  write_text(folder / "bad.xml", "<scenario><nothing/></scenario>");
  const auto refused = run_shell("$MALHA run ./bad.xml", folder.path()).err;
  const auto valid = refused.find("valid: ");
  ASSERT_NE(valid, std::string::npos) << refused;
  std::istringstream elements(refused.substr(valid + 7));
  for (std::string element; elements >> element;) {
    element = element.substr(0, element.find(','));
    EXPECT_NE(page.find("`<" + element), std::string::npos) << element;
  }
  const auto begin = page.find("```xml\n") + 7;
  write_text(folder / "example.xml", page.substr(begin, page.find("```", begin) - begin));
  const auto said = run_shell("$MALHA run ./example.xml", folder.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("claim agrees"), std::string::npos) << said.out;
}

} // namespace docs_test
} // namespace malha::testing
