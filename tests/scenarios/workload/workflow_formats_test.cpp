// SPDX-License-Identifier: MIT
// One workflow in all formats is one workflow.
#include "scenarios/workload/files/workflow.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace workflow_formats_test {

/// A diamond with a file for each edge but the one from b to d, so that no format has more than another:
/// a 1 s, b 2.5 s, c 3 s, d 0.5 s; a -> b 100 B, a -> c 20 B, c -> d 7 B.
const std::map<std::string, std::string> diamond{
    {"w.json", R"({"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
 {"name": "a", "id": "a", "parents": [], "children": ["b", "c"], "outputFiles": ["ab", "ac"]},
 {"name": "b", "id": "b", "parents": ["a"], "children": ["d"], "inputFiles": ["ab"]},
 {"name": "c", "id": "c", "parents": ["a"], "children": ["d"], "inputFiles": ["ac"], "outputFiles": ["cd"]},
 {"name": "d", "id": "d", "parents": ["b", "c"], "children": [], "inputFiles": ["cd"]}], "files": [
 {"id": "ab", "sizeInBytes": 100}, {"id": "ac", "sizeInBytes": 20}, {"id": "cd", "sizeInBytes": 7}]},
 "execution": {"tasks": [{"id": "a", "runtimeInSeconds": 1}, {"id": "b", "runtimeInSeconds": 2.5},
 {"id": "c", "runtimeInSeconds": 3}, {"id": "d", "runtimeInSeconds": 0.5}]}}})"},
    {"w.xml", R"(<adag version="2.1">
 <job id="a" name="a" runtime="1"><uses file="ab" link="output" size="100"/><uses file="ac" link="output" size="20"/></job>
 <job id="b" name="b" runtime="2.5"><uses file="ab" link="input" size="100"/></job>
 <job id="c" name="c" runtime="3"><uses file="ac" link="input" size="20"/><uses file="cd" link="output" size="7"/></job>
 <job id="d" name="d" runtime="0.5"><uses file="cd" link="input" size="7"/></job>
 <child ref="b"><parent ref="a"/></child><child ref="c"><parent ref="a"/></child>
 <child ref="d"><parent ref="b"/><parent ref="c"/></child></adag>)"},
    {"w.dax", R"(<adag version="3.4">
 <job id="a" name="a" runtime="1"><uses name="ab" link="output" size="100"/><uses name="ac" link="output" size="20"/></job>
 <job id="b" name="b" runtime="2.5"><uses name="ab" link="input" size="100"/></job>
 <job id="c" name="c" runtime="3"><uses name="ac" link="input" size="20"/><uses name="cd" link="output" size="7"/></job>
 <job id="d" name="d" runtime="0.5"><uses name="cd" link="input" size="7"/></job>
 <child ref="b"><parent ref="a"/></child><child ref="c"><parent ref="a"/></child>
 <child ref="d"><parent ref="b"/><parent ref="c"/></child></adag>)"},
    {"w.dot", R"(digraph { a [size="1e9"]; b [size="2.5e9"]; c [size="3e9"]; d [size="5e8"];
 a -> b [size=100]; a -> c [size=20]; b -> d; c -> d [size=7] })"}};

class WorkflowFormats : public ::testing::Test {
protected:
  void SetUp() override {
    for (const auto& [file, text] : diamond)
      write_text(folder_ / file, text);
    write_text(folder_ / "w.gv", diamond.at("w.dot"));
  }
  TemporaryFolder folder_;
};

const std::vector<std::string> files{"w.json", "w.xml", "w.dax", "w.dot", "w.gv"};

TEST_F(WorkflowFormats, HaveTheSameTasksPrecedencesAndData) {
  for (const auto& file : files) {
    const auto workflow = read_workflow(folder_ / file);
    std::map<std::string, Flops> works;
    for (const auto& task : workflow.tasks)
      works[task.id] = work_of(task, 1e9);
    EXPECT_EQ(works, (std::map<std::string, Flops>{{"a", 1e9}, {"b", 2.5e9}, {"c", 3e9}, {"d", 5e8}}))
        << file;
    EXPECT_EQ(workflow.precedences, (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}))
        << file;
    std::vector<std::tuple<Bytes, std::vector<int>, std::vector<int>>> data;
    for (const auto& one : workflow.files)
      data.emplace_back(one.size, one.producers, one.consumers);
    EXPECT_EQ(data, (std::vector<std::tuple<Bytes, std::vector<int>, std::vector<int>>>{
                        {100, {0}, {1}}, {20, {0}, {2}}, {7, {2}, {3}}}))
        << file;
    EXPECT_EQ(workflow.notes, std::vector<std::string>{}) << file;
    const auto graph = graph_of(workflow, file);
    EXPECT_EQ(graph.edges(), 4U) << file;
    EXPECT_EQ(graph.parents(3).begin()[0].data, 0) << file;
    EXPECT_EQ(graph.parents(3).begin()[1].data, 7) << file;
  }
}

// One host of 1e9 flop/s takes 1 + 2.5 + 3 + 0.5 s. 127 B in all.
TEST_F(WorkflowFormats, ArePlannedAlike) {
  std::string first;
  for (const auto& file : files) {
    const auto said =
        run_shell("\"$MALHA\" plan " + file +
                      " heft peft dls --set speeds=1e9,5e8 --set bandwidth=100 --placements out.csv",
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(
        said.out.find("4 tasks in 3 levels of at most 2, 4 precedences, 3 files of 127 B, 7 s in all\n\n"),
        0U)
        << said.out;
    const auto all = said.out + text_of(folder_ / "out.csv");
    first = first.empty() ? all : first;
    EXPECT_EQ(all, first) << file;
  }
}

} // namespace workflow_formats_test
} // namespace malha::testing
