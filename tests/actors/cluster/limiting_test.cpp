// SPDX-License-Identifier: MIT
// Limits, partitions, devices and reservations of a batch scheduler as its users meet them: settings, files,
// messages.
#include "batch_program.hpp"

namespace malha::testing {
namespace limiting_test {

class LimitedJobs : public BatchProgram {
protected:
  /// Three nodes, and three jobs of ann before one of bob, all of one node and 10 s.
  void SetUp() override {
    star(3);
    jobs({{0, 1, 10, 10, "ann"}, {0, 1, 10, 10, "ann"}, {0, 1, 10, 10, "ann"}, {0, 1, 10, 10, "bob"}});
    write_text(folder_ / "accounts.dump", "Cluster - 'small'\n"
                                          "Parent - 'root'\n"
                                          "Account - 'lab':Fairshare=1\n"
                                          "Parent - 'lab'\n"
                                          "User - 'ann':DefaultAccount='lab':Fairshare=1:MaxJobs=1\n"
                                          "User - 'bob':DefaultAccount='lab':Fairshare=1\n");
  }
  /// Notes are wrapped.
  static std::string in_one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  /// What is wrong, without the place in the deployment.
  std::string refusal(const std::string& options) const {
    const auto said = simulate(options);
    EXPECT_EQ(said.status, 2) << said.out << said.err;
    const std::string place = "' on host 'host-0': ";
    const auto begin = said.err.find(place);
    const auto from = begin == std::string::npos ? 0 : begin + place.size();
    return said.err.substr(from, said.err.find('\n', from) - from);
  }
};

// Ann runs one job at a time; bob is not behind her jobs that wait.
TEST_F(LimitedJobs, AreHeldBackAndHoldBackNobody) {
  for (const std::string policy : {"cluster/fcfs", "cluster/easy_backfill", "cluster/conservative_backfill",
                                   "cluster/machine_backfill", "cluster/slurm --set policy.bf_interval=0"}) {
    simulated("-d cluster.fcfs --explain --set policy.limits=cluster/slurm_limits --set "
              "accounts=accounts.dump --set policy=" +
              policy);
    EXPECT_EQ(columns("out/jobs.csv", {"job_id", "starting_time"}), (Texts{"0 0", "3 0", "1 10", "2 20"}))
        << policy;
    is_valid();
    const auto reasons = columns("out/decisions.csv", {"job_id", "reason"});
    EXPECT_EQ(std::count(reasons.begin(), reasons.end(), "2 AssocMaxJobsLimit"), 1) << policy;
  }
}

TEST_F(LimitedJobs, AloneHaveUseForQos) {
  write_text(folder_ / "qos.txt", "Name|Priority|MaxJobsPU\nnormal|0|1\n");
  EXPECT_EQ(
      refusal("-d cluster.fcfs --set qos=qos.txt"),
      "setting qos has no effect, since all jobs have the same priority and none is held back; valid: "
      "with a policy such as policy.priority=cluster/multifactor, or policy.limits=cluster/slurm_limits");
}

// Node host-1 has a GPU; a trace says who needs one.
TEST_F(LimitedJobs, RunWhereDevicesAre) {
  write_text(folder_ / "gpu.xml", R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
  <host id="host-0" speed="1Gf"/>
  <host id="host-1" speed="1Gf"><prop id="gres" value="gpu:1"/></host>
</zone></platform>
)");
  write_text(folder_ / "t.csv", "submit,run,nodes,gres\n0,10,1,gpu:1\n0,10,1,gpu:1\n0,10,1,\n");
  const std::string run = "simulate -p gpu.xml -w t.csv --set transport=instant -o out2 "
                          "--set workload.columns=submit:submit,run:run,nodes:nodes,gres:gres -d ";
  const auto said = run_shell("$MALHA " + run + "cluster.easy_backfill --set policy=cluster/machine_backfill",
                              folder_.path());
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(columns("out2/jobs.csv", {"job_id", "starting_time", "allocated_resources"}),
            (Texts{"1 0 1", "3 0 0", "2 10 1"}));
  const auto other = run_shell("$MALHA " + run + "cluster.easy_backfill --overwrite", folder_.path());
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(
      other.err.find("may run on 1 of 2 nodes only, and the policy of the queue does not heed that; valid: "
                     "a policy that does, such as cluster/slurm"),
      std::string::npos)
      << other.err;
}

/// Two nodes: host-0 is heavy; host-1 has features.
const char* const weighed_nodes = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
  <host id="host-0" speed="1Gf"><prop id="weight" value="7"/></host>
  <host id="host-1" speed="1Gf"><prop id="features" value="big,fast"/></host>
</zone></platform>
)";

// Job 1 takes the light node, and job 2 needs its features: so it waits, and job 3 gets the heavy one. By a
// slurm.conf in which host-0 is light and has the features it is the other way round.
TEST_F(LimitedJobs, RunOnLightNodesAndThoseOfTheirFeatures) {
  write_text(folder_ / "w.xml", weighed_nodes);
  write_text(folder_ / "t.csv", "submit,run,nodes,c\n0,10,1,\n1,10,1,big&fast\n2,10,1,\n");
  write_text(folder_ / "slurm.conf", "ClusterName=c\nNodeName=host-0 Feature=fast,big\n"
                                     "NodeName=host-1 Weight=3\nPartitionName=p Nodes=ALL Default=YES\n");
  const std::string run = "$MALHA simulate -p w.xml -w t.csv --set transport=instant --overwrite -o out2 "
                          "--set workload.columns=submit:submit,run:run,nodes:nodes,constraint:c -d ";
  const auto schedule = [&](const std::string& more) {
    const auto said = run_shell(run + "cluster.slurm " + more, folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(said.err.find("Weight"), std::string::npos) << said.err;
    return columns("out2/jobs.csv", {"job_id", "starting_time", "allocated_resources"});
  };
  EXPECT_EQ(schedule("--set policy.bf_interval=0"), (Texts{"1 0 1", "3 2 0", "2 10 1"}));
  EXPECT_EQ(schedule("--set policy.bf_interval=0 --set slurm_conf=slurm.conf"),
            (Texts{"1 0 0", "3 2 1", "2 10 0"}));
}

TEST_F(LimitedJobs, AreToldWhereWeightsHaveNoEffect) {
  write_text(folder_ / "w.xml", weighed_nodes);
  const auto said = [&](const std::string& policy) {
    return run_shell("$MALHA simulate -p w.xml -w x.json --set transport=instant --overwrite -o out2 -d "
                     "cluster.fcfs --set policy=" +
                         policy,
                     folder_.path());
  };
  const std::string note = "weights of nodes have no effect, since the policy of the queue does not heed "
                           "them; valid: a policy that does, such as cluster/slurm";
  const auto found = in_one_line(said("cluster/machine_backfill").out);
  EXPECT_NE(found.find(note), std::string::npos) << found;
  EXPECT_EQ(said("cluster/easy_backfill").out.find("weights of nodes"), std::string::npos);
}

TEST_F(LimitedJobs, AreToldThatSharedNodesHaveNoWeights) {
  write_text(folder_ / "w.xml", weighed_nodes);
  const auto said = [&](const std::string& platform) {
    return run_shell(
        "$MALHA simulate -p " + platform +
            " -w rigid_jobs --set workload.jobs=2 --set transport=instant --overwrite -o out2 -d "
            "cluster.contract_fcfs",
        folder_.path());
  };
  const std::string note = "weights of nodes have no effect under allocation=shared; valid: "
                           "allocation=node, or core";
  const auto found = said("w.xml");
  EXPECT_NE(in_one_line(found.out).find(note), std::string::npos) << found.out << found.err;
  EXPECT_EQ(said("star").out.find("weights of nodes"), std::string::npos);
}

TEST_F(LimitedJobs, AreToldWhereTheirWishesHaveNoEffect) {
  write_text(folder_ / "t.csv", "submit,run,nodes,b\n0,10,1,5\n");
  const auto said = [&](const std::string& deployment) {
    return run_shell("$MALHA simulate -p star -w t.csv --set transport=instant --overwrite -o out2 --set "
                     "workload.columns=submit:submit,run:run,nodes:nodes,begin:b -d " +
                         deployment,
                     folder_.path());
  };
  const auto found = in_one_line(said("broker.workqueue").out);
  EXPECT_NE(found.find("begin, hold and deadlines of jobs have no effect under actor 'broker/broker'; valid: "
                       "cluster/scheduler"),
            std::string::npos)
      << found;
  EXPECT_EQ(said("cluster.fcfs").out.find("have no effect"), std::string::npos);
}

TEST_F(LimitedJobs, HaveNodesOfPropertiesThatCanBeRead) {
  const auto refused = [&](const std::string& from, const std::string& to) {
    auto text = std::string(weighed_nodes);
    text.replace(text.find(from), from.size(), to);
    write_text(folder_ / "w.xml", text);
    const auto said = run_shell("$MALHA simulate -p w.xml -w x.json --set transport=instant --overwrite -o "
                                "out2 -d cluster.fcfs",
                                folder_.path());
    EXPECT_EQ(said.status, 2);
    return said.err;
  };
  for (const std::string weight : {"heavy", "-1", "1.5", "4294967295"})
    EXPECT_NE(refused("value=\"7\"", "value=\"" + weight + "\"")
                  .find("host 'host-0' has the property weight='" + weight +
                        "'; valid: an integer, from 0 to 4294967294"),
              std::string::npos)
        << weight;
  EXPECT_NE(refused("big,fast", "big,,fast")
                .find("host 'host-1' has the property features='big,,fast'; valid: names of features, with "
                      "',' between them"),
            std::string::npos);
}

// Job 1 is held for good, job 2 may begin at 30 s, and job 3 would have to start by 5 s, when job 4 runs.
TEST_F(LimitedJobs, HaveDatesOfTheirUsers) {
  write_text(folder_ / "t.csv", "submit,run,nodes,b,h,d\n0,10,3,,forever,\n0,10,3,30,,\n1,10,3,,,15\n"
                                "0,10,3,,,\n");
  const auto said = run_shell(
      "$MALHA simulate -p star --set platform.hosts=3 -w t.csv --set transport=instant --explain -o out2 -d "
      "cluster.easy_backfill --set "
      "workload.columns=submit:submit,run:run,nodes:nodes,begin:b,hold:h,deadline:d"
      " && $MALHA validate out2",
      folder_.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_NE(said.out.find("1 jobs with dates of their users start neither before nor after them"),
            std::string::npos)
      << said.out;
  EXPECT_EQ(columns("out2/jobs.csv", {"job_id", "starting_time", "final_state", "metadata"}),
            (Texts{"3  REJECTED deadline=15", "4 0 COMPLETED_SUCCESSFULLY ", "1  REJECTED hold=forever",
                   "2 30 COMPLETED_SUCCESSFULLY begin=30"}));
  const auto decisions = columns("out2/decisions.csv", {"time", "job_id", "decision", "reason"});
  for (const std::string one : {"0 1 wait JobHeldUser", "40 1 drop JobHeldUser", "0 2 wait BeginTime",
                                "30 2 start head", "5 3 drop DeadLine"})
    EXPECT_EQ(std::count(decisions.begin(), decisions.end(), one), 1) << one;
}

// Two of three nodes are set apart from 5 to 25 s: the jobs of 10 s run on the third one
// after the other, and at 25 s on all.
TEST_F(LimitedJobs, LeaveReservationsAlone) {
  write_text(folder_ / "r.csv", "name,start,end,nodes,kind\nservice,5,25,host-1 host-2,maintenance\n");
  for (const std::string policy : {"cluster/machine_backfill"}) {
    simulated("-d cluster.fcfs --set reservations=r.csv --set policy=" + policy);
    EXPECT_EQ(columns("out/jobs.csv", {"job_id", "starting_time"}), (Texts{"0 0", "1 10", "2 20", "3 25"}))
        << policy;
    is_valid();
  }
  EXPECT_EQ(refusal("-d cluster.fcfs --set reservations=r.csv"),
            "setting reservations sets nodes apart, and the policy of the queue does not heed that; valid: a "
            "policy that does, such as cluster/slurm");
  write_text(folder_ / "r.csv", "name,start,end,nodes\nservice,5,25,host-9\n");
  EXPECT_EQ(
      refusal("-d cluster.fcfs --set policy=cluster/machine_backfill --set reservations=r.csv"),
      "r.csv: reservation 'service' names node 'host-9', which the cluster does not have; valid: such as "
      "'host-0'");
}

TEST_F(LimitedJobs, HaveReservationsThatCanBeRead) {
  const auto said = [&](const std::string& text) {
    write_text(folder_ / "r.csv", text);
    const auto all =
        refusal("-d cluster.fcfs --set policy=cluster/machine_backfill --set reservations=r.csv");
    return all.substr(all.find("r.csv"));
  };
  EXPECT_EQ(
      said("name,start,nodes\na,1,all\n"),
      "r.csv:1: has the columns name, start, nodes; valid: name, start, end, nodes, and kind if need be");
  EXPECT_EQ(said("name,start,end,nodes\na,5,5,all\n"),
            "r.csv:2: ends at t=5 s, and begins at t=5 s; valid: an end after the begin");
  EXPECT_EQ(said("name,start,end,nodes\na,x,5,all\n"),
            "r.csv:2: start cannot be 'x'; valid: a date in s, from 0 on");
  EXPECT_EQ(said("name,start,end,nodes\na,1,5,\n"),
            "r.csv:2: names no nodes; valid: names of hosts with blanks between them, or all");
  EXPECT_EQ(said("name,start,end,nodes\na,1,5,all\na,6,7,all\n"),
            "r.csv:3: name cannot be 'a'; valid: a name, each once");
  EXPECT_EQ(said("name,start,end,nodes,kind\na,1,5,all,other\n"),
            "r.csv:2: kind cannot be 'other'; valid: jobs, maintenance");
}

} // namespace limiting_test
} // namespace malha::testing
