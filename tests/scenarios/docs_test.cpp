// SPDX-License-Identifier: MIT
#include "actors/runtime/catalog.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace {

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

} // namespace
} // namespace malha::testing
