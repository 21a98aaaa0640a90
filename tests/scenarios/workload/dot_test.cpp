// SPDX-License-Identifier: MIT
// Workflows in DOT: what is read, what is noted, and what is refused.
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/workflow.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace dot_test {

using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<int, int>>;

class Dot : public ::testing::Test {
protected:
  Workflow read(const std::string& text, const WorkflowOptions& options = {}) const {
    write_text(folder_ / "w.dot", text);
    return read_workflow(folder_ / "w.dot", options);
  }
  /// What is said of a text, behind the name of the file.
  std::string refused(const std::string& text) const {
    try {
      graph_of(read(text), (folder_ / "w.dot").string());
    } catch (const InputError& error) {
      return std::string(error.what()).substr((folder_ / "w.dot").string().size());
    }
    return "is read";
  }
  /// The same of a graph with this line, which is the second one.
  std::string refused_line(const std::string& line) const { return refused("digraph {\n" + line + "\n}\n"); }

  TemporaryFolder folder_;
};

Names ids_of(const Workflow& workflow) {
  Names ids;
  for (const auto& task : workflow.tasks)
    ids.push_back(task.id);
  return ids;
}

// root has no size, and takes no time; b waits for a alone.
TEST_F(Dot, HasTasksOfWorkAndEdgesOfBytes) {
  const auto workflow = read("digraph G {\n"
                             "  a [size=\"3e9\"];\n"
                             "  b [size=2.5];\n"
                             "  a->b [size=\"-1\"];\n"
                             "  root->a [size=\"1000\"];\n"
                             "  root->b ;\n"
                             "}\n");
  EXPECT_EQ(ids_of(workflow), (Names{"a", "b", "root"}));
  EXPECT_EQ(workflow.tasks[0].work, 3e9);
  EXPECT_EQ(work_of(workflow.tasks[0], 1e9), 3e9);
  EXPECT_EQ(length_of(workflow.tasks[0], 2e9), 1.5);
  EXPECT_EQ(workflow.tasks[1].work, 2.5);
  EXPECT_EQ(work_of(workflow.tasks[2], 1e9), 0);
  EXPECT_EQ(workflow.precedences, (Pairs{{0, 1}, {2, 0}, {2, 1}}));
  ASSERT_EQ(workflow.files.size(), 1U);
  EXPECT_EQ(workflow.files[0].name, "root -> a");
  EXPECT_EQ(workflow.files[0].size, 1000);
  EXPECT_EQ(workflow.files[0].producers, std::vector<int>{2});
  EXPECT_EQ(workflow.files[0].consumers, std::vector<int>{0});
  EXPECT_EQ(workflow.notes, Names{"tasks that take no time: 1"});
  EXPECT_EQ(graph_of(workflow, "w").edges(), 3U);
}

TEST_F(Dot, HasNamesInQuotesAndComments) {
  const auto workflow = read("\xEF\xBB\xBF# a line of a preprocessor\n"
                             "strict DiGraph \"my graph\" { // the graph\n"
                             "  \"a \\\"1\\\"\" -> \"b; [\" -> _c3 [size=5] /* two\n"
                             "  edges */ \"long \\\nname\":port:ne -> \"joi\" + \"ned\"; -.5 -> 12\n"
                             "}");
  EXPECT_EQ(ids_of(workflow), (Names{"a \"1\"", "b; [", "_c3", "long name", "joined", "-.5", "12"}));
  EXPECT_EQ(workflow.precedences, (Pairs{{0, 1}, {1, 2}, {3, 4}, {5, 6}}));
  ASSERT_EQ(workflow.files.size(), 2U); // those of the first statement
  EXPECT_EQ(workflow.files[1].name, "b; [ -> _c3");
  EXPECT_EQ(workflow.files[1].size, 5);
  EXPECT_EQ(workflow.notes, (Names{"tasks that take no time: 7", "parts that no precedence connects: 3"}));
}

// {a b} -> {c d} are four edges. e is in the subgraph, whose default it takes; f, behind it, is not.
TEST_F(Dot, HasSubgraphsThatAreListsOfNodes) {
  const auto workflow =
      read("digraph { node [size=1]; subgraph cluster_x { node [size=2]; edge [size=3] e -> a }\n"
           "f -> {a; b} -> subgraph { subgraph inner { c } d [size=4] } }");
  EXPECT_EQ(ids_of(workflow), (Names{"e", "a", "f", "b", "c", "d"}));
  EXPECT_EQ(workflow.precedences, (Pairs{{0, 1}, {1, 4}, {1, 5}, {2, 1}, {2, 3}, {3, 4}, {3, 5}}));
  std::vector<Flops> works;
  for (const auto& task : workflow.tasks)
    works.push_back(task.work);
  EXPECT_EQ(works, (std::vector<Flops>{2, 2, 1, 1, 1, 4}));
  ASSERT_EQ(workflow.files.size(), 1U);
  EXPECT_EQ(workflow.files[0].name, "e -> a");
  EXPECT_EQ(workflow.files[0].size, 3);
  EXPECT_EQ(workflow.notes, Names{});
}

TEST_F(Dot, TakesTheRunTimeThatIsGivenForNodesWithoutSize) {
  WorkflowOptions options;
  options.run_time = 9;
  const auto workflow = read("digraph { a -> b; b [size=5] c [size=0] }", options);
  EXPECT_EQ(length_of(workflow.tasks[0], 1), 9);
  EXPECT_EQ(length_of(workflow.tasks[1], 1), 5);
  EXPECT_EQ(length_of(workflow.tasks[2], 1), 0);
}

// a -> b is there three times, and first with 7 B. a has 1 and then 2 flop. alpha, rankdir, a second size of
// the page, and a label in HTML are not read.
TEST_F(Dot, NotesWhatIsOddAndChangesNothing) {
  const auto workflow =
      read("digraph { rankdir=LR; graph [size=\"7,5\"]; a [size=1, alpha=0.1]; a [size=2]\n"
           "a -> b [size=7][label=<<b>x</b>>]; a -> b; a -> b [size=9]; b [size=1; size=1] }");
  EXPECT_EQ(workflow.tasks[0].work, 1);
  ASSERT_EQ(workflow.files.size(), 1U);
  EXPECT_EQ(workflow.files[0].size, 7);
  EXPECT_EQ(workflow.notes, (Names{"precedences that are there twice: 2",
                                   "attributes that are not read (alpha, label, rankdir, size): 4",
                                   "nodes whose size is given again, and differs: the first counts: 1"}));
}

// Two edges whose files are called "a -> b -> c".
TEST_F(Dot, KeepsFilesOfOneNameApart) {
  const auto workflow = read("digraph { node [size=1] \"a -> b\" -> c [size=2]; a -> \"b -> c\" [size=3] }");
  ASSERT_EQ(workflow.files.size(), 2U);
  EXPECT_EQ(workflow.files[0].name, workflow.files[1].name);
  EXPECT_EQ(graph_of(workflow, "w").parents(1).begin()[0].data, 2);
  EXPECT_EQ(graph_of(workflow, "w").parents(3).begin()[0].data, 3);
}

// 100 000 tasks: nothing calls itself once for each.
TEST_F(Dot, HasLongChains) {
  std::string text = "digraph { 0";
  for (int task = 1; task < 100000; ++task)
    text += " -> " + std::to_string(task);
  const auto workflow = read(text + " }");
  EXPECT_EQ(graph_of(workflow, "w").level(99999), 99999);
}

TEST_F(Dot, IsRefusedIfItIsNoDirectedGraph) {
  EXPECT_EQ(refused(""), ":1: the file ends; valid: digraph");
  EXPECT_EQ(refused("\nstrict graph { a }"), ":2: the graph is undirected; valid: digraph");
  EXPECT_EQ(refused_line("a -- b"), ":2: the edge -- is undirected; valid: ->");
  EXPECT_EQ(refused("digraph { }"), ": has 0 tasks; valid: from 1 to 10000000");
  EXPECT_EQ(refused("digraph a b"), ":1: found 'b'; valid: {");
  EXPECT_EQ(refused("digraph { a }\n digraph { b }"),
            ":2: found 'digraph'; valid: one graph, and nothing behind it");
  EXPECT_EQ(refused("digraph {\na -> b\n"), ":3: the file ends; valid: the name of a node, subgraph, or }");
}

TEST_F(Dot, IsRefusedWithTheLineOfATask) {
  EXPECT_EQ(refused_line("a -> [size=1]"), ":2: found '['; valid: the name of a node, subgraph, or }");
  EXPECT_EQ(refused_line("\"\""), ":2: a name is empty; valid: a name");
  EXPECT_EQ(refused_line("\"a\nb\""),
            ":2: a name has the control character U+000A; valid: names of one line");
  EXPECT_EQ(refused_line("a [label=\"\x1B\"]"),
            ":2: a text has the control character U+001B; valid: text in UTF-8 without control characters");
  EXPECT_EQ(refused_line("a\xFF"),
            ":2: a text has a byte that is no UTF-8; valid: text in UTF-8 without control characters");
  EXPECT_EQ(refused_line("a.b"), ":2: found '.' outside of a name; valid: quotes around a name that has it");
  EXPECT_EQ(refused_line("1e9"),
            ":2: found '1e9', of which only the beginning is a number; valid: quotes around it");
  EXPECT_EQ(refused_line("a [size=1e9]"),
            ":2: found '1e9', of which only the beginning is a number; valid: quotes around it");
  EXPECT_EQ(refused_line("a [size]"), ":2: found ']'; valid: = and a value");
  EXPECT_EQ(refused_line("a [=3]"), ":2: found '='; valid: the name of an attribute, or ]");
  EXPECT_EQ(refused_line("a [size=]"), ":2: found ']'; valid: a value");
  EXPECT_EQ(refused_line("node a"), ":2: found 'a'; valid: [ behind node");
  EXPECT_EQ(refused_line("a [\"b\nc\" \"d\ne\"]"), ":3: found a text of several lines; valid: = and a value");
}

TEST_F(Dot, IsRefusedWithTheLineOfANumber) {
  EXPECT_EQ(refused_line("a [size=-1]"), ":2: a size is '-1'; valid: a number of flop, at least 0");
  EXPECT_EQ(refused_line("a [size=\"1 Gf\"]"), ":2: a size is '1 Gf'; valid: a number of flop, at least 0");
  EXPECT_EQ(refused_line("a [size=nan]"), ":2: a size is 'nan'; valid: a number of flop, at least 0");
  EXPECT_EQ(refused_line("node [size=-1]"), ":2: a size is '-1'; valid: a number of flop, at least 0");
  EXPECT_EQ(refused_line("a -> b [size=big]"), ":2: a size is 'big'; valid: a number of B");
  EXPECT_EQ(refused_line("a -> b [size=inf]"), ":2: a size is 'inf'; valid: a number of B");
  EXPECT_EQ(refused_line("edge [size=\"\n\"]"), ":2: a size is text of several lines; valid: a number of B");
}

TEST_F(Dot, IsRefusedWithTheLineOfWhatDoesNotEnd) {
  EXPECT_EQ(refused_line("a /* b"), ":2: a comment does not end; valid: */ behind it");
  EXPECT_EQ(refused_line("\"a"), ":2: a quoted text does not end; valid: a quote behind it");
  EXPECT_EQ(refused_line("a [label=<<b>]"), ":2: a text in HTML does not end; valid: a > for each <");
  EXPECT_EQ(refused_line("\"a\" + b"), ":2: a + is not before a quoted text; valid: \"…\" + \"…\"");
  EXPECT_EQ(refused_line("<b>"), ":2: found a text in HTML; valid: the name of a node, subgraph, or }");
}

// 101 subgraphs in each other. 3200 · 3200 = 10 240 000 edges.
TEST_F(Dot, IsRefusedIfItIsTooLarge) {
  EXPECT_EQ(refused_line(std::string(101, '{') + "a" + std::string(101, '}')),
            ":2: subgraphs are nested more than 100 deep");
  EXPECT_EQ(refused_line(std::string(100, '{') + "a" + std::string(100, '}')), "is read");
  std::string sides = "{";
  for (const auto* letter : {"a", "b"}) {
    for (int node = 0; node < 3200; ++node)
      sides += " " + (letter + std::to_string(node));
    sides += *letter == 'a' ? "} -> {" : "}";
  }
  EXPECT_EQ(refused_line(sides), ":2: there are more edges than 10000000; valid: at most that");
}

TEST_F(Dot, IsRefusedWithACycle) {
  EXPECT_EQ(refused_line("a -> b -> c -> a"),
            ": tasks wait for each other: a -> b -> c -> a; valid: precedences without a cycle");
  EXPECT_EQ(refused_line("a -> a"),
            ": tasks wait for each other: a -> a; valid: precedences without a cycle");
}

} // namespace dot_test
} // namespace malha::testing
