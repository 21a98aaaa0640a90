// SPDX-License-Identifier: MIT
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace records_test {

JobRow row_of_task(TaskId id, Seconds submitted, Seconds start, Seconds finish) {
  JobRow row;
  row.task.id = id;
  row.task.submitted = submitted;
  row.start = start;
  row.finish = finish;
  return row;
}

TEST(CsvField, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain text; 1/2"), "plain text; 1/2");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"so\""), "\"say \"\"so\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(CsvField, ShowsWhatTerminalsObey) {
  EXPECT_EQ(csv_field("no end\r"), "no end\\x0d");
  EXPECT_EQ(csv_field("\x1b[2J,"), "\"\\x1b[2J,\"");
  EXPECT_EQ(csv_field("\xE2\x80\xAEtxt.exe"), "\\u202etxt.exe");
  EXPECT_EQ(csv_field("José €"), "José €");
}

// Spreadsheets compute what begins so; a number is no formula.
TEST(CsvField, IsNoFormula) {
  EXPECT_EQ(csv_field("=HYPERLINK(1)"), "'=HYPERLINK(1)");
  EXPECT_EQ(csv_field("@a"), "'@a");
  EXPECT_EQ(csv_field("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(csv_field("-p star, wide"), "\"'-p star, wide\"");
  EXPECT_EQ(csv_field("'=1+1"), "''=1+1"); // so that it reads back as it was
  EXPECT_EQ(csv_field("-1"), "-1");
  EXPECT_EQ(csv_field("-"), "-");
  EXPECT_EQ(csv_field("'tis"), "'tis");
}

// Each value stands under its name. execution = 7.5 - 2.5 = 5; waiting = 2.5 - 0.5 = 2; turnaround = 7.5 -
// 0.5 = 7; stretch = 7 / 5 = 1.4.
TEST(JobRow, IsOneLineInTheOrderOfTheHeader) {
  JobRow row = row_of_task(12, 0.5, 2.5, 7.5);
  row.task.job = 3;
  row.task.work = 5e9;
  row.task.resources = 3;
  row.workload = "load, mixed";
  row.profile = "rigid";
  row.user = "ana";
  row.site = "cluster";
  row.walltime = 60;
  row.resources = IndexSet::parse("0-1 4");
  EXPECT_EQ(
      header_of("jobs.csv"),
      "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,"
      "final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,"
      "allocated_resources,consumed_energy,metadata,job,user,queue,site,preemptions,restarts,wasted_time,"
      "work");
  EXPECT_EQ(csv_line(row),
            "12,\"load, mixed\",rigid,0.5,3,60,1,COMPLETED_SUCCESSFULLY,2.5,5,7.5,2,7,1.4,0-1 4,-1,,"
            "3,ana,,cluster,0,0,0,5e+09");
}

// No walltime is -1, as in Batsim. A task of no execution time has a stretch of 1 instead of 2 / 0.
TEST(JobRow, HasAStretchOfOneWhenItTookNoTime) {
  EXPECT_EQ(csv_line(row_of_task(0, 1, 3, 3)),
            "0,,,1,1,-1,1,COMPLETED_SUCCESSFULLY,3,0,3,2,2,1,,-1,,0,,,,0,0,0,0");
}

// 0.1 + 0.2 is not 0.3: the shortest text that reads back as the very sum has 17 digits.
TEST(JobRow, WritesDatesThatReadBackExactly) {
  const std::string line = csv_line(row_of_task(0, 0, 0.1 + 0.2, 1));
  EXPECT_NE(line.find(",0.30000000000000004,"), std::string::npos) << line;
}

// Whole seconds take a way of their own to their text, which must be that of std::to_chars. Powers of ten
// have an exponent from 1e+05 on (5 characters for the 6 of 100000), other numbers with zeros at their end
// later (1200000, but 1.2e+07). Beyond 2^53 = 9007199254740992 not all integers are doubles.
TEST(SpeedRow, WritesNumbersAsToCharsDoes) {
  std::vector<double> numbers{0, -0.0, -1, 0.5, 1e22, 9007199254740991, 9007199254740992, 9007199254740994};
  for (double power = 1; power < 1e17; power *= 10)
    for (const double digits : {1.0, 3.0, 12.0, 107.0, 99999.0, 123456.0})
      numbers.insert(numbers.end(),
                     {digits * power, digits * power + 1, digits * power - 1, -digits * power});
  for (const double number : numbers)
    EXPECT_EQ(csv_line(SpeedRow{7, number, 1, std::nullopt}), "7," + shortest(number) + ",1,");
  EXPECT_EQ(csv_line(SpeedRow{7, 1e5, 1200000, 1.2e7}), "7,1e+05,1200000,1.2e+07");
}

TEST(ResourceRow, IsOneLineInTheOrderOfTheHeader) {
  EXPECT_EQ(header_of("resources.csv"), "index,host,speed,cores,site,owner,slots");
  EXPECT_EQ(csv_line(ResourceRow{4, "host-4", 5e8, 2, "site", "ana", 3}), "4,host-4,5e+08,2,site,ana,3");
}

TEST(MessageRow, IsOneLineInTheOrderOfTheHeader) {
  EXPECT_EQ(header_of("messages.csv"), "kind,layer,number,bytes");
  EXPECT_EQ(csv_line(MessageRow{"heartbeat", "a>b", 12, 204}), "heartbeat,a>b,12,204");
}

class CsvFile : public ::testing::Test {
protected:
  /// What reading a file of this content throws; `use` is called on every row.
  template <class Use>
  std::string error(const std::string& content, Use&& use) {
    const auto file = written(content);
    const std::string message = thrown<InputError>([&] {
      CsvReader reader(file);
      while (reader.next())
        use(reader);
    });
    const std::string start = file.string();
    return message.rfind(start, 0) == 0 ? message.substr(start.size()) : message;
  }

  std::filesystem::path written(const std::string& content) {
    write_text(folder_ / "rows.csv", content);
    return folder_ / "rows.csv";
  }

  TemporaryFolder folder_;
};

TEST_F(CsvFile, IsReadByNamesOfColumns) {
  CsvReader reader(written("name,real,integer\n\"a,b\",1.5,-2\n,1e9,7\n"));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.text("name"), "a,b");
  EXPECT_EQ(reader.real("real"), 1.5);
  EXPECT_EQ(reader.integer("integer"), -2);
  EXPECT_TRUE(reader.has("real"));
  EXPECT_FALSE(reader.has("speed"));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.text("name"), "");
  EXPECT_EQ(reader.real("real"), 1e9);
  EXPECT_EQ(reader.place(), (folder_ / "rows.csv").string() + ":3");
  EXPECT_FALSE(reader.next());
}

TEST_F(CsvFile, SaysWhichLineHasTooFewOrTooManyFields) {
  const auto ignore = [](const CsvReader&) {};
  EXPECT_EQ(error("a,b\n1,2\n3\n", ignore), ":3: has 1 fields where the header has 2");
  EXPECT_EQ(error("a,b\n1,2,3\n", ignore), ":2: has 3 fields where the header has 2");
}

TEST_F(CsvFile, SaysWhatIsNoNumberAndWhere) {
  EXPECT_EQ(error("a,b\n1,2\n3,4x\n", [](auto& reader) { reader.real("b"); }),
            ":3: '4x' in column 'b' is not a number");
  EXPECT_EQ(error("a,b\n1.5,2\n", [](auto& reader) { reader.integer("a"); }),
            ":2: '1.5' in column 'a' is not an integer");
  EXPECT_EQ(error("a,b\n,2\n", [](auto& reader) { reader.real("a"); }),
            ":2: '' in column 'a' is not a number");
}

TEST_F(CsvFile, SaysWhichColumnIsMissing) {
  EXPECT_EQ(error("a,b\n1,2\n", [](auto& reader) { reader.text("c"); }), ":1: has no column 'c'");
}

TEST_F(CsvFile, MustBeThere) {
  const auto file = folder_ / "nowhere.csv";
  EXPECT_EQ(thrown<InputError>([&] { CsvReader reader(file); }), file.string() + ": cannot be read");
}

} // namespace records_test
} // namespace malha::testing
