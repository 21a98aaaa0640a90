// SPDX-License-Identifier: MIT
// Texts that somebody else wrote, on a page.
#include "results/files/shell_words.hpp"
#include "results/report/data/bibliography.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/page/html_table.hpp"
#include "results/report/page/page.hpp"
#include "results/report/script/assets.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::page {
namespace escaping_test {

TEST(Escaping, MarkupBecomesText) {
  EXPECT_EQ(escaped("<script>'a' & \"b\"</script>"),
            "&lt;script&gt;&#39;a&#39; &amp; &quot;b&quot;&lt;/script&gt;");
}

TEST(Escaping, ControlCharactersAreShownAsSuch) {
  EXPECT_EQ(escaped(std::string("a\0b\x1b\x7f", 5)), "a\\x00b\\x1b\\x7f");
  EXPECT_EQ(escaped("a\tb\nc"), "a\tb\nc");
}

// C0 80 is an overlong NUL, ED A0 80 half of a surrogate pair, F4 90 80 80 above U+10FFFF, E2 82 a beginning
// of €.
TEST(Escaping, WhatIsNoUtf8IsReplacedByteByByte) {
  EXPECT_EQ(escaped("\xC0\x80"), "\\xc0\\x80");
  EXPECT_EQ(escaped("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(escaped("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(escaped("\xE2\x82"), "\\xe2\\x82");
  EXPECT_EQ(escaped("é€😀"), "é€😀");
}

TEST(Escaping, JsonDoesNotEndItsScript) {
  std::ostringstream out;
  write_script_json(R"({"a":"</script><!--&"})", out);
  EXPECT_EQ(out.str(), R"({"a":"\u003c/script\u003e\u003c!--\u0026"})");
}

// A script finds the texts as other outputs show them: \u001b of JSON, C2 9B (U+009B) and E2 80 AE (U+202E)
// are obeyed by terminals and browsers. A backslash of the text is none of an escape.
TEST(Escaping, JsonHasTextsThatAreShown) {
  std::ostringstream out;
  write_script_json("[\"\\u001b[2J\",\"\\\\u001b\",\"\\n\",\"\xC2\x9B\xE2\x80\xAE\x7F\",\"é€\"]", out);
  EXPECT_EQ(out.str(), "[\"\\\\x1b[2J\",\"\\\\u001b\",\"\\n\",\"\\\\u009b\\\\u202e\\\\x7f\",\"é€\"]");
}

TEST(Escaping, SlugsHaveNoMarkup) {
  EXPECT_EQ(slug("published.Tonelli2010, Table 5.7"), "published.tonelli2010-table-5.7");
  EXPECT_EQ(slug("\"><b>"), "b");
  EXPECT_EQ(slug("<>"), "unnamed");
}

TEST(Escaping, ShellWordsAreOneWord) {
  EXPECT_EQ(shell_word("workload.load=0.8"), "workload.load=0.8");
  EXPECT_EQ(shell_word("it's; rm"), "'it'\\''s; rm'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Escaping, LongTextsUnfold) {
  const std::string text(10000, 'x');
  const auto html = folded(text);
  EXPECT_NE(html.find("<summary>" + std::string(120, 'x') + "…</summary>"), std::string::npos);
  EXPECT_NE(html.find("<p>" + text + "</p>"), std::string::npos);
  EXPECT_EQ(folded("short"), "short");
}

TEST(Escaping, TextsAreCutBetweenCharacters) {
  EXPECT_EQ(shortened("éé", 1), "é…");
  EXPECT_EQ(shortened("éé", 2), "éé");
}

// SHA-256 of nothing is e3b0c442…b855, in base64 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=.
TEST(Assets, HavePolicyHashes) {
  const Asset nothing{"", "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"};
  EXPECT_EQ(policy_hash(nothing), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

TEST(Assets, AreWhatTheirFilesAre) {
  const std::filesystem::path folder =
      std::filesystem::path(MALHA_SOURCE_FOLDER) / "results" / "report" / "script";
  for (const auto* name : {"page.css", "chart.css", "page.js"}) {
    const auto text = std::string(asset(name).text);
    EXPECT_EQ(text, testing::text_of(folder / name)) << name;
    EXPECT_EQ(text.find("</s"), std::string::npos) << name << " would end its element";
  }
}

TEST(Tables, EscapeTheirCellsAndLeaveOutEmptyColumns) {
  HtmlTable table("<caption>", {{"name"}, {"nothing", true}, {"value", true}});
  table.add({"<b>", "", "1.5"});
  const auto html = table.html();
  EXPECT_NE(html.find("<th scope=\"row\">&lt;b&gt;</th><td class=\"value\">1.5</td>"), std::string::npos)
      << html;
  EXPECT_EQ(html.find("nothing"), std::string::npos) << html;
  EXPECT_EQ(html.find("<b>"), std::string::npos) << html;
}

// Five digits of a measured number are shown; all are under the pointer, and rows are sorted by them. Whole
// numbers, such as seeds, stay.
TEST(Tables, RoundNumbersAndKeepAllDigits) {
  HtmlTable table("", {{"name"}, {"value", true}, {"seed", true}});
  table.add({"a", "96.965941", "1234567"});
  const auto html = table.html();
  EXPECT_NE(html.find("<td class=\"value\" data-key=\"96.965941\" title=\"96.965941\">96.966</td>"),
            std::string::npos)
      << html;
  EXPECT_NE(html.find("<td class=\"value\">1234567</td>"), std::string::npos) << html;
}

TEST(Tables, EscapeWhatIsUnderThePointer) {
  HtmlTable table("", {{"name"}, {"value"}});
  table.add({"a", "b"});
  table.show_last(1, "shown", "\"><b>");
  EXPECT_NE(table.html().find(" title=\"&quot;&gt;&lt;b&gt;\">shown</td>"), std::string::npos)
      << table.html();
}

TEST(Pages, NameNothingOutside) {
  std::ostringstream out;
  write_page(
      {"<title>", {{"part", "", {"<note>"}, {{"one", "<One>", "<p>fragment</p>", R"({"a":"</script>"})"}}}}},
      out);
  const auto html = out.str();
  EXPECT_EQ(html.find("http"), html.find("http-equiv")) << "a page names no address";
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(html.find("<li>&lt;note&gt;</li>"), std::string::npos);
  EXPECT_NE(html.find("&lt;One&gt;"), std::string::npos);
  EXPECT_NE(html.find(R"(id="one-data">{"a":"\u003c/script\u003e"}</script>)"), std::string::npos);
}

TEST(Bibliography, HasEntriesAsTheyStand) {
  const testing::TemporaryFolder folder;
  testing::write_text(folder / "a.bib",
                      "% words\n\n@book{one2000,\n  title = {{A} B},\n}\n\n@misc{two, note = {open");
  const auto entries = bibliography(folder / "a.bib");
  EXPECT_EQ(entries.at("one2000"), "@book{one2000,\n  title = {{A} B},\n}");
  EXPECT_EQ(entries.at("two"), "@misc{two, note = {open");
  EXPECT_TRUE(bibliography(folder / "none.bib").empty());
}

} // namespace escaping_test
} // namespace malha::page
