// SPDX-License-Identifier: MIT
// The batch scheduler on hosts that several jobs share (allocation=shared).
#include "batch_program.hpp"

#include "tests/results/support/damage.hpp"

#include <cmath>

namespace malha::testing {
namespace batch_sharing_test {

const std::string shared = "-d cluster.contract_fcfs ";

/// A job of a file of Batsim: each of its tasks computes for so long when alone, and exchanges data for so
/// long.
struct SharingJob {
  int submitted, size, computation, communication;
  int memory = 0;
  int walltime = -1;
};

class JobsThatShareHosts : public BatchProgram {
protected:
  void jobs(const std::vector<SharingJob>& all) {
    std::string jobs, profiles;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& job = all[i];
      const std::string id = std::to_string(i), comma = i > 0 ? ",\n" : "\n";
      jobs += comma + R"({"id": )" + id + R"(, "profile": "p)" + id + R"(", "subtime": )" +
              std::to_string(job.submitted) + R"(, "res": )" + std::to_string(job.size) +
              R"(, "walltime": )" + std::to_string(job.walltime) +
              R"(, "extra_data": {"application": {"name": "x", "computation": )" +
              std::to_string(job.computation) + R"(, "communication": )" + std::to_string(job.communication) +
              R"(, "memory": )" + std::to_string(job.memory) + "}}}";
      profiles += comma + R"("p)" + id + R"(": {"type": "delay", "delay": )" +
                  std::to_string(job.computation + job.communication) + "}";
    }
    write_text(folder_ / "x.json",
               R"({"nb_res": 1, "jobs": [)" + jobs + "],\n\"profiles\": {" + profiles + "}}\n");
  }
  /// Workers of 1 Gflop/s, "name" or "name memory=… site=…".
  void hosts(const Texts& all) {
    std::string hosts, routes;
    Texts names{"head"};
    for (const auto& one : all) {
      std::istringstream words(one);
      std::string name, word;
      words >> name;
      names.push_back(name);
      hosts += "<host id='" + name + "' speed='1Gf'><prop id='role' value='worker'/>";
      while (words >> word)
        hosts += "<prop id='" + word.substr(0, word.find('=')) + "' value='" +
                 word.substr(word.find('=') + 1) + "'/>";
      hosts += "</host>\n";
    }
    write_text(folder_ / "p.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version='4.1'><zone id='zone' routing='Full'>\n"
               "<host id='head' speed='1Gf'><prop id='role' value='master'/></host>\n" +
                   hosts + "</zone></platform>\n");
    platform_ = "-p p.xml --set transport=instant";
  }
  std::string refused(const std::string& options) const {
    const auto said = simulate(options);
    EXPECT_EQ(said.status, 2);
    return said.err;
  }
};

// Both compute all the time: each has half of the host, and 8 s take 16.
TEST_F(JobsThatShareHosts, HaveEqualSharesOfAHost) {
  star(1);
  jobs(std::vector<SharingJob>{{0, 1, 8, 0}, {0, 1, 8, 0}});
  simulated(shared + "--set iterations=4");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 16 0", "1 0 16 0"}));
  EXPECT_EQ(lines("out/resources.csv"), Texts{"0,host-0,1e+09,1,cluster,,4"});
  // Two of four slots.
  EXPECT_EQ(metric("utilisation"), 0.5);
}

// Each of 4 iterations computes for 2 s and exchanges for 2. Job 1 comes at 2, when job 0 exchanges for the
// first time, and then one computes while the other exchanges: neither is slowed.
TEST_F(JobsThatShareHosts, AreNotSlowedByThoseThatExchangeData) {
  star(1);
  jobs(std::vector<SharingJob>{{0, 1, 8, 8}, {2, 1, 8, 8}});
  simulated(shared + "--set iterations=4");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 16 0", "1 2 18 0"}));
}

// Job 0 computes on host-0 alone until 32 s of its own. Job 1 has tasks on both hosts; in each of 4
// iterations that on host-1 has computed after 2 s, that on host-0 after 4, and then they exchange for 1:
// 20 s. In these, job 0 has half of the host for 16 s and all of it for 4, 12 s of its work. So it ends 20 s
// later, at 40.
TEST_F(JobsThatShareHosts, WaitForTheirSlowestTask) {
  star(2);
  jobs(std::vector<SharingJob>{{0, 1, 32, 0}, {0, 2, 8, 4}});
  simulated(shared + "--set iterations=4");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"1 0 20 0-1", "0 0 40 0"}));
}

// Two slots: job 2 waits for the first two, which take 8 s each on half of the host. Jobs on other hosts have
// no task here.
TEST_F(JobsThatShareHosts, HaveNoMoreTasksThanSlots) {
  star(1);
  jobs(std::vector<SharingJob>{{0, 1, 4, 0}, {0, 1, 4, 0}, {0, 1, 4, 0}});
  simulated(shared + "--set mpl=2 --set iterations=4");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 8 0", "1 0 8 0", "2 8 12 0"}));
}

// Alone it would take 8 s. With another it would take 16, and is ended after 10: 5 s of its work, and job 1
// has done as much of its own 8 s; the rest takes 3.
TEST_F(JobsThatShareHosts, AreKilledAtTheirWalltimes) {
  star(1);
  jobs(std::vector<SharingJob>{{0, 1, 8, 0, 0, 10}, {0, 1, 8, 0, 0, 20}, {20, 1, 8, 0, 0, 8}});
  simulated(shared + "--set iterations=4");
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "finish_time", "final_state"}),
            (Texts{"0 10 COMPLETED_WALLTIME_REACHED", "1 13 COMPLETED_SUCCESSFULLY",
                   "2 28 COMPLETED_SUCCESSFULLY"}));
}

// Of 1000 B, tasks may use 800: two jobs of 400 at once, not three, and never one of 801, nor three tasks on
// two hosts. The last one has memory enough only where there is no ceiling.
TEST_F(JobsThatShareHosts, KeepToTheMemoryOfTheirHosts) {
  hosts({"a memory=1000", "b memory=1000"});
  const std::vector<SharingJob> all{
      {0, 2, 4, 0, 400}, {0, 2, 4, 0, 400}, {0, 2, 4, 0, 400}, {0, 1, 4, 0, 801}, {0, 3, 4, 0, 0}};
  jobs(all);
  simulated(shared + "--set memory=0.8 --set iterations=4");
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "final_state", "finish_time", "allocated_resources"}),
            (Texts{"3 REJECTED  ", "4 REJECTED  ", "0 COMPLETED_SUCCESSFULLY 8 0-1",
                   "1 COMPLETED_SUCCESSFULLY 8 0-1", "2 COMPLETED_SUCCESSFULLY 12 0-1"}));
  hosts({"a", "b"});
  simulated(shared + "--set memory=0.8");
  EXPECT_EQ(columns("out/jobs.csv", {"final_state"})[0], "REJECTED"); // job 4 alone
  EXPECT_EQ(metric("jobs_rejected"), 1);
}

// Site a has one host, b two: the job of two tasks goes to b, the next one to a, the emptier.
TEST_F(JobsThatShareHosts, StayWithinASite) {
  hosts({"a-0 site=a", "b-0 site=b", "b-1 site=b"});
  jobs(std::vector<SharingJob>{{0, 2, 4, 0}, {0, 1, 4, 0}, {0, 3, 4, 0}});
  simulated(shared);
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "final_state", "allocated_resources"}),
            (Texts{"2 REJECTED ", "0 COMPLETED_SUCCESSFULLY 1-2", "1 COMPLETED_SUCCESSFULLY 0"}));
}

// A message of 1024 B starts a job, and one says that it has ended: its first node leads it.
TEST_F(JobsThatShareHosts, AreToldOfByOneMessageEachOnANetwork) {
  star(4, "network");
  jobs(std::vector<SharingJob>{{0, 4, 8, 8}, {1, 2, 8, 0}, {2, 3, 0, 8}});
  simulated(shared);
  is_valid();
  EXPECT_EQ(columns("out/messages.csv", {"kind", "number", "bytes"})[0], "end 3 3");
  EXPECT_EQ(columns("out/messages.csv", {"kind", "number", "bytes"})[2], "start 3 3072");
}

// Clusters of two and three hosts, of 8 and 12 slots. Round robin gives the job of three tasks to the second,
// where it fits, the next one to the first, and the job of four to nobody.
TEST_F(JobsThatShareHosts, FindAClusterByItsHostsBelowAMetaScheduler) {
  auto deployment = text_of(std::filesystem::path(MALHA_SOURCE_FOLDER) / "deployments/multicluster.rr.xml");
  const std::string submitter = "<actor host=\"@role=master\" function=\"workload/submitter\"/>";
  deployment.insert(deployment.find(submitter), "<actor host=\"@role=worker\" function=\"cluster/node\"/>");
  write_text(folder_ / "d.xml", deployment);
  platform_ = "-p clusters --set platform.sizes=2,3 --set transport=instant";
  jobs(std::vector<SharingJob>{{0, 3, 8, 0}, {1, 2, 8, 0}, {2, 4, 8, 0}});
  simulated("-d d.xml --set allocation=shared --set execution=exec --set policy=cluster/contract_fcfs");
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "final_state", "site", "allocated_resources"}),
            (Texts{"2 REJECTED  ", "0 COMPLETED_SUCCESSFULLY cluster-2 2-4",
                   "1 COMPLETED_SUCCESSFULLY cluster-1 0-1"}));
}

TEST_F(JobsThatShareHosts, RunUnderBackfillingToo) {
  star(2);
  jobs(std::vector<SharingJob>{
      {0, 1, 8, 0, 0, 8}, {0, 2, 4, 0, 0, 4}, {0, 1, 4, 0, 0, 8}, {0, 1, 4, 0, 0, 9}});
  // Job 0 is on host-0 until 8, and job 1 waits for it. Job 2 fills the gap, and job 3 may not.
  simulated(shared + "--set policy=cluster/contract_backfill --set mpl=1 --explain");
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"2 0 4 1", "0 0 8 0", "1 8 12 0-1", "3 12 16 0"}));
}

/// Users who sit at some hosts all the time, unless the test says otherwise.
class JobsBesideLocalUsers : public JobsThatShareHosts {
protected:
  static std::string users(const std::string& share, const std::string& more = "") {
    return shared + "--set iterations=4 --environment local_users --set local_users.local_share=" + share +
           more + " ";
  }
};

// Job 0 gets the host without a user, job 1 the other, half of whose CPU is lost: 2 s of computation take 4,
// and the exchange 1 s, in each of four iterations.
TEST_F(JobsBesideLocalUsers, ComputeMoreSlowlyAndOtherHostsComeFirst) {
  star(2);
  jobs(std::vector<SharingJob>{{0, 1, 8, 4}, {0, 1, 8, 4}});
  simulated(users("100", " --set local_users.hosts=host-0 --set local_users.penalty=0.5"));
  is_valid();
  EXPECT_EQ(schedule(), (Texts{"0 0 12 1", "1 0 20 0"}));
}

// 35 % of 1000 B are the user's: a task of 650 fits, and one of 651 never will, since he stays.
TEST_F(JobsBesideLocalUsers, LeaveThemTheirMemory) {
  hosts({"a memory=1000"});
  jobs(std::vector<SharingJob>{{0, 1, 4, 4, 650}, {0, 1, 4, 4, 651}});
  simulated(users("100"));
  is_valid();
  EXPECT_EQ(columns("out/jobs.csv", {"job_id", "final_state"}),
            (Texts{"1 REJECTED", "0 COMPLETED_SUCCESSFULLY"}));
}

// One of two hosts has a user, drawn anew every 10 s. Job 0 takes the only slot of the other for at least
// 500 s. Job 1 needs more than the user leaves, and starts when he moves to the host of job 0.
TEST_F(JobsBesideLocalUsers, StartWhenAUserLeaves) {
  hosts({"a memory=1000", "b memory=1000"});
  jobs(std::vector<SharingJob>{{0, 1, 500, 0, 0}, {0, 1, 4, 4, 700}});
  simulated(users("50", " --set local_users.placement=random --set local_users.redraw=10 --set mpl=1"));
  is_valid();
  const auto rows = columns("out/jobs.csv", {"job_id", "starting_time"});
  ASSERT_EQ(rows.size(), 2u);
  const auto start = parse_number<double>(rows[0].substr(2)).value();
  EXPECT_EQ(rows[0].substr(0, 2), "1 ");
  EXPECT_GT(start, 0);
  EXPECT_LT(start, 500);
  EXPECT_EQ(std::fmod(start, 10), 0) << start;
}

/// Table D.1 of M-CISNE, seconds on 2, 4 and 8 nodes.
const std::map<std::string, std::vector<int>> times_alone{{"IS-A", {19, 19, 19}},  {"IS-AB", {29, 29, 29}},
                                                          {"IS-B", {69, 69, 49}},  {"MG-A", {29, 19, 9}},
                                                          {"MG-AB", {79, 39, 19}}, {"MG-B", {130, 69, 39}}};

TEST_F(JobsThatShareHosts, TakeTheirDedicatedTimesWhenAlone) {
  for (const auto& [application, times] : times_alone)
    for (std::size_t i = 0; i < times.size(); ++i) {
      const auto said = run_shell(
          "rm -rf out; $MALHA simulate -p star --set platform.hosts=8 --set transport=instant " + shared +
              "-w nas_jobs --set workload.jobs=1 --set workload.applications=" + application +
              " --set workload.sizes=" + std::to_string(2 << i) + " -o out",
          folder_.path());
      ASSERT_EQ(said.status, 0) << said.err;
      is_valid();
      EXPECT_EQ(columns("out/jobs.csv", {"execution_time"}), Texts{std::to_string(times[i])}) << application;
    }
}

TEST_F(JobsThatShareHosts, AreRefusedWhereNobodyCanRunThem) {
  star(2);
  jobs(std::vector<SharingJob>{{0, 1, 8, 0}});
  const auto place =
      std::string("malha: ") + MALHA_SOURCE_FOLDER +
      "/deployments/cluster.contract_fcfs.xml:6: " + "actor 'cluster/scheduler' on host 'host-0': ";
  for (const std::string execution : {"timeline", "messages"})
    EXPECT_EQ(refused(shared + "--set execution=" + execution),
              place + "allocation=shared cannot be combined with execution=" + execution +
                  ", since the ends of jobs that slow each other cannot be planned; valid: execution=exec\n");
  for (const std::string policy : {"fcfs", "easy_backfill", "torque_fifo"}) {
    const auto said = refused(shared + "--set policy=cluster/" + policy);
    EXPECT_EQ(said.substr(0, said.find('(')),
              place + "allocation=shared cannot be combined with policy 'cluster/" + policy + " ");
    EXPECT_EQ(
        said.substr(said.find("', which")),
        "', which does not give each task of a job a node of its own; valid: a policy that does, such as "
        "cluster/contract_fcfs\n");
  }
  EXPECT_EQ(refused(shared + "--set mpl=0"),
            "malha: setting mpl=0: actor 'cluster/scheduler': parameter 'mpl' cannot be '0'; valid: an "
            "integer, from 1 to 1000\n");
  hosts({"a memory=much"});
  EXPECT_EQ(refused(shared),
            std::string("malha: ") + MALHA_SOURCE_FOLDER +
                "/deployments/cluster.contract_fcfs.xml:6: actor 'cluster/scheduler' on host "
                "'head': host 'a' has the property memory='much'; valid: a number of bytes "
                "above 0\n");
}

/// A run of shared hosts, to be damaged.
class DamageOfShared : public Damage {
protected:
  DamageOfShared() {
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p star --set platform.hosts=16 --set "
                                "transport=instant -d cluster.contract_fcfs -w nas_jobs --set "
                                "workload.jobs=200 --set workload.gap=4 --set explain=on -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }
};

TEST_F(DamageOfShared, IsNoneWhereNothingWasTouched) { EXPECT_EQ(broken(), Rules{}); }

// Every host had four tasks at some date, and may now have three.
TEST_F(DamageOfShared, MoreTasksThanSlots) {
  auto resources = file("resources.csv");
  for (std::size_t row = 0; row < resources.rows(); ++row)
    resources.at(row, "slots") = "3";
  EXPECT_EQ(broken(resources), Rules{"capacity"});
}

// A job that ran on other hosts is said to have run where all slots were taken.
TEST_F(DamageOfShared, TasksOnAFullHost) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](std::size_t at) {
    return jobs.at(at, "requested_number_of_resources") == "4" && jobs.number(at, "starting_time") > 100;
  });
  // The jobs that have a task on host 15 while this one runs leave it no slot.
  const auto held = nodes(jobs, row);
  for (int first = 0; first <= 12; ++first)
    if (IndexSet moved(first, 4); !share_a_node(held, moved)) {
      jobs.at(row, "allocated_resources") = moved.text();
      break;
    }
  EXPECT_EQ(broken(jobs), Rules{"capacity"});
}

// Two tasks of a job on one host: its hosts are fewer than its tasks.
TEST_F(DamageOfShared, TwoTasksOfAJobOnAHost) {
  auto jobs = file("jobs.csv");
  const auto row =
      find(jobs, [&](std::size_t at) { return jobs.at(at, "requested_number_of_resources") == "2"; });
  jobs.at(row, "allocated_resources") = nodes(jobs, row).lowest(1).text();
  EXPECT_EQ(broken(jobs), Rules{"capacity"});
}

} // namespace batch_sharing_test
} // namespace malha::testing
