// SPDX-License-Identifier: MIT
// Characters that would be commands to a terminal, or make one name look like another, do not come in.
#include "refusal.hpp"

namespace malha::testing {
namespace xml_border_test {

class XmlBorder : public ::testing::Test {
protected:
  /// What is said of a scenario that is named so, in line 7, and whose question is in line 2.
  std::string said(const std::string& run, const std::string& question = "?") {
    write_text(folder_ / "s.xml", "<scenario>\n<question>" + question +
                                      "</question>\n<platform name=\"star\"/>\n<workload "
                                      "name=\"bag_of_tasks\"/>\n<seeds vary=\"nothing\"/>\n<set "
                                      "key=\"transport\" value=\"instant\"/>\n<run name=\"" +
                                      run + "\" deployment=\"cluster.fcfs\"/>\n</scenario>\n");
    const auto all = run_shell("$MALHA run ./s.xml -o out", folder_.path());
    EXPECT_EQ(all.status, 2) << all.out;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    return all.err;
  }

  TemporaryFolder folder_;
};

TEST_F(XmlBorder, ReferencesThatXmlForbidsAreRefused) {
  for (const std::string code : {"0", "1", "8", "27", "31", "127", "155", "x0", "x1B", "x9b", "xD800",
                                 "xdfff", "x110000", "99999999999999"})
    EXPECT_EQ(said("a&#" + code + ";b"), "malha: ./s.xml:7: malformed XML: '&#" + code +
                                             ";' refers to a character that is forbidden; valid: letters and "
                                             "signs\n");
  for (const std::string code : {";", "x;", "12", "xyz;"})
    EXPECT_EQ(said("a&#" + code), "malha: ./s.xml:7: malformed XML: '&#' does not begin the reference to a "
                                  "character; valid: such as &#233;\n");
}

TEST_F(XmlBorder, CharactersThatCommandOrTurnAreRefused) {
  const std::string valid = "; valid: text in UTF-8 without control characters\n",
                    run = "malha: ./s.xml:7: <run> name has ",
                    text = "malha: ./s.xml:2: the text of <question> has ";
  EXPECT_EQ(said("a\x1b[2J"), run + "the control character U+001B" + valid);
  EXPECT_EQ(said("a\x7f"), run + "the control character U+007F" + valid);
  EXPECT_EQ(said("a\xC2\x9B"), run + "the control character U+009B" + valid);
  EXPECT_EQ(said("a&#10;b"), run + "the control character U+000A" + valid);
  EXPECT_EQ(said("a\xE2\x80\xAE"), run + "U+202E, which turns the direction of text" + valid);
  EXPECT_EQ(said("a&#x2066;"), run + "U+2066, which turns the direction of text" + valid);
  EXPECT_EQ(said("a&#xFFFE;"), run + "U+FFFE, which is no character" + valid);
  for (const std::string bytes : {"\xE9", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x80", "\x80"})
    EXPECT_EQ(said("a" + bytes), run + "a byte that is no UTF-8" + valid);
  EXPECT_EQ(said("a", "Is \x1b]0;owned\x07 this?"), text + "the control character U+001B" + valid);
  EXPECT_EQ(said("a", "<![CDATA[\x1b[2J]]>"), text + "the control character U+001B" + valid);
  EXPECT_EQ(said(std::string("a\0b", 3)),
            "malha: ./s.xml:7: malformed XML: a byte 0, as in UTF-16; valid: text in UTF-8\n");
}

// The text of comments and CDATA refers to nothing; letters of all languages are there to be used.
TEST_F(XmlBorder, OtherTextIsTaken) {
  write_text(
      folder_ / "s.xml",
      "<scenario>\n<!-- &#0; -->\n<question>A\ttab,\nlines, <![CDATA[&#0;]]> &#233;\xC3\xA9 "
      "\xE6\x97\xA5\xF0\x9F\x99\x82</question>\n<platform name=\"star\"/>\n<workload "
      "name=\"bag_of_tasks\"/>\n<seeds vary=\"nothing\"/>\n<set key=\"transport\"\n"
      "value=\"instant\"/>\n<run name=\"&#233;t\xC3\xA9\" deployment=\"cluster.fcfs\"/>\n</scenario>\n");
  const auto all = run_shell("$MALHA run ./s.xml -o out", folder_.path());
  EXPECT_EQ(all.status, 0) << all.err;
}

TEST_F(XmlBorder, HoldsForDeploymentsToo) {
  write_text(folder_ / "d.xml",
             "<platform version=\"4.1\">\n<actor host=\"a&#x9b;\" function=\"x\"/>\n</platform>");
  const auto all = run_shell("$MALHA simulate -p star -w bag_of_tasks -d ./d.xml -o out", folder_.path());
  EXPECT_EQ(all.status, 2);
  EXPECT_EQ(all.err,
            "malha: ./d.xml:2: malformed XML: '&#x9b;' refers to a character that is forbidden; valid: "
            "letters and signs\n");
}

} // namespace xml_border_test
} // namespace malha::testing
