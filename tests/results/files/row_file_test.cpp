// SPDX-License-Identifier: MIT
#include "results/files/result_files.hpp"
#include "results/files/row_file.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <sstream>

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

// 20 000 rows are several batches of 2048, and of their 1.5 MB the blocks that are compressed at once.
TEST(JobRows, AreInTheFileInTheirOrder) {
  const TemporaryFolder folder;
  std::string expected = header_of("jobs.csv") + "\n";
  RowFile plain({folder.path()}, "jobs.csv"), packed({folder.path(), true}, "jobs.csv");
  JobRows to_plain(plain), to_packed(packed);
  for (TaskId id = 0; id < 20000; ++id) {
    expected += csv_line(row_of_task(id)) + "\n";
    to_plain.add(row_of_task(id));
    to_packed.add(row_of_task(id));
  }
  for (auto* rows : {&to_plain, &to_packed})
    rows->flush();
  for (auto* file : {&plain, &packed})
    file->close();
  ASSERT_GT(expected.size(), 1u << 20);
  EXPECT_EQ(text_of(folder / "jobs.csv"), expected);
  std::ifstream in(folder / "jobs.csv.gz", std::ios::binary);
  std::ostringstream text;
  text << decompressed(in)->rdbuf();
  EXPECT_TRUE(text.str() == expected);
}

// A run that ends early leaves them. Sanitizers find it if they are used behind their end.
TEST(JobRows, MayBeLeftBeforeTheyAreWritten) {
  const TemporaryFolder folder;
  RowFile file({folder.path(), true}, "jobs.csv");
  JobRows rows(file);
  for (TaskId id = 0; id < 10000; ++id)
    rows.add(row_of_task(id));
  EXPECT_TRUE(std::filesystem::exists(folder / "jobs.csv.gz"));
}

// The device takes nothing: the first block is refused, or what is left at the end.
TEST(RowFile, SaysThatTheDiskIsFull) {
  for (const bool compresses : {false, true})
    for (const TaskId rows : {0, 20000}) {
      const TemporaryFolder folder;
      const auto name = compresses ? "jobs.csv.gz" : "jobs.csv";
      std::filesystem::create_symlink("/dev/full", folder / name);
      RowFile file({folder.path(), compresses}, "jobs.csv");
      JobRows jobs(file);
      for (TaskId id = 0; id < rows; ++id)
        jobs.add(row_of_task(id));
      jobs.flush();
      EXPECT_EQ(thrown<CannotWrite>([&] { file.close(); }),
                (folder / name).string() + ": cannot be written: No space left on device");
    }
}

} // namespace row_file_test
} // namespace malha::testing
