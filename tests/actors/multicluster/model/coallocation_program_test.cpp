// SPDX-License-Identifier: MIT
// Jobs that run in several clusters, as the program shows them.
#include "multicluster_program.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

#include <cmath>

namespace malha::testing {
namespace coallocation_program_test {

/// A job of so many tasks that compute for 100 s and communicate for 20 s, in 20 iterations of 5 s and 1 s.
std::string job(int id, double submitted, int tasks, double bandwidth) {
  return R"({"id": )" + std::to_string(id) + R"(, "profile": "p", "subtime": )" + shortest(submitted) +
         R"(, "res": )" + std::to_string(tasks) +
         R"(, "extra_data": {"application": {"name": "A", "computation": 100, "communication": 20, )" +
         R"("bandwidth": )" + shortest(bandwidth) + "}}}";
}

class Coallocated : public MulticlusterProgram {
protected:
  /// Writes jobs.json.
  void jobs(const std::vector<std::string>& all) const {
    std::string text;
    for (const auto& one : all)
      text += (text.empty() ? "" : ",\n") + one;
    write_text(folder_ / "jobs.json", R"({"nb_res": 12, "jobs": [)" + text +
                                          R"(], "profiles": {"p": {"type": "delay", "delay": 120}}})");
  }
  /// "site starting_time finish_time allocated_resources" of each row.
  std::vector<std::string> dates(const std::string& out, const std::string& file) const {
    std::vector<std::string> found;
    for (const auto& row : rows(out, file))
      found.push_back(row.at("job_id") + " " + row.at("site") + " " + row.at("starting_time") + " " +
                      row.at("finish_time") + " " + row.at("allocated_resources"));
    return found;
  }
  /// Each part begins and ends with its job.
  void expect_parts_together(const std::string& out) const {
    std::map<std::string, std::map<std::string, std::string>> whole;
    for (const auto& row : rows(out, "jobs.csv"))
      whole[row.at("job_id")] = row;
    for (const auto& part : rows(out, "parts.csv"))
      for (const std::string column : {"starting_time", "finish_time"})
        EXPECT_EQ(part.at(column), whole.at(part.at("job_id")).at(column)) << out;
  }
};

using Lines = std::vector<std::string>;
const std::string small = "-w jobs.json -d multicluster.non_saturated --set transport=instant ";

// 11 of 10 + 10 nodes: resources 0 to 9 and 10. 10 * 1 * 5e6 / 10 = 5e6 of 1e7 B/s go through each channel,
// so that nothing is slower than alone.
TEST_F(Coallocated, RunAtOnceInTheirClusters) {
  jobs({job(0, 7, 11, 5e6)});
  simulate("out", small + "--set platform.sizes=10,10 --set platform.channel=1e7");
  EXPECT_EQ(dates("out", "jobs.csv"), Lines{"0 cluster-1+cluster-2 7 127 0-10"});
  EXPECT_EQ(dates("out", "parts.csv"), (Lines{"0 cluster-1 7 127 0-9", "0 cluster-2 7 127 10"}));
  EXPECT_EQ(metric("out", "coallocated_jobs"), 1);
  EXPECT_EQ(metric("out", "communication_slowdown"), 0.5);
  EXPECT_GT(metric("out", "solver_nodes").value(), 0);
  EXPECT_EQ(metric("out", "solver_gave_up"), 0);
  const auto predicted = rows("out", "predictions.csv");
  ASSERT_EQ(predicted.size(), 1u);
  EXPECT_EQ(predicted[0].at("site"), "cluster-1+cluster-2");
  EXPECT_EQ(predicted[0].at("execution_time"), "120");
  EXPECT_EQ(metric("out", "execution_slope"), 1);
}

// The same where clusters plan the ends of their jobs: nodes are dedicated, and job 1 waits for its nodes.
TEST_F(Coallocated, RunAboveClustersThatPlanEnds) {
  jobs({job(0, 0, 11, 5e6), job(1, 1, 10, 0)});
  for (const std::string policy : {"fcfs", "easy_backfill", "conservative_backfill", "machine_backfill"}) {
    simulate(policy, "-w jobs.json -d multicluster.tat --set transport=instant --set platform.sizes=10,10 "
                     "--set platform.channel=1e7 --set policy.coallocation=multicluster/optimal "
                     "--set policy=cluster/" +
                         policy);
    EXPECT_EQ(dates(policy, "jobs.csv"),
              (Lines{"0 cluster-1+cluster-2 0 120 0-10", "1 cluster-1 120 240 0-9"}))
        << policy;
  }
}

// Job 0 has 4 tasks in the first cluster and 1 in the second, and sends 4 * 1 * 1e7 / 4 = 1e7 B/s: SC = 1.
// Job 1 comes at 63 and has 1 in the second and 4 in the third, on nodes of its own: SC = 2 in the second.
// Job 0 is in its 11th iteration then, which computes until 65. From there on its exchanges take 2 s: 10
// iterations of 6 s and 10 of 7 s are 130 s. Exchanges of job 1 begin at 68, 75 ... 124 before that, and 9 of
// them take 2 s: 9 * 7 s + 11 * 6 s = 129 s.
TEST_F(Coallocated, SlowEachOtherInTheChannelsThatTheyShare) {
  jobs({job(0, 0, 5, 1e7), job(1, 63, 5, 1e7)});
  simulate("out", small + "--set platform.sizes=4,4,4 --set platform.channel=1e7 "
                          "--set policy.coallocation=multicluster/optimal");
  EXPECT_EQ(dates("out", "jobs.csv"),
            (Lines{"0 cluster-1+cluster-2 0 130 0-4", "1 cluster-2+cluster-3 63 192 5 8-11"}));
  EXPECT_EQ(metric("out", "communication_slowdown"), 1.5);
  const auto predicted = rows("out", "predictions.csv");
  ASSERT_EQ(predicted.size(), 2u);
  EXPECT_EQ(predicted[0].at("execution_time"), "120");
  EXPECT_EQ(predicted[1].at("execution_time"), "140");
  simulate("keeps", small + "--set platform.sizes=4,4,4 --set platform.channel=1e7");
  EXPECT_EQ(dates("keeps", "jobs.csv").back(), "1 cluster-1+cluster-2 120 240 0-4");
}

// On nodes that share: job 1 of a cluster computes on node 0 from 0 on, so that the task of job 0 there gets
// half of it.
TEST_F(Coallocated, WaitForTheirSlowestTask) {
  jobs({job(0, 0, 4, 0), job(1, 0, 5, 0)});
  simulate("out", small + "--set platform.sizes=4,4 --set platform.channel=1e7 --set mpl=2 "
                          "--set policy.selection=multicluster/ffit");
  const auto found = rows("out", "jobs.csv");
  ASSERT_EQ(found.size(), 2u);
  for (const auto& row : found)
    EXPECT_EQ(row.at("starting_time"), "0");
  expect_parts_together("out");
  EXPECT_EQ(rows("out", "predictions.csv").back().at("execution_time"), "220");
}

// Job 0 has more tasks than there are nodes. Job 1 would send 10 * 1 * 9e7 / 10 B/s through channels of 1e7
// B/s at least.
TEST_F(Coallocated, AreRejectedWhereTheyCanNeverRun) {
  jobs({job(0, 0, 21, 0), job(1, 1, 11, 9e7), job(2, 2, 11, 0)});
  const std::string options =
      "$MALHA simulate -p clusters " + small + "--set platform.sizes=10,10 --set platform.channel=1e7 -o ";
  EXPECT_EQ(run_shell(options + "out && $MALHA validate out", folder_.path()).status, 0);
  const auto found = rows("out", "jobs.csv");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].at("final_state"), "REJECTED");
  EXPECT_EQ(found[1].at("final_state"), "REJECTED");
  EXPECT_EQ(dates("out", "parts.csv").size(), 2u);
  EXPECT_EQ(run_shell(options + "never --set policy.coallocation=multicluster/never", folder_.path()).status,
            0);
  EXPECT_EQ(metric("never", "jobs_rejected"), 3);
  EXPECT_FALSE(metric("never", "coallocated_jobs"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "never" / "parts.csv"));
}

// Two clusters of 10 nodes, 11 tasks. Each is asked for its nodes (a number and a kind), and has 10 of them
// (two numbers each, the cluster and a kind). Ten are reserved at one, and one at the other: the description,
// a number for each, and two more.
TEST_F(Coallocated, SendTheMessagesOfTheirRules) {
  jobs({job(0, 7, 11, 5e6)});
  simulate("out", "-w jobs.json -d multicluster.non_saturated --set platform.sizes=10,10 "
                  "--set platform.channel=1e7");
  std::map<std::string, std::string> messages;
  for (const auto& row : rows("out", "messages.csv"))
    if (row.at("number") != "0" && row.at("kind") != "last_submission")
      messages[row.at("kind")] = row.at("number") + " " + row.at("bytes");
  const std::map<std::string, std::string> expected{
      {"submission", "1 1024"},      {"nodes_request", "2 18"}, {"nodes_reply", "2 338"},
      {"reserve", "2 2168"},         {"reserve_reply", "2 18"}, {"part_begins", "2 34"},
      {"coallocated_ended", "1 17"}, {"part_ended", "2 34"},    {"handed_over", "4 4"}};
  EXPECT_EQ(messages, expected);
  expect_parts_together("out");
  // It begins when the last owner has agreed, and nobody is slower than alone.
  const auto whole = rows("out", "jobs.csv").front();
  EXPECT_GT(parse_number<double>(whole.at("starting_time")).value(), 7);
  EXPECT_LT(parse_number<double>(whole.at("starting_time")).value(), 7.1);
  EXPECT_NEAR(parse_number<double>(whole.at("execution_time")).value(), 120, 1e-9);
  EXPECT_LT(metric("out", "shutdown_time"), 0.1);
}

// Tasks need 7e8 B. That is more than a local user leaves of 1e9 B. 3 of 8 nodes have one, others each
// minute. 4 and 1 tasks just fill channels of 4 * 1 * 1e7 / 4 = 1e7 B/s; 3 and 2 would send 1.5e7 B/s. So the
// job waits until all local users are in one cluster.
TEST_F(Coallocated, AreTriedAgainWhenLocalUsersHaveGone) {
  auto one = job(0, 0, 5, 1e7);
  one.insert(one.find("\"bandwidth\""), "\"memory\": 7e8, ");
  jobs({one});
  for (const std::string transport : {"instant", "network"}) {
    simulate(transport, "-w jobs.json -d multicluster.non_saturated --set transport=" + transport +
                            " --set platform.sizes=4,4 --set platform.channel=1e7 --environment local_users "
                            "--set local_users.local_share=37.5 --set local_users.placement=random --set "
                            "local_users.redraw=60 --seed 2");
    const double start =
        parse_number<double>(rows(transport, "jobs.csv").front().at("starting_time")).value();
    EXPECT_GT(start, 59) << transport;
    EXPECT_LT(start - 60 * std::floor(start / 60), 0.1) << transport;
    expect_parts_together(transport);
  }
}

// Clusters of 2 nodes and of 1, with one slot each. Job 0 has one node of the first. Job 1 of two nodes waits
// there for both, unless it may also have that of the second cluster.
TEST_F(Coallocated, ComeFromTheQueueOfACluster) {
  jobs({job(0, 0, 1, 0), job(1, 1, 2, 0)});
  const std::string options = small + "--set platform.sizes=2,1 --set platform.channel=1e7 --set mpl=1 "
                                      "--set policy.selection=multicluster/ffit --set refined=";
  simulate("off", options + "off");
  EXPECT_EQ(dates("off", "jobs.csv"), (Lines{"0 cluster-1 0 120 0", "1 cluster-1 120 240 0-1"}));
  simulate("on", options + "on");
  EXPECT_EQ(dates("on", "jobs.csv"), (Lines{"0 cluster-1 0 120 0", "1 cluster-1+cluster-2 1 121 1-2"}));
  EXPECT_EQ(metric("on", "coallocated_jobs"), 1);
  // From its hand-over at 1, as of job 0 from 0, 120 s.
  EXPECT_EQ(metric("on", "mean_cluster_turnaround_time"), 120);
}

// Clusters of 1 node and of 2, with one slot each, on which jobs 0, 1 and 2 run from 0 to 120, 5 to 125 and 6
// to 126. Job 3 of two nodes waits in the queue of the second cluster, and runs in both from 125 on. Job 1
// goes through that queue in no time.
TEST_F(Coallocated, AreExplainedByTheirClusters) {
  jobs({job(0, 0, 1, 0), job(1, 5, 1, 0), job(2, 6, 1, 0), job(3, 20, 2, 0)});
  const std::string options = "--set platform.sizes=1,2 --set platform.channel=1e7 --set mpl=1 --set "
                              "policy.selection=multicluster/ffit --set refined=on ";
  const auto said =
      run_shell("$MALHA simulate -p clusters " + small + options + "--explain=3 -o out", folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(dates("out", "jobs.csv").back(), "3 cluster-1+cluster-2 125 245 0-1");
  const auto begin = said.out.find("job 3 ");
  ASSERT_NE(begin, std::string::npos) << said.out;
  EXPECT_EQ(said.out.substr(begin),
            "job 3 needs 2 of 3 nodes; submitted at 20 s, started at 125 s, after 105 s\n"
            "  from 20 s to 125 s: too_few_nodes (fewer nodes were free than it needs)\n"
            "    0 to 1 of 3 nodes free; running: 3 jobs (0, 1, 2)\n"
            "  at 125 s started: taken out of the queue, to run in cluster-1+cluster-2\n"
            "results in out\n");
  const auto at_once =
      run_shell("$MALHA simulate -p clusters " + small + options + "--explain=1 -o once", folder_.path()).out;
  EXPECT_EQ(at_once.substr(at_once.find("job 1 ")),
            "job 1 needs 1 of 2 nodes; submitted at 5 s, started at once\n"
            "  at 5 s started: taken out of the queue, to run in cluster-2\n"
            "results in once\n");
}

// Job 0 has the node of the first cluster until 120. Job 1 of three nodes fits into no cluster, so that the
// meta-scheduler keeps it until it can have all nodes of both.
TEST_F(Coallocated, AreExplainedWhereNoClusterHadThem) {
  jobs({job(0, 0, 1, 0), job(1, 10, 3, 0)});
  const std::string options = "simulate -p clusters " + small +
                              "--set platform.sizes=1,2 --set platform.channel=1e7 --set mpl=1 --set "
                              "policy.selection=multicluster/ffit ";
  const std::string told = "submitted at 10 s, started at 120 s in cluster-1+cluster-2. It was in the queue "
                           "of no cluster: the meta-scheduler kept it until it had found nodes for it";
  auto said = run_shell("$MALHA " + options + "--explain=1 -o out", folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(dates("out", "jobs.csv").back(), "1 cluster-1+cluster-2 120 240 0-2");
  EXPECT_NE(said.out.find("\n" + wrapped("job 1: " + told, "")), std::string::npos) << said.out;
  said = run_shell("$MALHA " + options + "--explain=1@50 -o at", folder_.path());
  EXPECT_NE(said.out.find("\n" + wrapped("job 1 at t=50 s: " + told, "")), std::string::npos) << said.out;
}

// The same rows for any number of workers.
TEST_F(Coallocated, DoNotDependOnTheNumberOfWorkers) {
  write_text(folder_ / "several.xml", R"(<?xml version="1.0"?>
<scenario>
  <question>Do jobs in several clusters depend on the workers?</question>
  <platform name="clusters"/>
  <workload name="nas_jobs"/>
  <seeds vary="the jobs" number="4"/>
  <set key="platform.sizes" value="4,4,3"/>
  <set key="workload.jobs" value="20"/>
  <set key="refined" value="on"/>
  <run name="instant" deployment="multicluster.non_saturated"><set key="transport" value="instant"/></run>
  <run name="network" deployment="multicluster.non_saturated"/>
  <measure metric="communication_slowdown"/>
</scenario>
)");
  for (const std::string workers : {"1", "2"}) {
    const auto said =
        run_shell("$MALHA run ./several.xml -j " + workers + " -o out" + workers, folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "out1"))
    if (entry.path().extension() == ".csv") {
      const auto other =
          folder_ / "out2" / std::filesystem::relative(entry.path(), folder_ / "out1").string();
      EXPECT_EQ(text_of(entry.path()), text_of(other)) << other;
      ++compared;
    }
  EXPECT_GT(compared, 8u * 5);
}

} // namespace coallocation_program_test

namespace coallocation_properties_test {

class CoallocatedProperties : public MulticlusterProgram {};

// Both transports, all policies, local users who come and go: each run is valid, and its parts are together.
TEST_F(CoallocatedProperties, RandomRunsAreValid) {
  int number = 0;
  for (const std::string transport : {"instant", "network"})
    for (const std::string policy : {"optimal", "non_saturated", "non_optimal", "jones", "bucur"}) {
      const auto seed = std::to_string(++number);
      const auto said = run_shell(
          "$MALHA simulate -p clusters -d multicluster.non_saturated -w nas_jobs --set "
          "platform.sizes=4,4,3 --set platform.channel=4e7 --set workload.jobs=40 --set "
          "workload.gap=8 --environment local_users --set local_users.local_share=30 --set "
          "local_users.redraw=60 --set transport=" +
              transport + " --set policy.coallocation=multicluster/" + policy +
              " --set coalloc_free=contract --set refined=" + (number % 3 == 0 ? "off" : "on") +
              " --set policy.queue=multicluster/" + (number % 2 == 0 ? "blocking" : "non_blocking") +
              " --seed " + seed + " -o out" + seed + " && $MALHA validate out" + seed,
          folder_.path());
      EXPECT_EQ(said.status, 0) << policy << said.out << said.err;
      if (policy == "non_saturated" || policy == "non_optimal") {
        EXPECT_LE(metric("out" + seed, "communication_slowdown").value_or(0), 1);
      }
    }
}

} // namespace coallocation_properties_test
} // namespace malha::testing
