// SPDX-License-Identifier: MIT
// Runs of a batch scheduler that are cut and continued.
#include "tests/actors/cluster/batch_program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace continue_test {

/// Two nodes under EASY. Job 0 runs 0-10. Job 1 comes at 1, needs both nodes, and starts at 10. Job 2, of 3
/// s, comes at 2 and fills the gap: 2-5. Job 3 comes at 3, and starts at 15.
class CutRun : public BatchProgram {
protected:
  CutRun() {
    star(2);
    jobs({{0, 1, 10, 10, "ann"}, {1, 2, 5, 5, "bob"}, {2, 1, 3, 3, "ann"}, {3, 1, 4, 9, "bob"}});
  }
  Said run(const std::string& command) const { return run_shell("$MALHA " + command, folder_.path()); }
  void cut(const std::string& options = "", const std::string& date = "12") const {
    simulated("-d cluster.easy_backfill --cut " + date + " " + options, "cut");
  }
  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    auto text = text_of(folder_ / file);
    const auto found = text.find(from);
    ASSERT_NE(found, std::string::npos) << file << ": " << from;
    write_text(folder_ / file, text.replace(found, from.size(), to));
  }
  std::string refused(const std::string& command) const {
    const auto said = run(command);
    EXPECT_EQ(said.status, 2) << said.err;
    return said.err;
  }
};

TEST_F(CutRun, LeavesASnapshot) {
  cut();
  EXPECT_EQ(text_of(folder_ / "cut/snapshot.json"),
            R"({
"snapshot": 1,
"date": 12.0,
"workload": "x.json",
"policies": {"policy":"cluster/easy_backfill","policy.checkpoint":"cluster/no_checkpoints","policy.frequency":"cluster/full_speed","policy.limits":"cluster/no_limits","policy.prediction":"cluster/no_predictions","policy.priority":"cluster/no_priorities","policy.release":"cluster/at_once","policy.sleep":"cluster/always_on"},
"hosts": ["host-0","host-1"],
"down": "",
"running": [
  {"job_id":1,"job":1,"user":"bob","size":2,"submitted":1.0,"limit":5.0,"priority":0.0,"restarts":0,"resources":"0-1","started":10.0,"ends":15.0,"left":3.0,"limit_left":3.0}
],
"waiting": [
  {"job_id":3,"job":3,"user":"bob","size":1,"submitted":3.0,"limit":9.0,"priority":0.0,"restarts":0}
],
"held": 0,
"used": [
  {"account":"","user":"ann","resource_seconds":13.0},
  {"account":"","user":"bob","resource_seconds":4.0}
],
"history": [
  [0.0,"submit 0","start 0 on 0"],
  [1.0,"submit 1"],
  [2.0,"submit 2","start 2 on 1"],
  [3.0,"submit 3"],
  [5.0,"end 2 COMPLETED_SUCCESSFULLY"],
  [10.0,"end 0 COMPLETED_SUCCESSFULLY","start 1 on 0-1"]
]
}
)");
}

// Job 2 waits for the end of job 1, which has both nodes from 0 to 10; job 3 asks for a licence. At 5, both
// have been submitted.
TEST_F(CutRun, KnowsWhatWaitsForOtherJobsAndWhatAsksForMore) {
  write_text(folder_ / "x.csv", "job,submit,run,nodes,after,licences\n"
                                "1,0,10,2,,\n"
                                "2,1,10,1,afterok:1,\n"
                                "3,2,10,1,,matlab:1\n");
  const std::string columns = " --set workload.columns=job:job,submit:submit,run:run,nodes:nodes,after:after,"
                              "licences:licences";
  const std::string run_of_trace = "simulate -w x.csv" + columns + " " + platform_ + " -d cluster.fcfs";
  EXPECT_EQ(run(run_of_trace + " -o whole").status, 0);
  EXPECT_EQ(run(run_of_trace + " --cut 5 -o cut").status, 0);
  const auto snapshot = text_of(folder_ / "cut/snapshot.json");
  EXPECT_NE(snapshot.find("\"held\": 1,"), std::string::npos) << snapshot;
  EXPECT_NE(snapshot.find("\"restarts\":0,\"asks_for_more\":true}"), std::string::npos) << snapshot;
  EXPECT_EQ(run("continue cut -o continued").status, 0);
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
  const auto said = run("whatif cut " + platform_ + " -d cluster.fcfs -o told");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("1 job, left out: they wait for other jobs, or for other tasks\n"),
            std::string::npos)
      << said.out;
  EXPECT_NE(
      said.out.find(
          "1 job, ask for more than resources and time, such as memory or a date,\nwhich is not modelled\n"),
      std::string::npos)
      << said.out;
}

TEST_F(CutRun, SaysHowItGoesOn) {
  const auto said = simulate("-d cluster.easy_backfill --cut 12", "cut");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(said.err, "");
  EXPECT_NE(said.out.find("\nresults in cut\ncut at t=12 s; malha continue cut goes on from there\n"),
            std::string::npos)
      << said.out;
}

TEST_F(CutRun, GoesOnToTheSameFiles) {
  const std::string all = "--set explain=on --set series=on";
  simulated("-d cluster.easy_backfill " + all, "whole");
  cut(all);
  const auto said = run("continue cut -o continued");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("from the snapshot at t=12 s on\n"), std::string::npos) << said.out;
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
  EXPECT_EQ(run("rerun continued").status, 0);
}

TEST_F(CutRun, IsNamedByItsSnapshotToo) {
  cut();
  EXPECT_EQ(run("continue cut/snapshot.json -o continued").status, 0);
}

TEST_F(CutRun, MayBeCutAgain) {
  simulated("-d cluster.easy_backfill", "whole");
  cut();
  ASSERT_EQ(run("continue cut --cut 16 -o later").status, 0);
  EXPECT_NE(text_of(folder_ / "later/snapshot.json").find("\"date\": 16.0"), std::string::npos);
  ASSERT_EQ(run("continue later -o continued").status, 0);
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
  EXPECT_EQ(refused("continue later --cut 13 -o earlier"),
            "malha: continue: --cut 13 lies before the snapshot, which is of t=16 s; valid: a later date\n");
}

// There is nothing left to do, which is done.
TEST_F(CutRun, MayBeOverBeforeTheCut) {
  simulated("-d cluster.easy_backfill", "whole");
  cut("", "500");
  ASSERT_EQ(run("continue cut -o continued").status, 0);
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
}

// Node 0 is down from 4 to 8: job 0 loses it, and starts again on the other node. Files of profiles are
// inputs, also of a platform in the current folder.
TEST_F(CutRun, GoesOnWhereNodesFail) {
  workers("state_file", {"4 0\n8 1\n", ""}, "1Gf");
  simulated("-d cluster.fcfs", "whole");
  simulated("-d cluster.fcfs --cut 6", "cut");
  EXPECT_NE(text_of(folder_ / "cut/snapshot.json").find("\"down\": \"0\""), std::string::npos);
  const auto said = run("continue cut -o continued");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(results_below(folder_ / "continued"), results_below(folder_ / "whole"));
  EXPECT_EQ(run("rerun whole").status, 0);
  write_text(folder_ / "node-0.profile", "4 0\n9 1\n");
  EXPECT_EQ(
      refused("continue cut -o other"),
      "malha: cut: cannot be continued: these inputs have changed: platform; valid: the inputs that its "
      "manifest.json names\n");
}

TEST_F(CutRun, LeavesNoSnapshotUnasked) {
  simulated("-d cluster.easy_backfill", "whole");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "whole/snapshot.json"));
  EXPECT_EQ(refused("continue whole"),
            "malha: continue: whole: holds no snapshot.json; valid: the folder of a run that malha simulate "
            "--cut DATE has cut\n");
}

TEST_F(CutRun, IsRefusedWithOtherInputs) {
  cut();
  jobs({{0, 1, 10, 10, "ann"}, {1, 2, 5, 5, "bob"}});
  EXPECT_EQ(
      refused("continue cut -o continued"),
      "malha: cut: cannot be continued: these inputs have changed: workload; valid: the inputs that its "
      "manifest.json names\n");
}

TEST_F(CutRun, IsRefusedWithAnotherSnapshot) {
  cut();
  edit("cut/snapshot.json", "\"snapshot\": 1", "\"snapshot\": 2");
  EXPECT_EQ(
      refused("continue cut -o continued"),
      "malha: cut/snapshot.json: is a snapshot of version 2; valid: version 1, which this Malha writes\n");
  cut();
  edit("cut/snapshot.json", "\"policy\":\"cluster/easy_backfill\"", "\"policy\":\"cluster/fcfs\"");
  const auto said = refused("continue cut -o continued");
  EXPECT_NE(said.find("the snapshot is of policy 'cluster/fcfs', and the deployment has "
                      "'cluster/easy_backfill'; valid: the deployment that was cut\n"),
            std::string::npos)
      << said;
  cut();
  edit("cut/snapshot.json", "start 2 on 1", "start 2 on 0");
  EXPECT_EQ(
      refused("continue cut -o continued"),
      "malha: cut/snapshot.json: the way to the snapshot is another one at t=2 s: 'submit 2, start 2 on "
      "1', and the snapshot has 'submit 2, start 2 on 0'; valid: the policies, and the Malha, that wrote "
      "it\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "continued"));
  cut();
  edit("cut/snapshot.json", "\"ends\":15", "\"ends\":14");
  EXPECT_EQ(refused("continue cut -o continued"),
            "malha: cut/snapshot.json: 'running' of the snapshot is not what its history leads to; valid: a "
            "snapshot as the run wrote it\n");
  write_text(folder_ / "cut/snapshot.json", "{");
  EXPECT_EQ(refused("continue cut -o continued"),
            "malha: cut/snapshot.json:1: is not JSON at byte 2; valid: snapshot.json as a run writes it\n");
}

TEST_F(CutRun, IsRefusedWhereItCannotBeCut) {
  EXPECT_EQ(simulate("-d cluster.easy_backfill --cut 12 --set max_time=20").err,
            "malha: simulate: --cut 12 ends the run, and so does --set max_time=20; valid: one of the two\n");
  const auto said = simulate("-d cluster.nodes --set execution=messages --cut 12");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(
      said.err.find("actor 'cluster/scheduler' does not support runs that are cut and continued (--cut); "
                    "valid: execution=timeline with transport=instant, or execution=timeline without "
                    "workload/submitter\n"),
      std::string::npos)
      << said.err;
  const auto broker = run("simulate -p star -d broker.workqueue -w bag_of_tasks --cut 12");
  EXPECT_EQ(broker.status, 2);
  EXPECT_NE(broker.err.find("actor 'broker/broker' does not support runs that are cut and continued (--cut); "
                            "valid: a run to its end, or a deployment whose entry point is one of "
                            "cluster/scheduler\n"),
            std::string::npos)
      << broker.err;
}

} // namespace continue_test
} // namespace malha::testing
