// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/elastisim_jobs.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace malha::testing {
namespace elastisim_jobs_test {

using elastisim::FileJobs;
using elastisim::Formula;
using elastisim::Ignored;
using elastisim::Names;
using elastisim::Unmodelled;

double value(const std::string& formula, const Names& names = {}) { return Formula(formula).value(names); }

std::string refused_formula(const std::string& formula, const Names& names = {}) {
  return thrown<InputError>([&] { value(formula, names); });
}

const std::string what_formulas_have =
    "; valid: numbers, names, + - * / % ^, < <= > >= == !=, ?: and parentheses";

/// A folder with files, of which jobs.json is read.
class ElastisimJobs : public ::testing::Test {
protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) / (std::string("elastisim_") + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  /// Reads one job of this text, with an application model of these phases and what else it has.
  FileJobs read(const std::string& job, const std::string& phases, const std::string& more = "",
                Unmodelled unmodelled = Unmodelled::refuse) const {
    write("model.json", "{\"phases\": [" + phases + "]" + more + "}");
    write("jobs.json", "{\"jobs\": [{" + job + ", \"application_model\": \"model.json\"}]}");
    return elastisim::read_jobs(folder_ / "jobs.json", unmodelled);
  }

  /// What is said of it, behind the folder.
  std::string refusal(const std::string& job, const std::string& phases, const std::string& more = "") const {
    const auto said = thrown<InputError>([&] { read(job, phases, more); });
    const auto place = folder_.string() + "/";
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }

  std::filesystem::path folder_;
};

const std::string rigid = R"("type": "rigid", "submit_time": 5, "num_nodes": 4)";
const std::string evolving =
    R"("type": "evolving", "submit_time": 0, "num_nodes_min": 2, "num_nodes_max": 16)";
const std::string busy = R"({"tasks": [{"type": "busy_wait", "delay": 1, "pattern": "uniform"}]})";

std::string phase_with(const std::string& task) { return "{\"tasks\": [" + task + "]}"; }

// ExprTk: ^ from right to left, and before a sign; comparisons are 1 or 0.
TEST(ElastisimFormula, HasThePrecedenceOfArithmetic) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("12/3/2 - 1 - 4"), -3);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2*-3 + +4"), -2);
  EXPECT_EQ(value(".5 + 1e3 + 8e-1"), 1001.3);
  EXPECT_EQ(value("2 * 7 % 4 + 1"), 3); // 14 % 4 + 1
  EXPECT_EQ(value("1 < 2"), 1);
  EXPECT_EQ(value("1 + 1 >= 3"), 0);
  EXPECT_EQ(value("2 == 2"), 1);
  EXPECT_EQ(value("2 != 2"), 0);
  EXPECT_EQ(value("2 <= 2"), 1);
  EXPECT_EQ(value("2 > 2"), 0);
}

TEST(ElastisimFormula, ChoosesByACondition) {
  EXPECT_EQ(value("n > 4 ? n / 2 : n * 2", {{"n", 8}}), 4);
  EXPECT_EQ(value("n > 4 ? n / 2 : n * 2", {{"n", 3}}), 6);
  EXPECT_EQ(value("0 ? 1 : 0 ? 2 : 3"), 3);
  EXPECT_EQ(value("1 ? 0 ? 1 : 2 : 3"), 2);
}

// ElastiSim's example: flops / num_nodes^0.8. Posner et al.: Amdahl's law, S(4) = 1 / .2875.
TEST(ElastisimFormula, HasNames) {
  EXPECT_NEAR(value("flops/num_nodes^0.8", {{"flops", 9.18958684}, {"num_nodes", 16}}), 1, 1e-9);
  EXPECT_NEAR(value("(flops/divide)/(1/((1-parallel_percentage)+parallel_percentage/num_nodes))",
                    {{"flops", 100}, {"divide", 10}, {"parallel_percentage", 0.95}, {"num_nodes", 4}}),
              2.875, 1e-12);
}

TEST(ElastisimFormula, IsRefusedWhereItCannotBeRead) {
  for (const auto& [bad, what] :
       std::map<std::string, std::string>{{"", "ends where a number, a name or '(' should be"},
                                          {"1 +", "ends where a number, a name or '(' should be"},
                                          {"(1", "has a '(' without a ')'"},
                                          {"1)", "cannot be read from ')' on"},
                                          {"1 ? 2", "has a '?' without a ':'"},
                                          {"1 2", "cannot be read from '2' on"},
                                          {"7 & 2", "cannot be read from '& 2' on"},
                                          {"1 + *2", "has '*2' where a number, a name or '(' should be"},
                                          {".", "has '.', which begins with no number"},
                                          {"max(1, 2)", "calls 'max', and Malha reads no functions"}})
    EXPECT_EQ(refused_formula(bad), "formula '" + bad + "' " + what + what_formulas_have);
}

TEST(ElastisimFormula, IsRefusedWithoutAValue) {
  EXPECT_EQ(refused_formula("a + b", {{"a", 1}, {"c", 1}}),
            "formula 'a + b' has 'b', which has no value; valid: a, c");
  EXPECT_EQ(refused_formula("1 / 0"),
            "formula '1 / 0' is inf; valid: a formula whose value is a finite number");
}

TEST(ElastisimFormula, IsNotNestedTooDeep) {
  for (const std::string one : {"(", "-", "1 ? 1 : "}) {
    std::string formula;
    for (int i = 0; i < 5000; ++i)
      formula += one;
    EXPECT_NE(refused_formula(formula).find("is nested more than 100 deep; valid: "), std::string::npos);
  }
}

TEST_F(ElastisimJobs, HaveTypesSizesDatesAndLimits) {
  write("model.json", "{\"phases\": [" + busy + "]}");
  write("jobs.json", R"({"jobs": [
    {"type": "RIGID", "submit_time": 5, "num_nodes": 4, "walltime": 0, "application_model": "model.json",
     "attributes": {"priority": 50, "name": "special"}},
    {"type": "malleable", "submit_time": 7.5, "num_nodes_min": 2, "num_nodes_max": 16, "walltime": 3600,
     "application_model": "data/input/model.json", "arguments": {"num_nodes_pref": 8, "x": "2.5"}}]})");
  const auto read = elastisim::read_jobs(folder_ / "jobs.json", Unmodelled::refuse);
  ASSERT_EQ(read.jobs.size(), 2U);
  const auto &first = read.jobs[0], &second = read.jobs[1];
  EXPECT_EQ(first.kind, JobKind::rigid);
  EXPECT_EQ(first.submitted, 5);
  EXPECT_EQ(first.min, 4);
  EXPECT_EQ(first.max, 4);
  EXPECT_FALSE(first.walltime);
  EXPECT_FALSE(first.pref);
  EXPECT_EQ(first.attributes, (std::map<std::string, std::string>{{"name", "special"}, {"priority", "50"}}));
  EXPECT_EQ(second.number, 2U);
  EXPECT_EQ(second.kind, JobKind::malleable);
  EXPECT_EQ(second.submitted, 7.5);
  EXPECT_EQ(second.min, 2);
  EXPECT_EQ(second.max, 16);
  EXPECT_EQ(second.pref, 8);
  EXPECT_EQ(second.walltime, 3600);
  EXPECT_EQ(second.arguments, (Names{{"num_nodes_pref", 8}, {"x", 2.5}}));
  EXPECT_EQ(first.model, second.model); // found beside the file, and read once
  EXPECT_TRUE(read.ignored.empty());
}

// 24 iterations of flops / num_nodes^.8: 2.8e13 / 16^.8 each. A busy wait of 3 s twice, 1 s idle.
TEST_F(ElastisimJobs, DoTheTasksOfTheirPhases) {
  const auto read = this->read(evolving + R"(, "arguments": {"iterations": 24, "flops": 2.8e13})",
                               R"({"iterations": "iterations", "tasks": [
           {"type": "cpu", "name": "Compute", "flops": "flops/num_nodes^0.8", "computation_pattern": "UNIFORM"}]},
         {"iterations": 3.9, "scheduling_point": false, "tasks": [
           {"type": "sequence", "iterations": 2, "tasks": [
             {"type": "busy_wait", "delay": "num_nodes + 1", "pattern": "uniform", "iterations": "5/2"},
             {"type": "idle", "delay": 1, "pattern": "uniform"}]}]})");
  const auto& job = read.jobs.at(0);
  EXPECT_EQ(job.iterations, (std::vector<int>{24, 3}));
  EXPECT_EQ(job.parts(), 27);
  EXPECT_NEAR(job.part(0, 16).work, 2.8e13 / 9.18958684, 1e4);
  EXPECT_EQ(job.part(1, 2).busy, 12); // 2 x 2 x 3 s
  EXPECT_EQ(job.part(1, 2).waited, 2);
  EXPECT_EQ(job.part(1, 2).work, 0);
  EXPECT_TRUE(job.model->phases[0].has_points);
  EXPECT_FALSE(job.model->phases[1].has_points);
}

// ElastiSim, Job::calculateEvolvingRequest: cut, then clipped; only before the second iteration and later.
TEST_F(ElastisimJobs, AskForOtherSizes) {
  const std::string phases =
      R"({"iterations": 9, "evolving_request": "phase_iteration < 3 ? num_nodes * 1.5 : num_nodes_max * 2",
          "tasks": [{"type": "busy_wait", "delay": 1, "pattern": "uniform"}]})";
  const auto job = read(evolving, phases).jobs.at(0);
  EXPECT_EQ(job.request(0, 0, 5), std::nullopt);
  EXPECT_EQ(job.request(0, 1, 5), 7);
  EXPECT_EQ(job.request(0, 3, 5), 16);
  EXPECT_EQ(job.request(0, 1, 15), 16);
  EXPECT_EQ(read(rigid, phases).jobs.at(0).request(0, 1, 4), std::nullopt); // it never asks
}

// The request of ElastiSim's example project: four nodes more, then four less.
TEST_F(ElastisimJobs, AskByTheNumberOfTheIteration) {
  const auto job = read(evolving, R"({"iterations": 9,
        "evolving_request": "phase_iteration % 2 == 0 ? num_nodes - 4 : num_nodes + 4",
        "tasks": [{"type": "busy_wait", "delay": 1, "pattern": "uniform"}]})")
                       .jobs.at(0);
  EXPECT_EQ(job.request(0, 1, 8), 12);
  EXPECT_EQ(job.request(0, 2, 12), 8);
  EXPECT_EQ(job.request(0, 2, 5), 2);
}

// As in ElastiSim's example project.
TEST_F(ElastisimJobs, LeaveOutAndCountWhatIsNotModelled) {
  const std::string phases =
      R"({"iterations": 2, "final_scheduling_point": false, "tasks": [
           {"type": "cpu", "flops": 8, "computation_pattern": "uniform", "bytes": "bytes_comm",
            "communication_pattern": "all_to_all", "coupled": true},
           {"type": "pfs_write", "bytes": "bytes_write", "pattern": "all_ranks"}]})";
  const std::string on_init =
      R"(, "on_init": {"tasks": [{"type": "pfs_read", "bytes": "bytes_read", "pattern": "all_ranks"}]})";
  const std::string valid =
      ", which Malha does not model; valid: tasks without, or --set workload.io=ignore, which leaves it "
      "out";
  EXPECT_EQ(refusal(rigid, phases), "model.json: phase 1: task 1 has bytes that its nodes send" + valid);
  EXPECT_EQ(refusal(rigid, busy, on_init), "model.json: on_init: task 1 has a task of type pfs_read" + valid);
  const auto read = this->read(rigid + R"(, "num_gpus_per_node": 2)", phases, on_init, Unmodelled::ignore);
  EXPECT_EQ(read.jobs.at(0).part(0, 4).work, 8);
  EXPECT_FALSE(read.jobs.at(0).model->on_init);
  EXPECT_EQ(read.ignored, (Ignored{{"GPUs of a job", 1},
                                   {"a task of type pfs_read", 1},
                                   {"a task of type pfs_write", 1},
                                   {"bytes that its nodes send", 1},
                                   {"final_scheduling_point=false", 1}}));
}

TEST_F(ElastisimJobs, MayHaveCostsOfAChange) {
  const auto read = this->read(
      evolving, busy,
      R"(, "on_reconfiguration": {"tasks": [{"type": "busy_wait", "delay": "60 / num_nodes", "pattern": "uniform"}]},
           "on_expansion": {"tasks": [{"type": "delay", "delay": 5, "pattern": "uniform"}]})");
  const auto& job = read.jobs.at(0);
  EXPECT_EQ(elastisim::load_of(job.model->on_reconfiguration.value(), job.names(6)).busy, 10);
  EXPECT_EQ(elastisim::load_of(job.model->on_expansion.value(), job.names(6)).waited, 5);
}

TEST_F(ElastisimJobs, AreRefusedWithDamagedFields) {
  EXPECT_EQ(refusal(R"("type": "elastic", "submit_time": 0, "num_nodes": 1)", busy),
            "jobs.json: job 1: 'type' is \"elastic\"; valid: rigid, moldable, malleable, evolving, adaptive");
  EXPECT_EQ(refusal(R"("type": "rigid", "submit_time": -1, "num_nodes": 1)", busy),
            "jobs.json: job 1: 'submit_time' is -1; valid: a number, at least 0");
  EXPECT_EQ(refusal(R"("type": "rigid", "submit_time": 0, "num_nodes": 0)", busy),
            "jobs.json: job 1: 'num_nodes' is 0; valid: an integer, from 1 to 2147483647");
  EXPECT_EQ(refusal(R"("type": "moldable", "submit_time": 0, "num_nodes_min": 3, "num_nodes_max": 2)", busy),
            "jobs.json: job 1 has num_nodes_min 3 above num_nodes_max 2; valid: num_nodes_min at most "
            "num_nodes_max");
  EXPECT_EQ(refusal(rigid + R"(, "num_nodes_min": 2)", busy),
            "jobs.json: job 1 has an unknown key 'num_nodes_min'; valid: type, submit_time, walltime, "
            "application_model, arguments, attributes, num_nodes, num_gpus_per_node");
  EXPECT_EQ(refusal(rigid + R"(, "arguments": {"x": [1]})", busy),
            "jobs.json: job 1: arguments: 'x' is [1]; valid: a number");
  EXPECT_EQ(refusal(rigid + R"(, "arguments": {"num_nodes": 1})", busy),
            "jobs.json: job 1: arguments has 'num_nodes', which is a name of ElastiSim; valid: names but "
            "num_nodes, num_nodes_min, num_nodes_max, phase_iteration");
  EXPECT_EQ(refusal(evolving + R"(, "arguments": {"num_nodes_pref": 17})", busy),
            "jobs.json: job 1: arguments: 'num_nodes_pref' is 17; valid: an integer, from 2 to 16, its other "
            "numbers of nodes");
  EXPECT_EQ(refusal(rigid + R"(, "num_gpus_per_node": 1)", busy),
            "jobs.json: job 1 needs GPUs, which Malha does not model here; valid: a job without, or --set "
            "workload.io=ignore");
}

TEST_F(ElastisimJobs, AreRefusedWithoutTheirApplicationModel) {
  write("jobs.json", "{\"jobs\": [{" + rigid + ", \"application_model\": \"in/other.json\"}]}");
  const auto folder = folder_.string();
  EXPECT_EQ(thrown<InputError>([&] { elastisim::read_jobs(folder_ / "jobs.json", Unmodelled::refuse); }),
            folder +
                "/jobs.json: job 1: application model 'in/other.json' is not there; valid: a file beside "
                "the job file, " +
                folder + "/in/other.json or " + folder + "/other.json");
}

TEST_F(ElastisimJobs, AreRefusedWithDamagedModels) {
  EXPECT_EQ(refusal(rigid, ""), "model.json: 'phases' is []; valid: an array of at least one phase");
  EXPECT_EQ(refusal(rigid, phase_with(R"({"type": "fly"})")),
            "model.json: phase 1: task 1: 'type' is \"fly\"; valid: cpu, busy_wait, idle, sequence");
  EXPECT_EQ(refusal(rigid, phase_with(R"({"type": "cpu", "flops": 1, "computation_pattern": "all_ranks"})")),
            "model.json: phase 1: task 1: 'computation_pattern' is \"all_ranks\"; valid: uniform");
  EXPECT_EQ(refusal(rigid, phase_with(R"({"type": "cpu"})")),
            "model.json: phase 1: task 1 has neither 'flops' nor 'bytes'; valid: one of them, or both");
  EXPECT_EQ(
      refusal(rigid, phase_with(R"({"type": "busy_wait", "delay": "1 +", "pattern": "uniform"})")),
      "model.json: phase 1: task 1: 'delay': formula '1 +' ends where a number, a name or '(' should be" +
          what_formulas_have);
  EXPECT_EQ(refusal(rigid, phase_with(R"({"type": "busy_wait", "delay": [1], "pattern": "uniform"})")),
            "model.json: phase 1: task 1: 'delay' is [1]; valid: a number, or a formula");
}

// ElastiSim's documentation: phases have no variables for resources, since their number may change in them.
TEST_F(ElastisimJobs, AreRefusedWithFormulasWithoutAValue) {
  const std::string tasks = R"("tasks": [{"type": "idle", "delay": "later", "pattern": "uniform"}]})";
  EXPECT_EQ(
      refusal(rigid, "{\"iterations\": \"num_nodes\", " + tasks),
      "jobs.json: job 1: phase 1 of its application model: formula 'num_nodes' has 'num_nodes', which has "
      "no value; valid: (none)");
  EXPECT_EQ(refusal(rigid, "{" + tasks),
            "jobs.json: job 1: phase 1 of its application model: formula 'later' has 'later', which has no "
            "value; valid: num_nodes, num_nodes_max, num_nodes_min");
  EXPECT_EQ(
      refusal(rigid, R"({"iterations": 0, "tasks": []})"),
      "jobs.json: job 1: phase 1 of its application model: has 0 iterations; valid: from 1 to 2147483646 "
      "in all phases together");
  EXPECT_EQ(
      refusal(rigid, R"({"tasks": []})"),
      "jobs.json: job 1 does nothing; valid: an application model with a task of type cpu, busy_wait or "
      "idle, above 0");
}

} // namespace elastisim_jobs_test
} // namespace malha::testing
