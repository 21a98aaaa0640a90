// SPDX-License-Identifier: MIT
// What stands between the cells of a CSV file, and around them.
#include "reading.hpp"

#include <nlohmann/json.hpp>

namespace malha::testing {
namespace csv_delimiters_test {

using Names = std::vector<std::string>;

const std::string map = "job:id,submit:submit,run:run,nodes:n,user:user";

class CsvDelimiters : public Reading {
protected:
  Read rows(const std::string& text, const std::string& delimiter = "auto") const {
    return read("a.csv", text, {{"columns", map}, {"delimiter", delimiter}});
  }
  void expect_both(const std::string& text, const std::string& found_in_header) const {
    const auto found = rows(text);
    ASSERT_EQ(found.jobs.size(), 2u) << text;
    EXPECT_EQ(found.jobs[0].id, 1);
    EXPECT_EQ(found.jobs[0].submitted, 10);
    EXPECT_EQ(found.jobs[0].tasks.front().length, 5);
    EXPECT_EQ(found.jobs[0].user, "anna");
    EXPECT_EQ(found.jobs[1].tasks.front().resources, 3) << text;
    Names notes;
    if (!found_in_header.empty())
      notes.push_back("cells between delimiters found in the header: " + found_in_header + ": 2");
    notes.emplace_back("estimate from run time: 2");
    EXPECT_EQ(texts(found.notes), notes) << text;
  }
};

TEST_F(CsvDelimiters, AreFoundInTheHeader) {
  expect_both("id,submit,run,n,user\n1,10,5,2,anna\n2,11,6,3,ben\n", "");
  expect_both("id;submit;run;n;user\n1;10;5;2;anna\n2;11;6;3;ben\n", "semicolon");
  expect_both("id|submit|run|n|user\n1|10|5|2|anna\n2|11|6|3|ben\n", "pipe");
  expect_both("id\tsubmit\trun\tn\tuser\n1\t10\t5\t2\tanna\n2\t11\t6\t3\tben\n", "tab");
  expect_both("id submit run n user\n1 10 5 2 anna\n2 11 6 3 ben\n", "blanks");
  // Other delimiters may be in names, and in cells.
  expect_both("id;submit;run;n;user;a, b | c\n1;10;5;2;anna;x,y\n2;11;6;3;ben;|\n", "semicolon");
  expect_both("id,submit,run,n,user,\"a;b\"\n1,10,5,2,anna,;\n2,11,6,3,ben,\"x,y\"\n", "");
}

// As GWF and sacct write them: cells are padded, a delimiter ends each row, dashes are below the header.
TEST_F(CsvDelimiters, HaveBlanksAroundThem) {
  expect_both("id , submit    , run, n ,user \n1  , 10        ,5   ,\t2\t, anna\n2, 11, 6, 3, ben  \r\n \n",
              "");
  expect_both("id|submit|run|n|user|\n1|10|5|2|anna|\n2|11|6|3|ben|\n", "pipe");
  expect_both("id|submit|run|n|user|\n1|10|5|2|anna\n2|11|6|3|ben|\n", "pipe");
  expect_both(
      "  id   submit  run     n  user  \n---- -------- ---- ----- ----- \n   1       10    5     2  anna\n"
      "   2       11    6     3   ben \n",
      "blanks");
  expect_both("\"id\" \"submit\" \"run\" \"n\" \"user\"\n\"1\" 10 5 2 \"anna\"\n2 11 6 3 \"ben  b\"\n",
              "blanks");
}

TEST_F(CsvDelimiters, MayBeSaid) {
  const std::string text = "id;submit;run;n;user\n1;10;5;2;anna\n";
  EXPECT_EQ(texts(rows(text, "semicolon").notes), (Names{"estimate from run time: 1"}));
  EXPECT_EQ(refusal("a.csv", text, {{"columns", map}, {"delimiter", "comma"}}),
            ":1: has no column 'id', which workload.columns names for 'job'; valid: id;submit;run;n;user");
  EXPECT_EQ(refusal("a.csv", "a;b,c;run;d,run,e\n", {{"columns", "submit:run,run:run,nodes:run"}}),
            ":1: has the columns that workload.columns names under several delimiters; valid: "
            "workload.delimiter=comma, workload.delimiter=semicolon");
}

// A row that is one cell too long is refused, unless the header ends in a delimiter, too.
TEST_F(CsvDelimiters, AtTheEndOfARowNeedAHeaderThatEndsInOne) {
  EXPECT_EQ(
      refusal("a.csv", "submit,run,nodes\n0,1,1,\n", {{"columns", "submit:submit,run:run,nodes:nodes"}}),
      ":2: has 4 fields; valid: 3, as many as the header has" + or_skip);
}

// sacct quotes nothing, so that a quote in a cell is one.
TEST_F(CsvDelimiters, QuotesCountWhereACellBegins) {
  const auto found = rows("id|submit|run|n|user\n1|10|5|2|a\"b\n2|11|6|3|c\"d\"\n3|12|6|3|\"e|\"\"f\"\n");
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].user, "a\"b");
  EXPECT_EQ(found.jobs[1].user, "c\"d\"");
  EXPECT_EQ(found.jobs[2].user, "e|\"f");
}

// Rows as a stream: with ten times as many, a run must not need more memory. A job that is kept takes some
// hundred bytes, so that 180 000 more of them would take more than 36 MB.
TEST_F(CsvDelimiters, RowsAreNotKept) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer keeps memory that was given back";
#endif
  const auto peak_of = [&](int rows) {
    std::string text = "id;submit;run;n;user\n";
    for (int i = 1; i <= rows; ++i)
      text += std::to_string(2 * i) + ";" + std::to_string(i) + ";1;1;user-" + std::to_string(i % 7) + "\n";
    write_text(folder_ / "long.csv", text);
    const auto said =
        run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 --set transport=instant -d "
                  "cluster.fcfs -w long.csv --set workload.columns=" +
                      map + " -o out-" + std::to_string(rows),
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const auto machine =
        nlohmann::json::parse(text_of(folder_ / ("out-" + std::to_string(rows)) / "machine.json"));
    return machine.at("peak_memory_bytes").get<double>();
  };
  const double few = peak_of(20000);
  EXPECT_LT(peak_of(200000), few + 20e6);
}

} // namespace csv_delimiters_test
} // namespace malha::testing
