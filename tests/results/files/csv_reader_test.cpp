// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace malha::testing {
namespace csv_reader_test {

using Texts = std::vector<std::string>;

class Csv : public ::testing::Test {
protected:
  Csv() : file_(folder_ / "a.csv") {}

  /// Columns a and b of all rows.
  Texts rows(const std::string& text) const {
    write_text(file_, text);
    Texts all;
    for (CsvReader rows(file_); rows.next();)
      all.insert(all.end(), {rows.text("a"), rows.text("b")});
    return all;
  }
  std::string refusal(const std::string& text) const {
    return thrown<InputError>([&] { rows(text); }).substr(file_.string().size());
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_;
};

TEST_F(Csv, LinesMayEndAsTheyLike) {
  const Texts two{"1", "2", "3", "4"};
  EXPECT_EQ(rows("a,b\n1,2\n3,4\n"), two);
  EXPECT_EQ(rows("a,b\r\n1,2\r\n3,4\r\n"), two);
  EXPECT_EQ(rows("a,b\n1,2\n3,4"), two);
  // A carriage return that a field ends in is quoted.
  EXPECT_EQ(rows("a,b\n1,\"2\r\"\n"), (Texts{"1", "2\r"}));
}

TEST_F(Csv, AByteOrderMarkIsPassedOver) {
  EXPECT_EQ(rows("\xEF\xBB\xBF"
                 "a,b\n1,2\n"),
            (Texts{"1", "2"}));
}

TEST_F(Csv, QuotedFieldsHoldCommasAndDoubledQuotes) {
  EXPECT_EQ(rows("a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"\",\n\"\"\"\",2\n"),
            (Texts{"1,5", "say \"x\"", "", "", "\"", "2"}));
}

// The row behind one of three lines is in line 5.
TEST_F(Csv, QuotedFieldsHoldNewlines) {
  EXPECT_EQ(rows("a,b\n\"x\n\ny\",2\n3,4\n"), (Texts{"x\n\ny", "2", "3", "4"}));
  EXPECT_EQ(refusal("a,b\n\"x\n\ny\",2\n3\n"), ":5: has 1 fields where the header has 2");
  EXPECT_EQ(refusal("a,b\n1,\"2\n3,4\n"), ":2: has a quotation mark that is never closed");
}

TEST_F(Csv, ReadsEveryTextBack) {
  for (const std::string text : {"=1+1", "'=1+1", "''@x", "-p", "-1", "'tis", "a\nb", "\"", ",", "é", "'"})
    EXPECT_EQ(rows("a,b\n" + csv_field(text) + ",1\n"), (Texts{text, "1"}));
}

TEST_F(Csv, NamesOfColumnsAreInTheirOrderAndMayBeQuoted) {
  write_text(file_, "b,\"user.doe, jane\",a\n");
  EXPECT_EQ(CsvReader(file_).names(), (Texts{"b", "user.doe, jane", "a"}));
}

TEST_F(Csv, AColumnThatIsThereTwiceIsRefused) {
  EXPECT_EQ(refusal("a,b,a\n1,2,3\n"), ":1: has column 'a' twice; valid: each column once");
  EXPECT_EQ(refusal("a,b,,\n1,2,3,4\n"), ":1: has column '' twice; valid: each column once");
}

TEST_F(Csv, RowsHaveAsManyFieldsAsTheHeader) {
  EXPECT_EQ(refusal("a,b\n1\n"), ":2: has 1 fields where the header has 2");
  EXPECT_EQ(refusal("a,b\n1,2\n1,2,3\n"), ":3: has 3 fields where the header has 2");
}

TEST_F(Csv, IntegersHaveTheirRange) {
  write_text(file_, "a,b\n4294967297,1\n");
  CsvReader row(file_);
  ASSERT_TRUE(row.next());
  EXPECT_EQ(row.integer("b", 1, 1), 1);
  EXPECT_EQ(thrown<InputError>([&] { row.integer("a", 1, 2147483647); }),
            file_.string() + ":2: '4294967297' in column 'a' is not an integer from 1 to 2147483647");
}

// A pipe to which nobody writes, and a device that never ends.
TEST_F(Csv, WhatNeverEndsIsRefused) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.csv").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", folder_ / "zero.csv");
  for (const std::string name : {"pipe.csv", "zero.csv"})
    EXPECT_EQ(thrown<InputError>([&] { CsvReader rows(folder_ / name); }),
              (folder_ / name).string() +
                  ": is a pipe or a device, which may never end; valid: a regular file");
  EXPECT_EQ(thrown<InputError>([&] { CsvReader rows(folder_ / "none.csv"); }),
            (folder_ / "none.csv").string() + ": cannot be read");
  EXPECT_EQ(thrown<InputError>([&] { CsvReader rows(folder_.path()); }),
            folder_.path().string() + ": cannot be read");
}

TEST_F(Csv, IsWatchedUntilTheWatchEnds) {
  int told = 0;
  const std::string many = "a,b\n" + [] {
    std::string text;
    for (int row = 0; row < 20000; ++row)
      text += "1,2\n";
    return text;
  }();
  EXPECT_THROW(
      {
        const CsvReader::Watch watch("a.csv", [&](double) { ++told; });
        rows(many + "1\n");
      },
      InputError);
  EXPECT_GT(told, 0);
  const int before = told;
  rows(many);
  EXPECT_EQ(told, before);
}

} // namespace csv_reader_test
} // namespace malha::testing
