// SPDX-License-Identifier: MIT
// Job files of ElastiSim as workloads.
#include "reading.hpp"
#include "scenarios/workload/files/elastisim_law.hpp"

#include <cmath>

namespace malha::testing {
namespace elastisim_test {

using Texts = std::vector<std::string>;
using Settings = std::map<std::string, std::string>;

/// Run times on 2 to 16 nodes.
template <class Time>
std::vector<Seconds> times_on_2_to_16(const Time& time) {
  std::vector<Seconds> times;
  for (int nodes = 2; nodes <= 16; ++nodes)
    times.push_back(time(nodes));
  return times;
}

TEST(ElastisimLaw, IsTheSimplestOneThatHasAllRunTimes) {
  const auto law = [](const auto& time) { return elastisim::law_of(2, times_on_2_to_16(time)).text(); };
  EXPECT_EQ(law([](double n) { return 1e9 / n; }), "linear");
  EXPECT_EQ(law([](double n) { return 2.8e13 / std::pow(n, 0.8); }), "power:0.8");
  EXPECT_EQ(law([](double n) { return 7 / std::pow(n, 0.8527412240709863); }).substr(0, 18),
            "power:0.8527412240");
  EXPECT_EQ(law([](double n) { return 100 * (0.05 + 0.95 / n); }), "amdahl:0.95");
  EXPECT_EQ(law([](double) { return 3.0; }), "power:0");
  EXPECT_EQ(law([](double n) { return 20 / n + n; }).substr(0, 13), "table:2=12/3="); // 20 / 2 + 2
  EXPECT_EQ(elastisim::law_of(4, {5}).text(), "linear");
}

TEST(ElastisimLaw, HasATimeOfSeveralSizesOnce) {
  EXPECT_EQ(elastisim::law_of(2, {9, 9, 5, 5, 5, 7}).text(), "table:2=9/4=5/7=7");
}

// The table has each run time, as a multiple of that on two nodes.
TEST(ElastisimLaw, IsOtherwiseATableOfThem) {
  const auto times = times_on_2_to_16([](double n) { return 20 / n + n; });
  const auto law = elastisim::law_of(2, times);
  EXPECT_DOUBLE_EQ(run_time_on(law, 12, 2, 16), 17.25);
  EXPECT_DOUBLE_EQ(run_time_on(law, 12, 2, 5), 9);
}

class Elastisim : public Reading {
protected:
  /// Reads jobs of these texts with an application model of these phases, and what else it has.
  Read read(const Texts& jobs, const std::string& phases, const std::string& more = "",
            const Settings& settings = {}) const {
    write_text(folder_ / "model.json", "{\"phases\": [" + phases + "]" + more + "}");
    std::string all;
    for (const auto& job : jobs)
      all += (all.empty() ? "{" : ", {") + job + ", \"application_model\": \"in/model.json\"}";
    write_text(folder_ / "jobs.json", "{\"jobs\": [" + all + "]}");
    return read_file(folder_ / "jobs.json", settings);
  }
  std::string refusal(const std::string& job, const std::string& phases,
                      const Settings& settings = {}) const {
    const auto said = thrown<InputError>([&] { read({job}, phases, "", settings); });
    const auto place = folder_.path().string() + "/";
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }
};

std::string busy(const std::string& delay) {
  return R"({"type": "busy_wait", "pattern": "uniform", "delay": ")" + delay + "\"}";
}
std::string cpu(const std::string& flops) {
  return R"({"type": "cpu", "computation_pattern": "uniform", "flops": ")" + flops + "\"}";
}
std::string phase(const std::string& tasks, const std::string& more = "") {
  return "{" + more + "\"tasks\": [" + tasks + "]}";
}
std::string sized(const std::string& type, const std::string& more = "") {
  return R"("type": ")" + type + R"(", "submit_time": 3, "num_nodes_min": 2, "num_nodes_max": 16)" + more;
}
const std::string rigid = R"("type": "rigid", "submit_time": 5, "num_nodes": 4, "walltime": 99)";

// (2 + 16) / 2 = 9 nodes; 10 times 72 / 9 s, whatever the speed of the nodes is.
TEST_F(Elastisim, JobsAreOfAllTypes) {
  const auto read = this->read({rigid, sized("malleable"), sized("moldable"), sized("ADAPTIVE")},
                               phase(busy("72 / num_nodes"), R"("iterations": 10, )"));
  ASSERT_EQ(read.jobs.size(), 4U);
  const auto& malleable = read.jobs[0];
  EXPECT_EQ(malleable.id, 2);
  EXPECT_EQ(malleable.submitted, 3);
  EXPECT_EQ(malleable.tasks.front().resources, 9);
  EXPECT_EQ(malleable.tasks.front().length, 80);
  EXPECT_TRUE(malleable.tasks.front().is_delay);
  EXPECT_TRUE(malleable.tasks.front().is_busy);
  EXPECT_FALSE(malleable.walltime);
  EXPECT_EQ(malleable.metadata, "type=malleable;min_nodes=2;max_nodes=16;law=linear;parts=10;work=720");
  EXPECT_EQ(read.jobs[1].sizes->kind, JobKind::moldable);
  EXPECT_EQ(read.jobs[2].sizes->kind, JobKind::adaptive);
  const auto& last = read.jobs[3];
  EXPECT_EQ(last.id, 1);
  EXPECT_EQ(last.sizes, nullptr);
  EXPECT_EQ(last.tasks.front().length, 180);
  EXPECT_EQ(last.walltime, 99);
  EXPECT_EQ(texts(read.notes), Texts{"sorted by submission: 4"});
}

// Each node does flops / n^.5, as work that faster nodes do sooner; 2^20 / 2^10 flop/s on one node.
TEST_F(Elastisim, WorkStaysWorkUnlessASpeedIsGiven) {
  const std::string job = sized("malleable", R"(, "arguments": {"num_nodes_pref": 4, "flops": 1048576})");
  const auto work = read({job}, phase(cpu("flops / num_nodes^.5"))).jobs.at(0);
  EXPECT_EQ(work.tasks.front().work, 524288);
  EXPECT_EQ(work.tasks.front().reference_speed, 0);
  EXPECT_EQ(work.sizes->law.text(), "power:0.5");
  EXPECT_EQ(work.sizes->run_at_pref, 512);
  EXPECT_EQ(work.sizes->work, 1024);
  const auto time =
      read({job}, phase(cpu("flops / num_nodes^.5")), "", {{"reference_speed", "1024"}}).jobs.at(0);
  EXPECT_EQ(time.tasks.front().length, 512);
  EXPECT_FALSE(time.tasks.front().is_delay);
}

TEST_F(Elastisim, WorkBesideDelaysNeedsASpeed) {
  const auto mixed = phase(cpu("2048 / num_nodes") + ", " + busy("1"));
  EXPECT_EQ(
      refusal(sized("malleable"), mixed),
      "jobs.json: job 1 has tasks of type cpu beside others that take a time, and Malha runs one or the "
      "other; valid: --set workload.reference_speed=S, which makes their times work");
  // 2 s of work and 1 s: f = 2 / 3, which no short number is.
  const auto job = read({sized("malleable")}, mixed, "", {{"reference_speed", "1024"}}).jobs.at(0);
  EXPECT_NEAR(job.sizes->run_time(2), 2, 1e-12);
  EXPECT_NEAR(job.sizes->run_time(16), 1.125, 1e-12);
  EXPECT_EQ(job.sizes->law.text().substr(0, 12), "amdahl:0.666");
  EXPECT_EQ(
      refusal(sized("malleable"), phase(cpu("8")), {{"estimates", "exact"}}),
      "jobs.json: job 1: setting workload.estimates=exact: its application model gives work, so that its "
      "run time is not known before; valid: user, or with workload.reference_speed=S");
}

// The requests of ElastiSim's example project, of a job that starts on nine nodes: four more, then four less.
TEST_F(Elastisim, JobsAskAndPayForAChange) {
  const auto read = this->read(
      {sized("evolving")},
      phase(
          busy("6"),
          R"("iterations": 5, "evolving_request": "phase_iteration % 2 == 0 ? num_nodes - 4 : num_nodes + 4", )"),
      R"(, "on_reconfiguration": {"iterations": 2, "tasks": [)" + busy("18 / num_nodes") +
          R"(]}, "on_expansion": {"tasks": [)" + busy("5") + "]}");
  const auto& sizes = *read.jobs.at(0).sizes;
  EXPECT_EQ(text_of(sizes.asks), "1:13 2:9 3:13 4:9");
  EXPECT_EQ(sizes.cost.shrink, 4);
  EXPECT_EQ(sizes.cost.grow, 9);
  EXPECT_EQ(texts(read.notes),
            (Texts{"cost of a change that depends on nodes, as on the usual ones: 1",
                   "asks that depend on the nodes that it has, as if it had got what it asked for: 1"}));
}

// A phase without points is one part; its three iterations are longer than a part of the other.
TEST_F(Elastisim, PartsAreIterationsBetweenPoints) {
  const std::string first = R"("iterations": 4, )",
                    second = R"("iterations": 3, "scheduling_point": false, )";
  const auto read = this->read({sized("malleable"), sized("moldable")},
                               phase(busy("1"), first) + ", " + phase(busy("1"), second));
  EXPECT_EQ(read.jobs.at(0).sizes->parts, 5);
  EXPECT_EQ(read.jobs.at(0).sizes->run_at_pref, 7);
  EXPECT_EQ(texts(read.notes), Texts{"parts of different lengths, which count as equal: 1"});
}

TEST_F(Elastisim, AttributesAreMetadata) {
  const auto job =
      read({rigid + R"(, "attributes": {"account": "physics", "weight": 2})"}, phase(busy("1"))).jobs.at(0);
  EXPECT_EQ(job.metadata, "account=physics;weight=2");
  EXPECT_EQ(job.account, "physics");
}

TEST_F(Elastisim, WhatIsNotModelledIsRefusedOrCounted) {
  const auto tasks = phase(busy("1") + R"(, {"type": "pfs_write", "bytes": 5, "pattern": "all_ranks"})");
  EXPECT_EQ(
      refusal(rigid, tasks),
      "model.json: phase 1: task 2 has a task of type pfs_write, which Malha does not model; valid: tasks "
      "without, or --set workload.io=ignore, which leaves it out");
  const auto read = this->read({rigid}, tasks, "", {{"io", "ignore"}});
  EXPECT_EQ(read.jobs.at(0).tasks.front().length, 1);
  EXPECT_EQ(texts(read.notes), Texts{"ignored: a task of type pfs_write: 1"});
}

TEST_F(Elastisim, JobsThatDoNothingOnSomeNodesAreRefused) {
  EXPECT_EQ(refusal(sized("malleable"), phase(busy("num_nodes == 3 ? 0 : 1"))),
            "jobs.json: job 1 does nothing on 3 nodes; valid: tasks that are above 0 there");
}

// It has a value on 2 and on 16 nodes, where it is tried when the file is read.
TEST_F(Elastisim, FormulasWithoutAValueOnSomeNodesAreRefusedWithTheirJob) {
  const auto said = refusal(sized("malleable"), phase(busy("1 / (num_nodes - 3)^2")));
  const std::string begin = "jobs.json: job 1: formula '1 / (num_nodes - 3)^2' ";
  EXPECT_EQ(said.substr(0, begin.size()), begin);
  EXPECT_EQ(said.find("jobs.json", begin.size()), std::string::npos);
}

TEST_F(Elastisim, FilesAreToldFromOthersInJson) {
  const auto reader = [&](const std::string& text) {
    write_text(folder_ / "a.json", text);
    return shipped_catalog().reader_of(folder_ / "a.json")->name;
  };
  EXPECT_EQ(reader(R"({"jobs": [{"type": "rigid", "num_nodes": 1, "application_model": "m.json"}]})"),
            "elastisim");
  EXPECT_EQ(reader(R"({"jobs": [{"application_model": "m.json"}]})"), "elastisim");
  EXPECT_EQ(reader(R"({"jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "p"}], "profiles": {}})"),
            "batsim");
  EXPECT_EQ(reader(R"({"nb_res": 1, "jobs": []})"), "batsim");
  EXPECT_EQ(reader(R"({"schemaVersion": "1.4", "workflow": {}})"), "workflow");
  write_text(folder_ / "m.json", "{}");
  write_text(folder_ / "jobs.json", R"({"jobs": [{)" + rigid + R"(, "application_model": "m.json"}]})");
  EXPECT_TRUE(
      shipped_catalog().workloads().at("elastisim")->also_read(folder_ / "jobs.json").empty()); // damaged
  write_text(folder_ / "m.json", "{\"phases\": [" + phase(busy("1")) + "]}");
  EXPECT_EQ(shipped_catalog().workloads().at("elastisim")->also_read(folder_ / "jobs.json"),
            std::vector<std::filesystem::path>{folder_ / "m.json"});
}

} // namespace elastisim_test
} // namespace malha::testing
