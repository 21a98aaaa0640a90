// SPDX-License-Identifier: MIT
// When jobs that wait at a site would start: the queue of a real Slurm, and of a simulation that was cut.
#include "tests/actors/cluster/batch_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace whatif_test {

/// squeue-22.05.json was written by Slurm 22.05.8 on four nodes; names of users were changed. Counted from
/// its date, job 1 holds n1 and n2 to 1756 s, job 2 n3 to 556, job 4 n4 to 256. There wait, in their order, 3
/// (three nodes, 1200 s), 5 (one, 720 s), 6 (two, 900 s), the tasks 7_1 to 7_3 (one, 480 s), and from 3556 on
/// 10 (one, 900 s). Jobs 8 and 9 are held back.
class OfASite : public BatchProgram {
protected:
  OfASite() {
    std::filesystem::copy_file(MALHA_SOURCE_FOLDER "/tests/system/whatif/squeue-22.05.json",
                               folder_ / "squeue.json");
  }
  Said run(const std::string& command) const { return run_shell("$MALHA " + command, folder_.path()); }
  Said whatif(const std::string& more, const std::string& names = "n[1-4]") const {
    return run("whatif squeue.json -p named_hosts --set 'platform.names=" + names + "' -o out " + more);
  }
  void edit(const std::string& from, const std::string& to) const {
    auto text = text_of(folder_ / "squeue.json");
    const auto found = text.find(from);
    ASSERT_NE(found, std::string::npos) << from;
    write_text(folder_ / "squeue.json", text.replace(found, from.size(), to));
  }
  /// "job start" of each job that waits.
  Texts starts(const std::string& deployment) const {
    Texts found;
    for (CsvReader rows(folder_ / "out/whatif.csv"); rows.next();)
      if (rows.text("deployment") == deployment)
        found.push_back(rows.text("job") + " " + rows.text("start"));
    return found;
  }
};

// FCFS: 3 and, beside it, 5 start at 1756; 6, 7_1 and 7_2 when 3 ends, at 2956; 7_3 at 3436. EASY: 3 has its
// reservation at 1756, with one node to spare. 5 fills n4 at 256, the tasks n3 and n4 at 556, 976 and 1036; 6
// would delay 3.
TEST_F(OfASite, AreToldWhenTheyWouldStart) {
  const auto said = whatif("-d FCFS=cluster.fcfs -d EASY=cluster.easy_backfill");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.out, R"(3 jobs run and 7 wait; jobs run to their limits

job  user  size    limit     FCFS     EASY    change
3    ann      3  0:20:00  0:29:16  0:29:16
5    bob      1  0:12:00  0:29:16  0:04:16  -0:25:00
6    eve      2  0:15:00  0:49:16  0:49:16
7_1  bob      1  0:08:00  0:49:16  0:09:16  -0:40:00
7_2  bob      1  0:08:00  0:49:16  0:16:16  -0:33:00
7_3  bob      1  0:08:00  0:57:16  0:17:16  -0:40:00
10   bob      1  0:15:00  0:59:16  0:59:16

from now on              FCFS     EASY
jobs that start now         0        0
mean time to start    0:46:07  0:26:25
median time to start  0:49:16  0:17:16
last start            0:59:16  0:59:16
end of all jobs       1:14:16  1:14:16
workload: 10 jobs, dates count from 2026-11-28T19:50:15Z, the date of the file
workload: 1 job, left out: they are held
workload: 1 job, left out: they wait for other jobs
results in out
)");
  EXPECT_EQ(starts("EASY"),
            (Texts{"3 1756", "5 256", "6 2956", "10 3556", "7_1 556", "7_2 976", "7_3 1036"}));
  const auto json = nlohmann::json::parse(text_of(folder_ / "out/whatif.json"));
  EXPECT_EQ(json["running"], 3);
  EXPECT_EQ(json["deployments"][0]["last_end"], 4456);
  EXPECT_EQ(json["jobs"][1]["starts"], nlohmann::json({{"FCFS", 1756}, {"EASY", 256}}));
  const auto valid = run("validate out");
  EXPECT_EQ(valid.status, 0) << valid.out;
}

// The file has the starts that Slurm itself planned for the jobs that wait: 1795895671 for job 5, and
// 1795897171 for job 3, 256 and 1756 s after its date. The cluster had bf_interval=1. (For jobs further
// behind, Slurm's plans are later than what it then does: it makes them anew in each pass.)
TEST_F(OfASite, StartUnderSlurmWhenSlurmSays) {
  ASSERT_EQ(whatif("-d Slurm=cluster.slurm,policy.bf_interval=1").status, 0);
  const auto all = starts("Slurm");
  EXPECT_EQ(all[0], "3 1756");
  EXPECT_EQ(all[1], "5 256");
}

// Half of what is left: nodes come back at 878, 278 and 128; 3 starts at 878 and ends at 1478.
TEST_F(OfASite, MayRunAShareOfTheirLimits) {
  ASSERT_EQ(whatif("-d cluster.fcfs --runs 0.5").status, 0);
  EXPECT_EQ(starts("cluster.fcfs").front(), "3 878");
  EXPECT_EQ(whatif("-d cluster.fcfs --runs 0.5 --set workload.runs=1").err,
            "malha: whatif: --runs 0.5 and --set workload.runs=1 say the same; valid: one of the two\n");
}

// Slurm's priorities of this file are in the order of submission. With 6 first, it starts at 1756 on n1 and
// n2, beside it 3 does not fit.
TEST_F(OfASite, MayStandInTheOrderOfTheirPriorities) {
  edit("\"priority\": 4294901754", "\"priority\": 4294901999");
  ASSERT_EQ(whatif("-d cluster.fcfs --set policy.priority=cluster/recorded_priority").status, 0);
  EXPECT_EQ(starts("cluster.fcfs")[2], "6 556"); // n3 and n4 are free then
  EXPECT_EQ(starts("cluster.fcfs")[0], "3 1756");
}

// Policies that count usage begin at the date of the file.
TEST_F(OfASite, AreToldWhatIsNotKnownOfUsage) {
  const auto said = whatif("-d cluster.fcfs --set policy.priority=cluster/multifactor");
  EXPECT_NE(said.out.find("\ncluster.fcfs: 'cluster/multifactor' does not know what users have used before;\n"
                          "--set accounts=FILE and usage=FILE say it\n"),
            std::string::npos)
      << said.out;
}

// By CPUs each node has two: 3 asks for three CPUs, and 4 leaves n4 with two at 256; at 556 there are four.
TEST_F(OfASite, MayBeCountedByCpus) {
  const auto said = whatif("-d cluster.fcfs --set allocation=core --set workload.resources=cpus --set "
                           "platform.cores=2");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(starts("cluster.fcfs")[0], "3 556");
}

TEST_F(OfASite, AreRefusedWhereTheyDoNotFitThePlatform) {
  EXPECT_EQ(
      whatif("-d cluster.fcfs", "n[1-3],m4").err,
      "malha: cluster.fcfs: workload 'squeue.json': job 4 runs on node 'n4', which the cluster does not "
      "have; valid: n1, n2, n3, m4\n");
  edit("\"nodes\": \"n4\", \"cpus\"", "\"nodes\": \"n3\", \"cpus\"");
  const auto twice = whatif("-d cluster.fcfs");
  EXPECT_EQ(twice.status, 2);
  EXPECT_EQ(twice.err, "malha: cluster.fcfs: workload 'squeue.json': job 4 runs on node 'n3', which job 2 "
                       "holds, too; valid: one job on a node, or CPUs of nodes (allocation=core)\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(OfASite, AreRefusedWhenTheyAreLargerThanTheCluster) {
  edit("\"cpus\": 3, \"node_count\": 3", "\"cpus\": 3, \"node_count\": 5");
  const auto said = whatif("-d cluster.fcfs");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err, "malha: squeue.json: job 3 needs 5 nodes, and platform 'named_hosts' has 4; valid: a "
                      "platform with all nodes of the site\n");
}

TEST_F(OfASite, AreRefusedWhereTheirFileIsWrong) {
  const auto refused = [this] {
    const auto said = whatif("-d cluster.fcfs");
    EXPECT_EQ(said.status, 2);
    return said.err.substr(said.err.find("squeue.json"));
  };
  edit("\"time_limit\": 20", "\"time\": 20");
  EXPECT_EQ(refused(),
            "squeue.json: job 3 has no 'time_limit'; valid: minutes, or null if there is no limit\n");
  write_text(folder_ / "squeue.json", R"({"meta": {},)");
  EXPECT_EQ(refused(), "squeue.json:1: is not JSON at byte 13; valid: the output of squeue --json\n");
  write_text(folder_ / "squeue.json", R"({"nb_res": 1, "jobs": [], "profiles": {}})");
  EXPECT_EQ(refused(),
            "squeue.json: is a workload of format 'batsim', which does not say what runs now; valid: "
            "a file that squeue --json wrote, or a snapshot.json\n");
}

// Others know nothing of jobs that run already.
TEST_F(OfASite, AreRefusedByOtherArchitectures) {
  const auto said = whatif("-d broker.workqueue");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find("which actor 'broker/broker' does not"), std::string::npos) << said.err;
}

TEST_F(OfASite, AreNamedWhereTheFileIsMissing) {
  EXPECT_EQ(
      run("whatif nothing.json -p star -d cluster.fcfs").err,
      "malha: whatif: nothing.json: is not there; valid: a file that squeue --json wrote, or a folder that "
      "malha simulate --cut has written\n");
}

// Each policy that takes jobs of a size starts them all. Those that keep nodes for the first job start it
// when enough are free.
TEST_F(OfASite, MayBeAskedUnderEveryPolicy) {
  const std::map<std::string, bool> policies{
      {"fcfs", true},        {"easy_backfill", true},
      {"easy_push", true},   {"conservative_backfill", true},
      {"slurm", true},       {"machine_backfill,policy.backfill=easy", true},
      {"torque_fifo", false}};
  for (const auto& [policy, keeps_nodes] : policies) {
    const auto said =
        run_shell("rm -rf out; $MALHA whatif squeue.json -p named_hosts --set "
                  "'platform.names=n[1-4]' --set allocation=core -o out -d x=cluster.fcfs,policy="
                  "cluster/" +
                      policy,
                  folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const auto all = starts("x");
    ASSERT_EQ(all.size(), 7u);
    if (keeps_nodes) {
      EXPECT_EQ(all.front(), "3 1756") << policy;
    }
    for (const auto& start : all)
      EXPECT_NE(start.back(), ' ') << policy << ": " << start;
    EXPECT_EQ(run("validate out").status, 0) << policy;
  }
}

// Its tables have no place for jobs that it has not started.
TEST_F(OfASite, AreRefusedByOscarPbs) {
  const auto said = whatif("-d cluster.oscarpbs");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(
      said.err.find("policy 'cluster/oscarpbs' broke a rule at t=0 s: it threw: its tables have no place"),
      std::string::npos)
      << said.err;
}

/// Two nodes under EASY, cut at 12 s: job 1 has both nodes to 15 s by its limit, job 3 waits with a limit of
/// 9 s.
class OfACutRun : public OfASite {
protected:
  OfACutRun() {
    star(2);
    jobs({{0, 1, 10, 10, "ann"}, {1, 2, 4, 5, "bob"}, {2, 1, 3, 3, "ann"}, {3, 1, 4, 9, "bob"}});
    simulated("-d cluster.easy_backfill --cut 12", "cut");
  }
};

// Job 1 would end at 14; its scheduler knows only its limit.
TEST_F(OfACutRun, AreAskedByTheFolder) {
  for (const auto* file : {"cut", "cut/snapshot.json"}) {
    const auto said = run_shell("rm -rf out; $MALHA whatif " + std::string(file) + " " + platform_ +
                                    " -d cluster.fcfs -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(starts("cluster.fcfs"), (Texts{"3 3"}));
    EXPECT_EQ(schedule("out/cluster.fcfs"), (Texts{"1 -2 3 0-1", "3 3 12 0"}));
  }
}

// The commands of the page work in their order.
TEST(WhatIfPage, HasCommandsThatWork) {
  const TemporaryFolder folder;
  std::istringstream lines(text_of(MALHA_SOURCE_FOLDER "/docs/whatif.md"));
  bool inside = false;
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```sh";
      continue;
    }
    if (!inside)
      continue;
    const std::string program = "./malha ";
    ASSERT_EQ(line.rfind(program, 0), 0u) << line;
    const auto said = run_shell("$MALHA " + line.substr(program.size()), folder.path());
    EXPECT_EQ(said.status, 0) << line << '\n' << said.err;
    ++commands;
  }
  EXPECT_EQ(commands, 3);
}

} // namespace whatif_test
} // namespace malha::testing
