// SPDX-License-Identifier: MIT
// Workflows in WfFormat: what is read of each version, what is noted, and what is refused.
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/workflow.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace wf_format_test {

using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<int, int>>;

/// Task a makes file f, which b and c read; b also reads file g, which is there before. c only waits for b.
const std::string newest = R"({"name": "w", "schemaVersion": "1.5", "workflow": {
 "specification": {
  "tasks": [
   {"name": "split", "id": "a", "parents": [], "children": ["b", "c"], "inputFiles": [], "outputFiles": ["f"]},
   {"name": "work", "id": "b", "parents": ["a"], "children": ["c"], "inputFiles": ["f", "g"], "outputFiles": []},
   {"name": "work", "id": "c", "parents": ["a", "b"], "children": [], "inputFiles": ["f"]}],
  "files": [{"id": "f", "sizeInBytes": 100}, {"id": "g", "sizeInBytes": 7}]},
 "execution": {"makespanInSeconds": 6, "executedAt": "now", "tasks": [
   {"id": "a", "runtimeInSeconds": 1}, {"id": "b", "runtimeInSeconds": 2.5, "coreCount": 2},
   {"id": "c", "runtimeInSeconds": 3}]}}})";

/// The same in the flat version.
const std::string flat =
    R"({"name": "w", "schemaVersion": "1.4", "workflow": {"makespanInSeconds": 6, "tasks": [
 {"name": "split", "id": "a", "parents": [], "runtimeInSeconds": 1, "files": [
  {"name": "f", "sizeInBytes": 100, "link": "output"}]},
 {"name": "work", "id": "b", "parents": ["split"], "runtimeInSeconds": 2.5, "cores": 2, "files": [
  {"name": "f", "sizeInBytes": 100, "link": "input"}, {"name": "g", "sizeInBytes": 7, "link": "input"}]},
 {"name": "work2", "id": "c", "parents": ["a", "b"], "runtimeInSeconds": 3, "files": [
  {"name": "f", "sizeInBytes": 100, "link": "input"}]}]}})";

class WfFormat : public ::testing::Test {
protected:
  Workflow read(const std::string& text, const WorkflowOptions& options = {}) const {
    write_text(folder_ / "w.json", text);
    return read_workflow(folder_ / "w.json", options);
  }
  /// What is said of the newest version with a part of its text replaced, behind the name of the file.
  std::string refused(const std::string& old_part, const std::string& new_part,
                      std::string text = newest) const {
    EXPECT_NE(text.find(old_part), std::string::npos) << old_part;
    text.replace(text.find(old_part), old_part.size(), new_part);
    try {
      read(text);
    } catch (const InputError& error) {
      return std::string(error.what()).substr((folder_ / "w.json").string().size());
    }
    return "is read";
  }

  TemporaryFolder folder_;
};

void expect_example(const Workflow& workflow) {
  ASSERT_EQ(workflow.tasks.size(), 3u);
  EXPECT_EQ(workflow.tasks[1].id, "b");
  EXPECT_EQ(workflow.tasks[1].length, 2.5);
  EXPECT_EQ(workflow.tasks[1].cores, 2);
  EXPECT_EQ(workflow.precedences, (Pairs{{0, 1}, {0, 2}, {1, 2}}));
  ASSERT_EQ(workflow.files.size(), 2u);
  EXPECT_EQ(workflow.files[0].producers, std::vector<int>{0});
  EXPECT_EQ(workflow.files[0].consumers, (std::vector<int>{1, 2}));
  EXPECT_EQ(workflow.files[1].size, 7);
  EXPECT_TRUE(workflow.files[1].producers.empty());
  EXPECT_EQ(workflow.notes, Names{});
  const auto graph = graph_of(workflow, "w");
  EXPECT_EQ(graph.edges(), 3u);
  EXPECT_EQ(graph.parents(2).begin()[0].data, 100); // by the file
  EXPECT_EQ(graph.parents(2).begin()[1].data, 0);   // only waits
}

TEST_F(WfFormat, IsReadInItsVersions) {
  expect_example(read(newest));
  auto text = newest;
  expect_example(read(text.replace(text.find("\"1.5\""), 5, "\"1.6\"")));
  expect_example(read(flat));
}

TEST_F(WfFormat, MayLackRunTimesIfOneIsGivenForAll) {
  auto text = newest;
  text.replace(text.find(R"("id": "c", "runtimeInSeconds": 3)"), 32, R"("id": "c")");
  WorkflowOptions options;
  options.run_time = 9;
  EXPECT_EQ(read(text, options).tasks[2].length, 9);
}

// b makes f, too: who reads f waits for both.
TEST_F(WfFormat, MayHaveFilesOfSeveralTasksIfItIsAsked) {
  auto text = newest;
  text.replace(text.find(R"("inputFiles": ["f", "g"], "outputFiles": [])"), 43, R"("outputFiles": ["f"])");
  WorkflowOptions options;
  options.joins_producers = true;
  const auto workflow = read(text, options);
  EXPECT_EQ(workflow.files[0].producers, (std::vector<int>{0, 1}));
  EXPECT_EQ(graph_of(workflow, "w").parents(2).begin()[1].data, 100);
}

// c does not say that a is its parent, nor does a; f says so.
TEST_F(WfFormat, NotesWhatIsOddAndChangesNothing) {
  auto text = newest;
  text.replace(text.find(R"(["b", "c"])"), 10, R"(["b"])");
  text.replace(text.find(R"(["a", "b"])"), 10, R"(["b", "b"])");
  text.replace(text.find("\"runtimeInSeconds\": 1"), 21, "\"runtimeInSeconds\": 0");
  text.replace(text.find("\"coreCount\": 2"), 14, "\"coreCount\": 1.5");
  EXPECT_EQ(read(text).notes, (Names{"tasks that take no time: 1", "precedences that are there twice: 1",
                                     "precedences that follow from files, and not from parents: 1",
                                     "tasks on parts of cores, which are rounded up: 1"}));
  EXPECT_EQ(graph_of(read(text), "w").edges(), 3u);
  auto other = flat;
  other.replace(other.rfind("\"sizeInBytes\": 100"), 18, "\"sizeInBytes\": 5");
  EXPECT_EQ(read(other).notes, Names{"files whose size is given again, and differs: the first counts: 1"});
  EXPECT_EQ(read(other).files[0].size, 100);
}

// No task makes or reads h. d is a part of its own, and takes no time.
TEST_F(WfFormat, NotesFilesOfNobodyAndParts) {
  auto text = newest;
  text.replace(text.find("{\"id\": \"g\""), 10, R"({"id": "h", "sizeInBytes": 1}, {"id": "g")");
  text.replace(text.find(R"("inputFiles": ["f"]}])"), 21,
               R"("inputFiles": ["f"]}, {"name": "d", "id": "d"}])");
  WorkflowOptions options;
  options.run_time = 0;
  EXPECT_EQ(read(text, options).notes,
            (Names{"tasks that take no time: 1", "files that no task makes or reads: 1",
                   "parts that no precedence connects: 2"}));
}

/// The newest version with metrics: of 3 tasks, 2 files of 107 B, 3 levels of one task, 6.5 s, and 10 B that
/// b read.
std::string with_metrics(std::string text, const std::string& specification, const std::string& execution) {
  text.replace(text.find("\"1.5\""), 5, "\"1.6\"");
  text.replace(text.find("\"files\""), 7, "\"metrics\": " + specification + ", \"files\"");
  text.replace(text.find("\"coreCount\""), 11, R"("readBytes": 10, "coreCount")");
  return text.replace(text.find("\"makespanInSeconds\""), 19,
                      "\"metrics\": " + execution + ", \"makespanInSeconds\"");
}

TEST_F(WfFormat, NotesMetricsThatAreWrong) {
  EXPECT_EQ(
      read(with_metrics(newest, R"({"numberOfTasks": 3, "numberOfFiles": 2, "sumOfFileSizesInBytes": 107,
    "numberOfLevels": 3, "minimumWidth": 1, "maximumWidth": 1})",
                        R"({"sumTaskRuntimesInSeconds": 6.500001, "totalNumBytesRead": 10,
    "totalNumBytesWritten": 5})"))
          .notes,
      Names{});
  EXPECT_EQ(
      read(with_metrics(newest, R"({"numberOfTasks": 4, "numberOfFiles": "2", "sumOfFileSizesInBytes": 100,
    "numberOfLevels": 2, "minimumWidth": 0, "maximumWidth": 2})",
                        R"({"sumTaskRuntimesInSeconds": 6.51, "totalNumBytesRead": 11})"))
          .notes,
      (Names{"specification: metrics: numberOfTasks is 4, and is 3 by the tasks and files",
             "specification: metrics: numberOfFiles is \"2\", and is 2 by the tasks and files",
             "specification: metrics: sumOfFileSizesInBytes is 100, and is 107 by the tasks and files",
             "specification: metrics: numberOfLevels is 2, and is 3 by the tasks and files",
             "specification: metrics: minimumWidth is 0, and is 1 by the tasks and files",
             "specification: metrics: maximumWidth is 2, and is 1 by the tasks and files",
             "execution: metrics: sumTaskRuntimesInSeconds is 6.51, and is 6.5 by the tasks and files",
             "execution: metrics: totalNumBytesRead is 11, and is 10 by the tasks and files"}));
  EXPECT_EQ(read(with_metrics(newest, "3", "[]")).notes, Names{});
}

TEST_F(WfFormat, IsRefusedWithThePlace) {
  EXPECT_EQ(refused("\"1.5\"", "\"1.3\""),
            ": 'schemaVersion' is \"1.3\"; valid: 1.4, 1.5, 1.6; the migration script of "
            "WfCommons rewrites older files");
  EXPECT_EQ(refused("\"schemaVersion\": \"1.5\", ", ""),
            " has no 'schemaVersion'; valid: 1.4, 1.5, 1.6; the migration script of WfCommons rewrites older "
            "files");
  EXPECT_EQ(refused("\"id\": \"b\", \"parents\"", "\"id\": \"a\", \"parents\""),
            ": two tasks have the id 'a'; valid: ids that differ");
  EXPECT_EQ(refused("\"parents\": [\"a\"]", "\"parents\": [\"x\"]"),
            ": task 'b': 'parents' has \"x\"; valid: the id of a task");
  EXPECT_EQ(refused("\"parents\": [\"a\"]", "\"parents\": []"),
            ": task 'a' has the child 'b', of which it is no parent; valid: parents and children that agree");
  EXPECT_EQ(refused("\"children\": [\"c\"]", "\"children\": []"),
            ": task 'b' is a parent of 'c', which is not among its children; valid: parents and children "
            "that agree");
  EXPECT_EQ(refused("[\"f\", \"g\"]", "[\"f\", \"h\"]"),
            ": task 'b': 'inputFiles' has \"h\"; valid: the id of a file of 'files'");
  EXPECT_EQ(refused("\"g\"], \"outputFiles\": []", "\"g\"], \"outputFiles\": [\"f\"]"),
            ": file 'f' is made by tasks 'a' and 'b'; valid: one of them, or producers=all");
  EXPECT_EQ(refused("{\"id\": \"g\"", "{\"id\": \"f\""),
            ": file at position 1: 'id' is \"f\"; valid: a name that no other file has");
  EXPECT_EQ(refused("\"sizeInBytes\": 7", "\"sizeInBytes\": 7.5"),
            ": file at position 1: 'sizeInBytes' is 7.5; valid: an integer, at least 0");
  EXPECT_EQ(refused("\"sizeInBytes\": 7", "\"sizeInBytes\": -7"),
            ": file at position 1: 'sizeInBytes' is -7; valid: an integer, at least 0");
  EXPECT_EQ(refused("{\"id\": \"c\", \"runtimeInSeconds\": 3}", "{\"id\": \"d\", \"runtimeInSeconds\": 3}"),
            ": execution: a task: 'id' is \"d\"; valid: the id of a task of 'specification'");
  EXPECT_EQ(refused("\"runtimeInSeconds\": 3", "\"runtime\": 3"),
            ": task 'c' has no runtimeInSeconds; valid: one, or run_time=SECONDS for all such tasks");
  EXPECT_EQ(refused("\"runtimeInSeconds\": 3", "\"runtimeInSeconds\": -3"),
            ": execution: task 'c': 'runtimeInSeconds' is -3; valid: a number, at least 0");
  EXPECT_EQ(refused("{\"id\": \"c\", \"runtimeInSeconds\": 3}", "{\"id\": \"a\", \"runtimeInSeconds\": 3}"),
            ": execution: a task: 'id' is \"a\"; valid: an id that no other task of 'execution' has");
  EXPECT_EQ(
      refused("\"work2\"", "\"split\"", flat),
      ": task 'b': 'parents' has \"split\"; valid: the id of a task, since several tasks have this name");
  EXPECT_EQ(refused("\"link\": \"output\"", "\"link\": \"both\"", flat),
            ": task 'a': a file: 'link' is \"both\"; valid: input, output");
  EXPECT_EQ(refused(flat.substr(flat.find("\"tasks\": ["), std::string::npos), "\"tasks\": []}}", flat),
            ": has 0 tasks; valid: from 1 to 10000000");
}

} // namespace wf_format_test
} // namespace malha::testing
