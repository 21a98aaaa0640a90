// SPDX-License-Identifier: MIT
// Rows that are wrong, which setting bad_rows skips, and the message of the first one.
#include "reading.hpp"

namespace malha::testing {
namespace bad_rows_test {

using Names = std::vector<std::string>;
using BadRows = Reading;

const std::string good = "1 0 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n",
                  also_good = "9 90 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n";

TEST_F(BadRows, OfSwfAreSkippedAndCounted) {
  const auto found = read("a.swf",
                          good +
                              "2 10 5 -50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "3 20 5 -70 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "4 20 5 50\n"
                              "five 20 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "1 20 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "6 -1 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "7 1e300 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"
                              "8 30 -20 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n" +
                              also_good,
                          {{"bad_rows", "skip"}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[1].id, 9);
  EXPECT_EQ(texts(found.notes),
            (Names{"skipped: bad row: field 1 (job number): 1", "skipped: bad row: field 2 (submit time): 2",
                   "skipped: bad row: field 3 (wait time): 1", "skipped: bad row: field 4 (run time): 2",
                   "skipped: bad row: job number is there twice: 1",
                   "skipped: bad row: wrong number of fields: 1"}));
}

// What is in order behind a bad line is not looked at where the file is refused, and must be where it is not.
TEST_F(BadRows, DoNotHideThatTheRestIsOutOfOrder) {
  const auto found =
      read("a.swf", "bad\n" + also_good + "2 10 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n" + good,
           {{"bad_rows", "skip"}});
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].id, 1);
  EXPECT_EQ(found.jobs[2].id, 9);
}

TEST_F(BadRows, OfCsvAreSkippedAndCounted) {
  const auto found =
      read("a.csv",
           "id,submit,start,end,nodes\n"
           "1,0,5,55,4\n"
           "2,0,5,3,4\n"
           "3,0,5,55\n"
           "4,0,5,55,many\n"
           "1,0,5,55,4\n"
           ",0,5,55,4\n"
           "6,yesterday,5,55,4\n"
           "7,50,5,55,4\n"
           "8,90,95,100,4\n",
           {{"columns", "job:id,submit:submit,start:start,end:end,nodes:nodes"}, {"bad_rows", "skip"}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[1].id, 8);
  EXPECT_EQ(
      texts(found.notes),
      (Names{"skipped: bad row: column 'end' (end): 1", "skipped: bad row: column 'id' (job): 2",
             "skipped: bad row: column 'nodes' (nodes): 1", "skipped: bad row: column 'start' (start): 1",
             "skipped: bad row: column 'submit' (submit): 1", "skipped: bad row: wrong number of fields: 1",
             "estimate from run time: 2"}));
}

TEST_F(BadRows, ThatAreAllLeaveNothing) {
  EXPECT_EQ(
      refusal("a.swf", "1 2 3\n4 5 6\n", {{"bad_rows", "skip"}}),
      ": holds no job that can run (skipped: bad row: wrong number of fields: 2); valid: at least one job "
      "whose run time and processors are known");
}

TEST_F(BadRows, OfCsvSayWhenAJobStartsTooEarly) {
  EXPECT_EQ(refusal("a.csv", "submit,start,end,nodes\n50,5,55,4\n",
                    {{"columns", "submit:submit,start:start,end:end,nodes:nodes"}}),
            ":2: column 'start' (start) is '5'; valid: a date at or after the submission, 50" + or_skip);
}

// Damage of the file is none of a row: nothing behind it can be read.
TEST_F(BadRows, AreNoDamageOfTheFile) {
  const auto zip = compressed(good + also_good);
  EXPECT_EQ(refusal("a.swf.gz", zip.substr(0, zip.size() / 2), {{"bad_rows", "skip"}}),
            ":1: the compressed data ends early or is damaged; valid: a whole gzip file");
  EXPECT_EQ(refusal("a.csv", "submit,run,nodes\n0,\"1,1\n",
                    {{"bad_rows", "skip"}, {"columns", "submit:submit,run:run,nodes:nodes"}}),
            ":2: a field in quotes has no end; valid: a closing quote");
  EXPECT_EQ(refusal("b.swf", "\xFF\xFE\x31", {{"bad_rows", "skip"}}),
            ":1: is text in UTF-16; valid: text in UTF-8");
}

// Line 2 is wrong, and line 3 is, too: a line that is too long, or the end of damaged gzip.
TEST_F(BadRows, AreNamedBeforeDamageBehindThem) {
  const std::string bad = "2 10 5 50 4\n";
  EXPECT_EQ(refusal("a.swf", good + bad + std::string(3000000, '1')),
            ":2: has 5 fields; valid: 18" + or_skip);
}

// The program asks an actor for its jobs more than once.
TEST_F(BadRows, TheFirstOfThemIsTheOneThatIsSaid) {
  const auto said = [&](const std::string& text) {
    write_text(folder_ / "x.swf", text);
    const auto answer = run_shell("\"$MALHA\" simulate -p star -d cluster.fcfs -w x.swf --set "
                                  "transport=instant -o out",
                                  folder_.path());
    EXPECT_EQ(answer.status, 2);
    return answer.err;
  };
  EXPECT_EQ(said("1 0 5 -50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n"),
            "malha: x.swf:1: field 4 (run time) is -50; valid: -1 (unknown), or at least 0" + or_skip + "\n");
  const std::string short_line = "1 0 5 50 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1\n";
  EXPECT_EQ(said(short_line + short_line), "malha: x.swf:1: has 17 fields; valid: 18" + or_skip + "\n");
  EXPECT_EQ(said("1;0;5;50\n2;0;5;50\n"),
            "malha: x.swf:1: field 1 (job number) is '1;0;5;50'; valid: a number" + or_skip + "\n");
}

TEST_F(BadRows, AHeaderWithoutEndIsRefused) {
  const std::string comment = "; " + std::string(1021, 'x') + "\n"; // 1023 characters without its end
  std::string text;
  for (int i = 0; i < 1026; ++i)
    text += comment;
  EXPECT_EQ(refusal("a.swf.gz", compressed(text + good)),
            ":1026: ends a header of more than 1048576 characters; valid: a shorter header");
  EXPECT_EQ(read("b.swf", text.substr(0, 1025 * comment.size()) + good + text).jobs.size(), 1u);
}

} // namespace bad_rows_test
} // namespace malha::testing
