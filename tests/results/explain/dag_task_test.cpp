// SPDX-License-Identifier: MIT
// What the files of a run say of a task of a workflow, in words. Task 0 runs on n0 from 0 to 10; 1 on n0 from
// 10 to 30 and 2 on n1 from 12.5 to 42.5, which wait for it; 3 on n0 from 45 to 55, which waits for both.
#include "results/explain/dag_task.hpp"
#include "results/files/records.hpp"
#include "results/files/result_files.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::testing {
namespace dag_task_test {

class DagTaskInWords : public ::testing::Test {
protected:
  void SetUp() override {
    std::string hosts = header_of("resources.csv") + "\n";
    for (int i = 0; i < 2; ++i)
      hosts += csv_line(ResourceRow{i, "n" + std::to_string(i), 1, 1, "", "", 1}) + "\n";
    write_text(folder_ / "resources.csv", hosts);
    write_text(folder_ / "jobs.csv", header_of("jobs.csv") + "\n" + job(0, 0, 10, 0) + job(1, 10, 30, 0) +
                                         job(2, 12.5, 42.5, 1) + job(3, 45, 55, 0));
    write_text(folder_ / "dag_tasks.csv", header_of("dag_tasks.csv") +
                                              "\n0,0,split,,0,2\n1,0,left,0,2,2\n2,0,right,0,2,2\n"
                                              "3,0,,1-2,4,0\n");
  }
  static std::string job(TaskId id, Seconds start, Seconds end, int resource) {
    JobRow row;
    row.task.id = id;
    row.start = start;
    row.finish = end;
    row.resources = IndexSet(resource, 1);
    return csv_line(row) + "\n";
  }
  void file(const std::string& name, const std::string& lines) {
    write_text(folder_ / name, header_of(name) + "\n" + lines);
  }
  /// In one line.
  std::string said(std::int64_t task) {
    std::string text;
    for (const char letter : explanation_in_dag(folder_.path(), task))
      if (const char one = letter == '\n' ? ' ' : letter; one != ' ' || (!text.empty() && text.back() != ' '))
        text += one;
    return text.empty() ? "" : text.substr(0, text.size() - 1);
  }

  TemporaryFolder folder_;
};

TEST_F(DagTaskInWords, ParentsThenDataThenResource) {
  file("dag_starts.csv", "0,0,0,,0\n1,0,10,,0\n2,1,10,12.5,2\n3,0,42.5,45,2\n");
  EXPECT_EQ(said(3), "task 3: submitted at 0 s, started at 45 s on n0, ended at 55 s; it is on the critical "
                     "path parents: task 2 (right) ended last, at 42.5 s on n1; task 1 (left) at 30 s on n0 "
                     "data: 2 B came from other hosts; all were there at 45 s resource: it held its resource "
                     "from 42.5 s on; task 1 ran there before, until 30 s");
}

// 1 is not on the path 0, 2, 3.
TEST_F(DagTaskInWords, WithoutDataFromElsewhere) {
  file("dag_starts.csv", "1,0,10,,0\n");
  EXPECT_EQ(said(1),
            "task 1 (left): submitted at 0 s, started at 10 s on n0, ended at 30 s parents: task 0 "
            "(split) ended last, at 10 s on n0 data: nothing came from other hosts resource: it held "
            "its resource from 10 s on; task 0 ran there before, until 10 s");
}

TEST_F(DagTaskInWords, WhereItIsNotKnownWhenDataCame) {
  EXPECT_EQ(said(0), "task 0 (split): submitted at 0 s, started at 0 s on n0, ended at 10 s; it is on the "
                     "critical path parents: none data: the files of the run do not say when they came "
                     "resource: nothing ran there before");
}

TEST_F(DagTaskInWords, WithItsMoves) {
  file("dag_starts.csv", "2,1,,12,\n");
  file("dag_moves.csv", "5,m on n0,pending,1,2,n0,n1,asked\n6,m on n0,pending,1,2,n0,n1,moved\n"
                        "7,m on n0,site,,3,n0,,given\n");
  EXPECT_EQ(said(2),
            "task 2 (right): submitted at 0 s, started at 12.5 s on n1, ended at 42.5 s; it is on the "
            "critical path parents: task 0 (split) ended last, at 10 s on n0 data: all were at its "
            "host at 12 s resource: nothing ran there before moves: at 5 s it was asked for, to go "
            "from n0 to n1 (pending tasks of m on n0, event 1) moves: at 6 s it went from n0 to n1 "
            "(pending tasks of m on n0, event 1)");
}

TEST_F(DagTaskInWords, OnlyOfTasksOfWorkflows) {
  EXPECT_EQ(said(7), "");
  std::filesystem::remove(folder_ / "dag_tasks.csv");
  EXPECT_EQ(said(3), "");
}

} // namespace dag_task_test
} // namespace malha::testing
