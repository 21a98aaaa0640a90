// SPDX-License-Identifier: MIT
// malha plan as its users meet it: what it prints and writes, and which workflows it refuses.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace plan_test {

const std::string classic = "workflows/topcuoglu2002.json";

class Plan : public ::testing::Test {
protected:
  Said plan(const std::string& arguments) const {
    return run_shell("\"$MALHA\" plan " + arguments, folder_.path());
  }
  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto said = plan(arguments);
    EXPECT_EQ(said.err, "malha: " + message + "\n");
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.status, 2);
  }
  /// Two tasks on one host, with a part of the text replaced.
  void expect_file_refused(const std::string& old_part, const std::string& new_part,
                           const std::string& message) const {
    const std::string chain = R"({"tasks": ["a", "b"], "hosts": ["P"], "run_times": [[1], [2]],
 "edges": [{"from": "a", "to": "b", "data": 3}], "latency": 0, "bandwidth": 1})";
    ASSERT_NE(chain.find(old_part), std::string::npos) << old_part;
    auto text = chain;
    write_text(folder_ / "w.json", text.replace(text.find(old_part), old_part.size(), new_part));
    expect_refused("w.json", "w.json" + message);
  }

  TemporaryFolder folder_;
};

// The edges have 18 + 12 + 9 + 11 + 14 + 19 + 16 + 23 + 27 + 23 + 13 + 15 + 17 + 11 + 13 = 241 B; n2 to n6
// are one level. HEFT of topcuoglu2002: 80 s. The least run times of the critical path are 41 s, and all
// tasks take 127 s on the fastest host: SLR 80/41, speedup 127/80, efficiency a third of it.
TEST_F(Plan, ShowsThePlacementsOfOnePlanner) {
  const auto said = plan(classic + " heft");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "10 tasks in 4 levels of at most 5, 15 precedences, 15 files of 241 B\n\n"
                      "task  host  start (s)  end (s)\n"
                      "n1    P3            0        9\n"
                      "n2    P1           27       40\n"
                      "n3    P3            9       28\n"
                      "n4    P2           18       26\n"
                      "n5    P3           28       38\n"
                      "n6    P2           26       42\n"
                      "n7    P3           38       49\n"
                      "n8    P1           57       62\n"
                      "n9    P2           56       68\n"
                      "n10   P2           73       80\n"
                      "\n"
                      "planner  makespan (s)    SLR  speedup  efficiency\n"
                      "heft               80  1.951    1.587      0.5292\n");
}

TEST_F(Plan, ComparesPlannersWithParameters) {
  const auto said = plan(classic + " heft,slots=append workflow/cpop");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "10 tasks in 4 levels of at most 5, 15 precedences, 15 files of 241 B\n\n"
                      "planner            makespan (s)    SLR  speedup  efficiency\n"
                      "heft,slots=append            80  1.951    1.587      0.5292\n"
                      "workflow/cpop                86  2.098    1.477      0.4922\n");
}

TEST_F(Plan, AsksAllPlannersIfNoneIsNamed) {
  const auto said = plan(classic);
  EXPECT_EQ(said.status, 0) << said.err;
  for (const auto* planner : {"cpop", "dls", "heft", "lookahead", "max_min", "mct", "met", "min_min", "olb",
                              "peft", "random", "round_robin", "sufferage"})
    EXPECT_NE(said.out.find("\nworkflow/" + std::string(planner) + " "), std::string::npos) << planner;
}

// A chain stays on its host.
TEST_F(Plan, WritesAllPlacements) {
  write_text(folder_ / "chain.json", R"({"tasks": ["a,b", "c"], "hosts": ["P"], "run_times": [[1], [2.5]],
    "edges": [{"from": "a,b", "to": "c", "data": 3}], "latency": 0, "bandwidth": 1})");
  const auto said = plan("chain.json mct met --placements out.csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(text_of(folder_ / "out.csv"), "planner,task,host,start,end\n"
                                          "mct,\"a,b\",P,0,1\nmct,c,P,1,3.5\n"
                                          "met,\"a,b\",P,0,1\nmet,c,P,1,3.5\n");
}

// DSLab, crates/dslab-dag/tests/tests.rs, test_4: 96 s with its own mean. With that of this project an
// independent program has 93 s.
TEST_F(Plan, TakesTheMeanTransferOfDslab) {
  const std::string dls = "workflows/dslab4.json dls,slots=insertion,transfers=counted --set mean_transfer=";
  EXPECT_NE(plan(dls + "dslab").out.find("transfers=counted            96 "), std::string::npos);
  EXPECT_NE(plan(dls + "cost").out.find("transfers=counted            93 "), std::string::npos);
}

TEST_F(Plan, RefusesWordsThatNameNothing) {
  expect_refused("", "plan: names no workflow; see malha plan --help");
  expect_refused("none.json", "none.json: cannot be read");
  expect_refused(classic + " hfet", "plan: hfet: unknown policy 'workflow/hfet'; did you mean workflow/heft, "
                                    "workflow/met, workflow/peft?; "
                                    "valid: a name that malha describe workflow/planning shows");
  expect_refused(classic + " heft,slots", "plan: 'slots' of heft,slots is no parameter; valid: name=value");
  expect_refused(classic + " heft,slots=no",
                 "plan: heft,slots=no: parameter 'slots' cannot be 'no'; valid: one of insertion, append");
  expect_refused(classic + " --set hosts=1",
                 "plan: unknown parameter 'hosts'; valid: speeds, latency, bandwidth, reference_speed, "
                 "mean_transfer, submission, run_time, file_size, producers");
}

const std::string wf_format = R"({"schemaVersion": "1.5", "workflow": {"specification": {
 "tasks": [{"name": "a", "id": "a", "outputFiles": ["f"]}, {"name": "b", "id": "b", "parents": ["a"], "inputFiles": ["f"]}],
 "files": [{"id": "f", "sizeInBytes": 1000}]}, "execution": {"tasks": [
 {"id": "a", "runtimeInSeconds": 4}, {"id": "b", "runtimeInSeconds": 0}]}}})";

// 4 s at 1e9 flop/s are 8 s at 5e8; then the file would go nowhere: both tasks end on host 1.
TEST_F(Plan, TakesWfFormatOnHostsOfSettings) {
  write_text(folder_ / "w.json", wf_format);
  const auto said = plan("w.json heft --set speeds=5e8,1e9 --set latency=1 --set bandwidth=1000");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "2 tasks in 2 levels of at most 1, 1 precedence, 1 file of 1000 B, 4 s in all\n"
                      "note: tasks that take no time: 1\n\n"
                      "task  host    start (s)  end (s)\n"
                      "a     host-1          0        4\n"
                      "b     host-1          4        4\n"
                      "\n"
                      "planner  makespan (s)  SLR  speedup  efficiency\n"
                      "heft                4    1        1         0.5\n");
}

// 4 s at 1e9 flop/s. Both files get 1000 B, which take 1 s to the other host.
TEST_F(Plan, TakesDaxWithWhatIsMissing) {
  write_text(folder_ / "w.dax", R"(<adag version="3.0"><job id="a"><uses name="f" link="output"/></job>
 <job id="b"><uses name="f" link="input"/></job></adag>)");
  const std::string words = "w.dax round_robin --set speeds=1e9,1e9 --set bandwidth=1000 --set run_time=4";
  expect_refused(
      words,
      "w.dax:1: file 'f' has no size; valid: an attribute size, or file_size=BYTES for all such files");
  const auto said = plan(words + " --set file_size=1000");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.out, "2 tasks in 2 levels of at most 1, 1 precedence, 1 file of 1000 B, 8 s in all\n"
                      "note: precedences that follow from files, and not from parents: 1\n\n"
                      "task  host    start (s)  end (s)\n"
                      "a     host-0          0        4\n"
                      "b     host-1          5        9\n"
                      "\n"
                      "planner      makespan (s)    SLR  speedup  efficiency\n"
                      "round_robin             9  1.125   0.8889      0.4444\n");
}

// A work of 4e9 flop takes 4 s at 1e9 flop/s, whatever the reference speed.
TEST_F(Plan, TakesDotWithItsWork) {
  write_text(folder_ / "w.dot", "digraph { a [size=4000000000] }");
  const auto said = plan("w.dot mct --set speeds=1e9 --set reference_speed=2e9");
  EXPECT_EQ(said.out, "1 task in 1 level of at most 1, 0 precedences, 0 files of 0 B, 2 s in all\n\n"
                      "task  host    start (s)  end (s)\n"
                      "a     host-0          0        4\n"
                      "\n"
                      "planner  makespan (s)  SLR  speedup  efficiency\n"
                      "mct                 4    1        1           1\n")
      << said.err;
}

TEST_F(Plan, NeedsTheHostsOnce) {
  write_text(folder_ / "w.json", wf_format);
  expect_refused("w.json heft",
                 "plan: w.json names no hosts; valid: --set speeds=1e9,5e8, a speed in flop/s for each");
  write_text(folder_ / "own.json",
             R"({"tasks": ["a"], "hosts": ["P"], "run_times": [[1]], "edges": [], "latency": 0,
    "bandwidth": 1})");
  expect_refused("own.json heft --set bandwidth=2",
                 "plan: setting bandwidth=2: own.json has hosts, with their times and "
                 "their network; valid: no such setting");
}

TEST_F(Plan, RefusesSettingsThatMeanNothing) {
  write_text(folder_ / "w.json", wf_format);
  expect_refused("w.json heft --set run_time=-0.5",
                 "plan: run_time cannot be -0.5; valid: at least 0 s, or -1");
  expect_refused("w.json heft --set file_size=-0.5",
                 "plan: file_size cannot be -0.5; valid: at least 0 B, or -1");
  expect_refused("w.json heft --set speeds=1e9,0", "plan: a speed of 'speeds' is 0; valid: above 0 flop/s");
  expect_refused(classic + " heft,slots=append,slots=insertion",
                 "plan: heft,slots=append,slots=insertion has 'slots' twice; valid: once");
  const auto said = plan(classic + " heft --set producers=all");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("plan: setting producers=all: "), std::string::npos) << said.err;
}

// 1e308 + 1e308 is more than any number of 64 bits.
TEST_F(Plan, RefusesTimesWithoutEnd) {
  write_text(folder_ / "long.json",
             R"({"tasks": ["a", "b"], "hosts": ["P"], "run_times": [[1e308], [1e308]], "edges": [],
    "latency": 0, "bandwidth": 1})");
  expect_refused("long.json peft",
                 "plan: long.json: its times add up to more than any number; valid: times whose sum is a "
                 "number");
}

TEST_F(Plan, RefusesDamagedWorkflows) {
  expect_file_refused("\"b\"]", "\"a\"]",
                      ": 'tasks' has 'a' twice; valid: an array of at least one name of a task without "
                      "control characters, no two alike");
  expect_file_refused("[\"P\"]", "[]",
                      ": 'hosts' is []; valid: an array of at least one name of a host without control "
                      "characters, no two alike");
  expect_file_refused("[[1], [2]]", "[[1]]",
                      ": 'run_times' is no array of 2 rows; valid: an array with a row of run "
                      "times for each task");
  expect_file_refused("[2]", "[2, 3]",
                      ": run times of task 'b' is [2,3]; valid: an array of 1 numbers, one for each "
                      "host, each at least 0");
  expect_file_refused("[2]", "[-2]",
                      ": run times of task 'b' has -2; valid: an array of 1 numbers, one for each host, "
                      "each at least 0");
  expect_file_refused("\"to\": \"b\"", "\"to\": \"c\"", ": edge 0: 'to' is \"c\"; valid: the name of a task");
  expect_file_refused("\"to\": \"b\"", "\"to\": \"a\"",
                      ": tasks wait for each other: a -> a; valid: precedences without a cycle");
  expect_file_refused("3}", "-3}", ": edge 0: 'data' is -3; valid: a number, at least 0");
  expect_file_refused("\"bandwidth\": 1", "\"bandwidth\": 0",
                      ": 'bandwidth' is 0; valid: a number above 0, or an array of 1 rows");
  expect_file_refused(
      "\"latency\": 0", "\"latency\": [[-1]]",
      ": row 0 of 'latency' has -1; valid: an array of 1 numbers, one for each host, each at least 0");
  expect_file_refused("\"edges\"", "\"edge\"",
                      " has no 'edges'; valid: an array of edges with from, to and data");
  expect_file_refused("\"bandwidth\": 1}", "",
                      ":2: is not JSON at byte 127; valid: a workflow in WfFormat, or with tasks, "
                      "hosts, run_times and edges; DAX in .dax or .xml, DOT in .dot or .gv");
}

} // namespace plan_test
} // namespace malha::testing
