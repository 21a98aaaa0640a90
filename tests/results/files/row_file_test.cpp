// SPDX-License-Identifier: MIT
#include "results/files/result_files.hpp"
#include "results/files/row_file.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace row_file_test {

JobRow row_of_task(TaskId id) {
  JobRow row;
  row.task.id = id;
  row.finish = static_cast<Seconds>(id) / 3;
  return row;
}

// A row has some 70 characters, so that 5000 rows are several blocks of 65536. A block ends in a row, and the
// last one is not full.
TEST(RowFile, HasTheHeaderAndAllRowsInTheirOrder) {
  const TemporaryFolder folder;
  std::string expected = header_of("jobs.csv") + "\n";
  RowFile file({folder.path()}, "jobs.csv");
  for (TaskId id = 0; id < 5000; ++id) {
    const auto row = row_of_task(id);
    expected += csv_line(row) + "\n";
    if (id % 2 == 0)
      file.add(row);
    else
      file.add(csv_line(row));
  }
  file.close();
  ASSERT_GT(expected.size(), 3u * 65536);
  EXPECT_EQ(text_of(folder / "jobs.csv"), expected);
}

// The device takes nothing: the first block is refused, or what is left at the end.
TEST(RowFile, SaysThatTheDiskIsFull) {
  for (const TaskId rows : {0, 5000}) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/full", folder / "jobs.csv");
    RowFile file({folder.path()}, "jobs.csv");
    for (TaskId id = 0; id < rows; ++id)
      file.add(row_of_task(id));
    EXPECT_EQ(thrown<CannotWrite>([&] { file.close(); }),
              (folder / "jobs.csv").string() + ": cannot be written: No space left on device");
  }
}

} // namespace row_file_test
} // namespace malha::testing
