// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "results/files/history_file.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace history_file_test {

using multicluster::Experience;

class HistoryFile : public ::testing::Test {
protected:
  HistoryFile() : file_(folder_ / "history.csv") {}

  std::vector<Experience> read(const std::string& rows) const {
    write_text(file_, std::string(history_header) + "\n" + rows);
    return read_history(file_);
  }
  /// What is said of a file behind its name.
  std::string refusal(const std::string& text) const {
    write_text(file_, text);
    return thrown<InputError>([&] { read_history(file_); }).substr(file_.string().size());
  }
  std::string refusal_of_row(const std::string& row) const {
    return refusal(std::string(history_header) + "\nann,FCFS,MG-A,4,250.5,2,1.5,10,20.25\n" + row);
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_;
};

TEST_F(HistoryFile, IsReadAsItWasWritten) {
  Experience one;
  one.id = 7;
  one.user = "ann, of \"it\"";
  one.queue = "FCFS";
  one.application = "MG-A";
  one.size = 4;
  one.jiffies_ahead = 250.5;
  one.jobs_ahead = 2;
  one.mean_mpl = 1.5;
  one.waiting_time = 0.1;
  one.execution_time = 1.0 / 3;
  const auto line = csv_line(one);
  EXPECT_EQ(line, "\"ann, of \"\"it\"\"\",FCFS,MG-A,4,250.5,2,1.5,0.1,0.3333333333333333");
  const auto read_again = read(line + "\n" + csv_line(Experience{}) + "\n");
  ASSERT_EQ(read_again.size(), 2U);
  EXPECT_EQ(csv_line(read_again[0]), line);
  EXPECT_EQ(read_again[0].id, Experience::of_another_run);
  EXPECT_EQ(csv_line(read_again[1]), ",,,1,0,0,1,0,0");
}

TEST_F(HistoryFile, MayBeEmpty) { EXPECT_TRUE(read("").empty()); }

TEST_F(HistoryFile, ThatIsNotThereIsRefused) {
  EXPECT_EQ(
      thrown<InputError>([&] { read_history(folder_ / "none.csv"); }).substr(folder_.path().string().size()),
      "/none.csv: cannot be read");
}

TEST_F(HistoryFile, OfOtherColumnsIsRefused) {
  const std::string valid =
      "; valid: 'user,queue,application,size,jiffies_ahead,jobs_ahead,mean_mpl,waiting_time,execution_time'";
  EXPECT_EQ(refusal("user,size\nann,4\n"), ":1: the columns are 'user,size'" + valid);
  EXPECT_EQ(refusal(""), ":1: the columns are ''" + valid);
}

TEST_F(HistoryFile, ThatWasCutIsRefused) {
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,4,250.5,2,1.5,10,2"),
            ":3: the file ends within this line; valid: a newline behind each line");
  EXPECT_EQ(refusal(history_header), ":1: the file ends within this line; valid: a newline behind each line");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A\n"), ":3: has 3 fields where the header has 9");
}

TEST_F(HistoryFile, WithImpossibleValuesIsRefused) {
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,0,0,0,1,0,1\n"),
            ":3: '0' in column 'size' is not an integer from 1 to 1000000000");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,1,-1,0,1,0,1\n"),
            ":3: '-1' in column 'jiffies_ahead' is not a number, at least 0");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,1,0,-1,1,0,1\n"),
            ":3: '-1' in column 'jobs_ahead' is not an integer from 0 to 1000000000");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,1,0,0,0.5,0,1\n"),
            ":3: '0.5' in column 'mean_mpl' is not a number, at least 1");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,1,0,0,1,never,1\n"),
            ":3: 'never' in column 'waiting_time' is not a number");
  EXPECT_EQ(refusal_of_row("ann,FCFS,MG-A,1,0,0,1,0,inf\n"),
            ":3: 'inf' in column 'execution_time' is not a number, at least 0");
}

} // namespace history_file_test
} // namespace malha::testing
