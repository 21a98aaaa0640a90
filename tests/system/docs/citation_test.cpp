// SPDX-License-Identifier: MIT
// What others read to cite and to package Malha says what the sources say.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace citation_test {

std::string text_of_source(const std::string& file) { return text_of(MALHA_SOURCE_FOLDER "/" + file); }

/// What stands behind the words, until the line ends; "" where no line has them.
std::string rest_of_line(const std::string& text, const std::string& words) {
  const auto at = ("\n" + text).find("\n" + words);
  if (at == std::string::npos)
    return "";
  const auto begin = at + words.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// The licence and its holder, as LICENSE begins: "MIT License", "Copyright (c) 2026 …".
struct Licence {
  std::string text = text_of_source("LICENSE");
  std::string name = text.substr(0, text.find(" License\n"));
  std::string year = rest_of_line(text, "Copyright (c) ").substr(0, 4);
  std::string holder = rest_of_line(text, "Copyright (c) " + year + " ");
};

TEST(Citation, HasTheVersionTheLicenceAndItsHolder) {
  const auto citation = text_of_source("CITATION.cff");
  const Licence licence;
  EXPECT_EQ(rest_of_line(citation, "version: "), MALHA_VERSION);
  EXPECT_EQ(rest_of_line(citation, "license: "), licence.name);
  EXPECT_EQ(rest_of_line(citation, "  - name: "), licence.holder);
}

TEST(CodeMeta, SaysWhatTheCitationSays) {
  const auto meta = nlohmann::json::parse(text_of_source("codemeta.json"));
  const Licence licence;
  EXPECT_EQ(meta.at("version"), MALHA_VERSION);
  EXPECT_EQ(meta.at("license"), "https://spdx.org/licenses/" + licence.name);
  EXPECT_EQ(std::to_string(meta.at("copyrightYear").get<int>()), licence.year);
  for (const auto* who : {"author", "copyrightHolder"})
    EXPECT_EQ(meta.at(who).at(0).at("name"), licence.holder) << who;
  EXPECT_EQ(meta.at("name"), rest_of_line(text_of_source("CITATION.cff"), "title: "));
}

TEST(Recipes, HaveTheVersion) {
  EXPECT_EQ(rest_of_line(text_of_source("flake.nix"), "        version = "), "\"" MALHA_VERSION "\";");
  EXPECT_EQ(rest_of_line(text_of_source("docs/packaging/spack/package.py"), "    version("),
            "\"" MALHA_VERSION "\")");
}

} // namespace citation_test
} // namespace malha::testing
