// SPDX-License-Identifier: MIT
#include "actors/runtime/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace docs_test {

const std::string files_page = text_of(std::string(MALHA_SOURCE_FOLDER) + "/docs/files.md");

TEST(FilesPage, GivesTheUnitAndFormulaOfEveryMetric) {
  const Catalog catalog({MALHA_PLUGIN_FOLDER});
  ASSERT_GT(catalog.metrics().size(), known_metrics().size()); // those of actors are there too
  for (const auto& [name, metric] : catalog.metrics())
    EXPECT_NE(files_page.find("| " + name + " | " + metric.unit + " | "), std::string::npos) << name;
}

TEST(FilesPage, NamesEveryColumn) {
  for (const auto& header : {jobs_header(), resources_header(), messages_header()}) {
    std::istringstream columns(header);
    for (std::string column; std::getline(columns, column, ',');)
      EXPECT_NE(files_page.find(column), std::string::npos) << column;
  }
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
