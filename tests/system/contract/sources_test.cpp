// SPDX-License-Identifier: MIT
// Citation keys, such as an author's name with a year, and docs/sources.bib.
#include "files.hpp"

#include <gtest/gtest.h>

#include <set>

namespace malha::test {
namespace sources_test {

using malha::testing::text_of;
using Keys = std::set<std::string>;

const fs::path bibliography = source_folder / "docs" / "sources.bib";

/// "tonelli2010": a name in small letters and a year.
Keys cited_in(const std::string& text) {
  static const std::regex key(R"(\b([a-z]{3,}(?:19|20)[0-9]{2})\b)");
  const auto found = matches(text, key);
  return {found.begin(), found.end()};
}

Keys entries_of(const std::string& text) {
  static const std::regex entry(R"(@[a-z]+\{([^,]+),)");
  const auto found = matches(text, entry);
  return {found.begin(), found.end()};
}

Keys cited_in_project() {
  Keys cited;
  for (const auto* folder :
       {"actors", "platforms", "policies", "results", "deployments", "scenarios", "docs"})
    for (const auto& file : files_below(source_folder / folder, {".cpp", ".hpp", ".md", ".xml"}))
      cited.merge(cited_in(text_of(file)));
  return cited;
}

TEST(Sources, AreAllInTheBibliographyAndAllCited) {
  const auto cited = cited_in_project();
  EXPECT_EQ(cited, entries_of(text_of(bibliography)));
  EXPECT_EQ(cited.count("tonelli2010"), 1u);
}

TEST(Sources, AreSeenInAText) {
  EXPECT_EQ(cited_in("as in silva2003 (WQR), wang2005; not in 2005, Lublin2003 or x2001"),
            (Keys{"silva2003", "wang2005"}));
  EXPECT_EQ(entries_of("@article{one1999,\n}\n@misc{two2000,"), (Keys{"one1999", "two2000"}));
}

} // namespace sources_test
} // namespace malha::test
