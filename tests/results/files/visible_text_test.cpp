// SPDX-License-Identifier: MIT
// Texts of others, as they reach terminals, files and shells.
#include "results/files/visible_text.hpp"

#include "results/export/trace_events.hpp"
#include "results/files/shell_words.hpp"
#include "results/files/table.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace visible_text_test {

// ESC and BEL are of C0, C2 9B is U+009B of C1, which some terminals take for ESC [. FF is no UTF-8.
TEST(VisibleText, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(visible("\x1b]0;title\a"), "\\x1b]0;title\\x07");
  EXPECT_EQ(visible("a\rb\bc\x7f"), "a\\x0db\\x08c\\x7f");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible("\xC2\x9B"
                    "31m"),
            "\\u009b31m");
  EXPECT_EQ(visible("\xFF\xC2"), "\\xff\\xc2");
}

// U+202E and U+2066 to U+2069 turn a text round, U+2028 ends a line, U+061C and U+200F are marks of a
// direction.
TEST(VisibleText, ShowsWhatTurnsLines) {
  EXPECT_EQ(visible("\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\xA8\xD8\x9C\xE2\x80\x8F"),
            "\\u202e\\u2066\\u2069\\u2028\\u061c\\u200f");
}

TEST(VisibleText, LeavesWhatIsShown) {
  const std::string text = "José, 東京 €\t😀\n";
  EXPECT_EQ(visible(text), text);
  EXPECT_EQ(visible_line("a\nb\tc"), "a\\x0ab\\x09c");
}

// In JSON a backslash and four digits are the character.
TEST(VisibleText, KeepsTheValueOfJson) {
  EXPECT_EQ(visible_json("{\"a\": \"\xC2\x9B\x7F é\"}"), "{\"a\": \"\\u009b\\u007f é\"}");
}

class VisibleStream : public ::testing::Test {
protected:
  std::ostringstream out_;
};

// The bytes of € come one by one, and in two pieces.
TEST_F(VisibleStream, WaitsForTheRestOfACharacter) {
  {
    const VisibleOutput visible_output(out_);
    out_ << "\xE2" << std::flush << '\x82' << '\xAC' << "|\xE2\x82"
         << "\xAC|\xE2\x82"
         << "x\x1b\xE2";
  }
  EXPECT_EQ(out_.str(), "€|€|\\xe2\\x82x\\x1b\\xe2");
  out_ << '\x1b';
  EXPECT_EQ(out_.str().back(), '\x1b'); // the stream is as it was
}

TEST_F(VisibleStream, PassesWhatTheProgramItselfHasToSay) {
  const VisibleOutput visible_output(out_);
  out_ << "a";
  VisibleOutput::control(out_, "\r\033[K");
  EXPECT_EQ(out_.str(), "a\r\033[K");
}

TEST(VisibleTable, HasOneLineForEachRow) {
  Table table({"name", "value"}, {false, true});
  table.add({"a\nmalha: all is well", "1"});
  std::ostringstream out;
  table.print(out);
  EXPECT_NE(out.str().find("a\\x0amalha: all is well"), std::string::npos) << out.str();
}

TEST(VisibleTrace, ShowsNames) { EXPECT_EQ(json_text("\x1b\xFFé"), "\"\\\\x1b\\\\xffé\""); }

// What is printed has no such character, and is the word again in a shell.
TEST(VisibleWord, IsItselfInAShell) {
  const TemporaryFolder folder;
  for (const std::string word :
       {"a\x1b[2J'%d\\n$(touch here)`ls`", "\x9B\n\n", "two\nlines", "it's", "\xE2\x80\xAE"}) {
    EXPECT_EQ(visible(shell_word(word)), shell_word(word));
    write_text(folder / "script", "printf %s " + shell_word(word));
    EXPECT_EQ(run_shell("sh script", folder.path()).out, word) << shell_word(word);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "here"));
}

} // namespace visible_text_test
} // namespace malha::testing
