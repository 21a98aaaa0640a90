// SPDX-License-Identifier: MIT
// Planners against what was published of them. published.csv has the placements: topcuoglu2002, figure 3;
// arabnejad2014, table 6; the tests of mackncheesiest/heft and mrocklin/heft.
#include "instance.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::workflow {
namespace planners_test {

/// The published placements of one plan, by the number of the task.
std::vector<Placement> published(const std::string& workflow, const std::string& planner) {
  const auto read = read_workflow(MALHA_SOURCE_FOLDER "/scenarios/workflows/" + workflow + ".json");
  CsvReader rows(MALHA_SOURCE_FOLDER "/tests/policies/workflow/published.csv");
  std::vector<Placement> plan(read.tasks.size());
  while (rows.next()) {
    if (rows.text("workflow") != workflow || rows.text("planner") != planner)
      continue;
    const auto task = std::find_if(read.tasks.begin(), read.tasks.end(),
                                   [&](const auto& one) { return one.id == rows.text("task"); });
    const auto& hosts = read.hosts->names;
    const auto host = std::find(hosts.begin(), hosts.end(), rows.text("host"));
    plan.at(static_cast<std::size_t>(task - read.tasks.begin())) = {static_cast<int>(host - hosts.begin()),
                                                                    rows.real("start"), rows.real("end")};
  }
  return plan;
}

void expect_published(const std::vector<Placement>& plan, const std::vector<Placement>& expected) {
  ASSERT_EQ(plan.size(), expected.size());
  for (std::size_t task = 0; task < plan.size(); ++task) {
    EXPECT_EQ(plan[task].resource, expected[task].resource) << "task at " << task;
    EXPECT_NEAR(plan[task].start, expected[task].start, 1e-9) << "task at " << task;
    EXPECT_NEAR(plan[task].end, expected[task].end, 1e-9) << "task at " << task;
  }
}

TEST(Planners, PlaceTasksAsPublished) {
  for (const auto& [workflow, planner] : {std::pair("topcuoglu2002", "heft"),
                                          {"topcuoglu2002", "cpop"},
                                          {"arabnejad2014", "heft"},
                                          {"arabnejad2014", "peft"},
                                          {"seven", "heft"},
                                          {"random10", "heft"}}) {
    SCOPED_TRACE(std::string(workflow) + " " + planner);
    expect_published(example(workflow).planned(planner), published(workflow, planner));
  }
}

TEST(Planners, HaveThePublishedMakespans) {
  const auto classic = example("topcuoglu2002"), second = example("arabnejad2014");
  EXPECT_EQ(classic.makespan("heft"), 80);
  EXPECT_EQ(classic.makespan("cpop"), 86);
  EXPECT_EQ(classic.makespan("dls"), 91);
  EXPECT_EQ(second.makespan("peft"), 122);
  EXPECT_EQ(second.makespan("heft"), 133);
  EXPECT_EQ(second.makespan("lookahead"), 127);
  EXPECT_EQ(example("seven").makespan("heft"), 29);
}

// DSLab, crates/dslab-dag/tests/tests.rs, test_4. Its Lookahead completes the plan of all tasks, and its DLS
// fills gaps and counts transfers.
TEST(Planners, HaveTheMakespansOfDslab) {
  const auto instance = example("dslab4", MeanTransfer::dslab);
  EXPECT_EQ(instance.makespan("heft"), 98);
  EXPECT_EQ(instance.makespan("lookahead", {{"horizon", "all"}}), 94);
  EXPECT_EQ(instance.makespan("dls", {{"slots", "insertion"}, {"transfers", "counted"}}), 96);
  EXPECT_EQ(instance.makespan("peft"), 95);
}

// An independent program has computed these from the rules. Goldens.
TEST(Planners, HaveTheMakespansOfAnIndependentProgram) {
  const std::map<std::string, Seconds> classic{{"peft", 85},    {"lookahead", 76}, {"min_min", 76},
                                               {"max_min", 97}, {"sufferage", 76}, {"mct", 88},
                                               {"met", 82},     {"olb", 114},      {"round_robin", 131}},
      second{{"cpop", 167},    {"dls", 134},       {"min_min", 122},
             {"max_min", 124}, {"sufferage", 138}, {"mct", 140}};
  for (const auto& [planner, makespan] : classic)
    EXPECT_EQ(example("topcuoglu2002").makespan(planner), makespan) << planner;
  for (const auto& [planner, makespan] : second)
    EXPECT_EQ(example("arabnejad2014").makespan(planner), makespan) << planner;
  EXPECT_EQ(example("topcuoglu2002").makespan("heft", {{"slots", "append"}}), 80);
  EXPECT_EQ(example("arabnejad2014").makespan("heft", {{"slots", "append"}}), 133);
}

// The classic graph comes once more at 10, while the first plan is carried out (mackncheesiest/heft,
// test_canonical_graph_twice: 109).
TEST(Planners, PlanAroundAWorkflowThatCameBefore) {
  auto second = example("topcuoglu2002");
  for (const auto& placement : second.planned("heft"))
    second.busy.push_back({placement.resource, placement.start, placement.end});
  second.submitted = 10;
  const std::vector<Placement> expected{{0, 10, 24}, {2, 49, 67}, {0, 40, 51}, {1, 42, 50}, {0, 62, 74},
                                        {2, 67, 76}, {0, 74, 81}, {2, 77, 91}, {1, 87, 99}, {1, 102, 109}};
  expect_published(second.planned("heft"), expected);
}

// Two tasks on one resource: all planners run them one after the other.
TEST(Planners, TakeAWorkflowOnOneResource) {
  const Instance instance(Graph(2, {{0, 1, 8}}), RunTimes(1, {3, 4}), Network(1, 1, 1));
  for (const auto& name : testing::shipped_catalog().policies_of(Planner::question))
    if (name != "workflow/no_plan") {
      EXPECT_EQ(instance.makespan(name.substr(name.find('/') + 1)), 7) << name;
    }
}

// Resources of 1 and 2 flop/s, works of 4 and 2 flop, without edges: the first on the fast one, 2 s; the
// second ends there at 3 s, on the slow one at 2 s.
TEST(Planners, TakeWorkAndSpeeds) {
  const Instance instance(Graph(2, {}), RunTimes({4, 2}, {1, 2}), Network(2, 0, 1));
  const auto plan = instance.planned("heft");
  EXPECT_EQ(plan[0].resource, 1);
  EXPECT_EQ(plan[1].resource, 0);
  EXPECT_EQ(plan[1].end, 2);
}

// Each rule of plans is broken once. The plan is for a chain of two tasks of 2 s on two resources, 1 s apart.
TEST(BrokenPlan, NamesTheRule) {
  const Instance instance(Graph(2, {{0, 1, 1}}), RunTimes(2, {2, 2, 2, 2}), Network(2, 0, 1));
  const auto rule = [&](std::vector<Placement> plan) { return broken_rule(instance.view(), plan); };
  EXPECT_EQ(rule({{0, 0, 2}, {0, 2, 4}}), "");
  EXPECT_EQ(rule({{0, 0, 2}}), "1 placements for 2 tasks");
  EXPECT_EQ(rule({{0, 0, 2}, {2, 3, 5}}), "task 1 is placed on resource 2, which does not exist");
  EXPECT_EQ(rule({{0, 0, 2}, {0, 2, 3}}), "task 1 does not take its run time from its submission on");
  EXPECT_EQ(rule({{0, 0, std::nan("")}, {0, 2, 4}}),
            "task 0 does not take its run time from its submission on");
  EXPECT_EQ(rule({{0, -1, 1}, {0, 2, 4}}), "task 0 does not take its run time from its submission on");
  EXPECT_EQ(rule({{0, 0, 2}, {1, 2, 4}}), "task 1 starts before the data of task 0 are there");
  const Instance apart(Graph(2, {}), RunTimes(1, {2, 2}), Network(1, 0, 1));
  EXPECT_EQ(broken_rule(apart.view(), {{0, 0, 2}, {0, 1, 3}}), "two tasks are on resource 0 at once");
}

} // namespace planners_test
} // namespace malha::workflow
