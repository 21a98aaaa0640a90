// SPDX-License-Identifier: MIT
// Workflows in DAX: what is read of each version, what is noted, and what is refused.
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/workflow.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace dax_test {

using Names = std::vector<std::string>;
using Pairs = std::vector<std::pair<int, int>>;

/// Task a makes file f, which b and c read; b also reads file g, which is there before. c only waits for b.
const std::string old = R"(<?xml version="1.0" encoding="UTF-8"?>
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" jobCount="3">
  <job id="a" name="split" runtime="1">
    <uses file="f" link="output" register="true" size="100"/>
  </job>
  <job id="b" name="work" runtime="2.5">
    <uses file="f" link="input" size="100"/>
    <uses file="g" link="input" size="7"/>
  </job>
  <job id="c" name="work" runtime="3">
    <uses file="f" link="input" size="100"/>
  </job>
  <child ref="b"><parent ref="a"/></child>
  <child ref="c">
    <parent ref="a"/>
    <parent ref="b"/>
  </child>
</adag>
)";

/// The same in a later version, with elements that mean nothing here: 2 <executable>, 1 <argument>.
const std::string later = R"(<adag version="3.6" name="w">
  <executable name="split"><pfn url="file:///bin/split" site="local"/></executable>
  <executable name="work"/>
  <child ref="b"><parent ref="a"/></child>
  <job id="a" name="split" runtime="1">
    <argument>-i <file name="g"/></argument>
    <uses name="f" link="output" size="100"/>
  </job>
  <job id="b" name="work" runtime="2.5">
    <uses name="f" link="input"/>
    <uses name="g" link="input" size="7"/>
  </job>
  <job id="c" name="work" runtime="3">
    <uses name="f" link="input"/>
    <uses name="state" link="checkpoint" size="1"/>
  </job>
  <child ref="c"><parent ref="a"/><parent ref="b"/></child>
</adag>
)";

class Dax : public ::testing::Test {
protected:
  Workflow read(const std::string& text, const WorkflowOptions& options = {}) const {
    write_text(folder_ / "w.dax", text);
    return read_workflow(folder_ / "w.dax", options);
  }
  /// What is said of a text with a part of it replaced, behind the name of the file.
  std::string refused(const std::string& old_part, const std::string& new_part,
                      std::string text = old) const {
    EXPECT_NE(text.find(old_part), std::string::npos) << old_part;
    text.replace(text.find(old_part), old_part.size(), new_part);
    try {
      const auto workflow = read(text);
      graph_of(workflow, (folder_ / "w.dax").string());
    } catch (const InputError& error) {
      return std::string(error.what()).substr((folder_ / "w.dax").string().size());
    }
    return "is read";
  }
  static std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    EXPECT_NE(text.find(old_part), std::string::npos) << old_part;
    return text.replace(text.find(old_part), old_part.size(), new_part);
  }

  TemporaryFolder folder_;
};

void expect_example(const Workflow& workflow) {
  ASSERT_EQ(workflow.tasks.size(), 3U);
  EXPECT_EQ(workflow.tasks[1].id, "b");
  EXPECT_EQ(workflow.tasks[1].length, 2.5);
  EXPECT_EQ(workflow.tasks[1].cores, 1);
  EXPECT_EQ(workflow.tasks[1].work, 0);
  EXPECT_EQ(work_of(workflow.tasks[1], 2e9), 5e9);
  EXPECT_EQ(workflow.precedences, (Pairs{{0, 1}, {0, 2}, {1, 2}}));
  ASSERT_EQ(workflow.files.size(), 2U);
  EXPECT_EQ(workflow.files[0].name, "f");
  EXPECT_EQ(workflow.files[0].size, 100);
  EXPECT_EQ(workflow.files[0].producers, std::vector<int>{0});
  EXPECT_EQ(workflow.files[0].consumers, (std::vector<int>{1, 2}));
  EXPECT_EQ(workflow.files[1].size, 7);
  EXPECT_TRUE(workflow.files[1].producers.empty());
  const auto graph = graph_of(workflow, "w");
  EXPECT_EQ(graph.edges(), 3U);
  EXPECT_EQ(graph.parents(2).begin()[0].data, 100); // by the file
  EXPECT_EQ(graph.parents(2).begin()[1].data, 0);   // only waits
}

TEST_F(Dax, IsReadInItsVersions) {
  const auto workflow = read(old);
  expect_example(workflow);
  EXPECT_EQ(workflow.notes, Names{});
  const auto other = read(later);
  expect_example(other);
  EXPECT_EQ(other.notes,
            Names{"elements that are not read (argument, executable, uses with link checkpoint): 4"});
  write_text(folder_ / "w.xml", old);
  expect_example(read_workflow(folder_ / "w.xml"));
}

TEST_F(Dax, MayLackRunTimesAndSizesIfOneIsGivenForAll) {
  WorkflowOptions options;
  options.run_time = 9;
  options.file_size = 11;
  const auto text = replaced(replaced(old, " runtime=\"3\"", ""), " size=\"7\"", "");
  const auto workflow = read(text, options);
  EXPECT_EQ(workflow.tasks[1].length, 2.5);
  EXPECT_EQ(workflow.tasks[2].length, 9);
  EXPECT_EQ(workflow.files[0].size, 100);
  EXPECT_EQ(workflow.files[1].size, 11);
}

// b makes f, too: who reads f waits for both.
TEST_F(Dax, MayHaveFilesOfSeveralTasksIfItIsAsked) {
  WorkflowOptions options;
  options.joins_producers = true;
  const auto workflow = read(replaced(old, "\"f\" link=\"input\"", "\"f\" link=\"output\""), options);
  EXPECT_EQ(workflow.files[0].producers, (std::vector<int>{0, 1}));
  EXPECT_EQ(graph_of(workflow, "w").parents(2).begin()[1].data, 100);
}

// The last use of f says 5 B, c names its parent b twice and a not at all, and a takes no time.
TEST_F(Dax, NotesWhatIsOddAndChangesNothing) {
  auto text = replaced(old, "<parent ref=\"a\"/>\n", "<parent ref=\"b\"/>\n");
  text = replaced(text, "runtime=\"1\"", "runtime=\"0\"");
  text.replace(text.rfind("size=\"100\""), 10, "size=\"5\"");
  const auto workflow = read(text);
  EXPECT_EQ(workflow.notes, (Names{"tasks that take no time: 1", "precedences that are there twice: 1",
                                   "precedences that follow from files, and not from parents: 1",
                                   "files whose size is given again, and differs: the first counts: 1"}));
  EXPECT_EQ(workflow.files[0].size, 100);
  EXPECT_EQ(graph_of(workflow, "w").edges(), 3U);
}

// Six names: the first five are said.
TEST_F(Dax, SaysFiveNamesOfWhatIsNotRead) {
  EXPECT_EQ(read(replaced(old, "</adag>", "<u/><v/><v/><w/><x/><y/><z/></adag>")).notes,
            Names{"elements that are not read (u, v, w, x, y, …): 7"});
}

TEST_F(Dax, IsRefusedWithTheLine) {
  EXPECT_EQ(refused("\"2.1\"", "\"2.0\""), ":2: <adag> version is '2.0'; valid: 2.1, 3.0 and later 3.x");
  EXPECT_EQ(refused("\"2.1\"", "\"3.x\""), ":2: <adag> version is '3.x'; valid: 2.1, 3.0 and later 3.x");
  EXPECT_EQ(refused(" version=\"2.1\"", ""), ":2: <adag> has no attribute 'version'");
  EXPECT_EQ(refused("<adag version=\"3.6\" name=\"w\">", "<dag>", replaced(later, "</adag>", "</dag>")),
            ":1: the top element is <dag>; valid: <adag>");
  EXPECT_EQ(refused("</adag>", ""), ":18: malformed XML: Start-end tags mismatch");
  EXPECT_EQ(refused(old.substr(old.find("  <job"), old.find("</adag>") - old.find("  <job")), ""),
            ": has 0 tasks; valid: from 1 to 10000000");
  EXPECT_EQ(refused("job id=\"b\"", "job id=\"a\""), ":6: two tasks have the id 'a'; valid: ids that differ");
  EXPECT_EQ(refused("job id=\"b\"", "job id=\"\""), ":6: <job> id is empty; valid: a name");
  EXPECT_EQ(refused("runtime=\"2.5\"", "runtime=\"2.5\" runtime=\"3\""),
            ":6: <job> has attribute 'runtime' twice");
  EXPECT_EQ(refused("<child ref=\"b\"", "<child ref=\"x\""),
            ":13: <child> ref is 'x'; valid: the id of a job");
  EXPECT_EQ(refused("<parent ref=\"a\"/>\n", "<parent ref=\"x\"/>\n"),
            ":15: <parent> ref is 'x'; valid: the id of a job");
  EXPECT_EQ(refused("<parent ref=\"a\"/>\n", "<parent/>\n"), ":15: <parent> has no attribute 'ref'");
  EXPECT_EQ(refused("<child ref=\"b\">", "<dax id=\"d\" file=\"inner.dax\"/><child ref=\"b\">"),
            ":13: <dax> is another workflow; valid: <job>");
}

TEST_F(Dax, IsRefusedWithTheLineOfANumber) {
  EXPECT_EQ(refused(" runtime=\"2.5\"", ""),
            ":6: job 'b' has no runtime; valid: one, or run_time=SECONDS for all such jobs");
  EXPECT_EQ(refused("\"2.5\"", "\"-2.5\""), ":6: <job> runtime is '-2.5'; valid: a number of s, at least 0");
  EXPECT_EQ(refused("\"2.5\"", "\"nan\""), ":6: <job> runtime is 'nan'; valid: a number of s, at least 0");
  EXPECT_EQ(refused("\"2.5\"", "\"inf\""), ":6: <job> runtime is 'inf'; valid: a number of s, at least 0");
  EXPECT_EQ(refused("\"2.5\"", "\"2.5 s\""),
            ":6: <job> runtime is '2.5 s'; valid: a number of s, at least 0");
  EXPECT_EQ(refused("size=\"7\"", "size=\"-7\""),
            ":8: <uses> size is '-7'; valid: a number of B, at least 0");
  EXPECT_EQ(refused(" size=\"7\"", ""),
            ":8: file 'g' has no size; valid: an attribute size, or file_size=BYTES for all such files");
}

TEST_F(Dax, IsRefusedWithTheLineOfAFile) {
  EXPECT_EQ(refused("\"f\" link=\"input\"", "\"f\" link=\"output\""),
            ":7: file 'f' is made by tasks 'a' and 'b'; valid: one of them, or producers=all");
  EXPECT_EQ(refused("file=\"g\"", "name=\"g\""), ":8: <uses> has no attribute 'file'");
  EXPECT_EQ(refused("name=\"g\" link", "file=\"g\" link", later), ":11: <uses> has no attribute 'name'");
  EXPECT_EQ(refused("file=\"g\" link=\"input\"", "file=\"g\""), ":8: <uses> has no attribute 'link'");
}

// a -> b by file f and b -> a by a parent; a reads f, which it makes.
TEST_F(Dax, IsRefusedWithACycle) {
  EXPECT_EQ(refused("<child ref=\"b\"><parent ref=\"a\"/>", "<child ref=\"a\"><parent ref=\"b\"/>"),
            ": tasks wait for each other: a -> b -> a; valid: precedences without a cycle");
  EXPECT_EQ(refused("<uses", "<uses file=\"f\" link=\"input\"/><uses"),
            ": tasks wait for each other: a -> a; valid: precedences without a cycle");
}

} // namespace dax_test
} // namespace malha::testing
