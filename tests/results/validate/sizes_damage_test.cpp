// SPDX-License-Identifier: MIT
// Runs of jobs that change their size, which the program wrote: each column of each row of sizes.csv is
// changed, and the rule finds it.
#include "tests/results/support/damage.hpp"

#include <map>

namespace malha::testing {
namespace sizes_damage_test {

/// A malleable job, a rigid one, a moldable one and an evolving one that asks for 3 nodes and then for 1.
constexpr const char* four_jobs = "id,submit,type,min,pref,max,work,law,parts,cost,asks\n"
                                  "0,0,malleable,1,2,4,24,linear,6,0,\n"
                                  "1,1,rigid,2,2,2,8,linear,1,0,\n"
                                  "2,2,moldable,1,1,2,6,linear,1,0,\n"
                                  "3,3,evolving,1,1,3,6,linear,3,1,1:3 2:1\n";

class SizesDamage : public DamagedRun {
protected:
  void simulate(const std::string& policy, const std::string& more = "",
                const std::string& jobs = four_jobs) {
    write_text(folder_ / "jobs.csv", jobs);
    const auto said =
        run_shell("rm -rf out; \"$MALHA\" simulate -p star --set platform.hosts=4 --set transport=instant "
                  "-d cluster.fcfs --set policy=cluster/" +
                      policy +
                      " -w jobs.csv --set workload.columns=job:id,submit:submit,type:type,min:min,pref:pref,"
                      "max:max,work:work,law:law,parts:parts,cost:cost,asks:asks " +
                      more + " -o out",
                  folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  double metric(const std::string& name) { return file("schedule.csv").number(0, name); }
};

// On 4 nodes job 0 has all of them for 6 s. At 6 the rigid job gets two and the moldable one the other two,
// for 3 s. Then job 3 gets 2 nodes, does a part in 1 s, grows to 3, pauses for 1 s, does a part in 2/3 s,
// shrinks to 1, pauses for 1 s, and does the last part in 2 s. Jobs 0, 2 and 3 hold 4 x 6 + 2 x 3 + 2 x 1 + 3
// x 5/3 + 1 x 3 = 40 s of nodes in 6 + 3 + 17/3 = 44/3 s, for 24 + 6 + 6 = 36 s of work.
TEST_F(SizesDamage, IsNoneWhereNothingWasTouched) {
  simulate("greedy");
  EXPECT_EQ(broken(), Rules{});
  EXPECT_EQ(text_of(folder_ / "out/sizes.csv").substr(0, 68),
            "job_id,time,nodes,allocated_resources,pause\n0,0,4,0-3,0\n2,6,2,2-3,0\n");
  EXPECT_EQ(metric("resizes"), 2);
  EXPECT_NEAR(metric("mean_resizes"), 2 / 3.0, 1e-12);
  EXPECT_NEAR(metric("mean_size"), 40 / (44 / 3.0), 1e-9);
  EXPECT_NEAR(metric("reconfiguration_node_time"), 4, 1e-9);
  EXPECT_NEAR(metric("efficiency"), 0.9, 1e-9);
  EXPECT_EQ(metric("requests"), 2);
  EXPECT_EQ(metric("requests_granted"), 2);
}

TEST_F(SizesDamage, IsNoneWhateverChoosesTheSizes) {
  for (const auto* policy : {"greedy", "equi", "moldable_easy", "shrink_to_start"}) {
    simulate(policy);
    EXPECT_EQ(broken(), Rules{}) << policy;
    simulate(policy, "--set overrun=extend");
    EXPECT_EQ(broken(), Rules{}) << policy;
  }
}

// A rigid run has neither the file nor its metrics, and nothing is said of sizes.
TEST_F(SizesDamage, SaysNothingOfRigidRuns) {
  simulate("easy_backfill");
  EXPECT_EQ(broken(), Rules{});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/sizes.csv"));
  EXPECT_EQ(text_of(folder_ / "out/schedule.csv").find("resizes"), std::string::npos);
  EXPECT_EQ(validate().out.find("sizes"), std::string::npos);
}

// Whatever is changed in one row breaks the rule, for each row of equi's run, in which job 0 changes often.
TEST_F(SizesDamage, IsFoundInEachColumnOfEachRow) {
  simulate("equi");
  const auto rows = file("sizes.csv").rows();
  ASSERT_GT(rows, 5u);
  for (std::size_t row = 0; row < rows; ++row)
    for (const auto* column : {"job_id", "time", "nodes", "allocated_resources", "pause"}) {
      auto sizes = file("sizes.csv");
      auto& field = sizes.at(row, column);
      const std::string was = field;
      if (std::string(column) == "allocated_resources")
        field = sizes.at(row, "nodes") == "4" ? "0-2" : "0-3";
      else
        sizes.set(row, column, sizes.number(row, column) + (std::string(column) == "time" ? 0.01 : 1));
      const auto found = broken(sizes);
      EXPECT_EQ(found.count("sizes"), 1u) << "row " << row << ", column " << column;
      auto mended = file("sizes.csv");
      mended.at(row, column) = was;
      mended.write();
    }
  EXPECT_EQ(broken(), Rules{});
}

// Metrics are counted again.
TEST_F(SizesDamage, IsFoundInMetrics) {
  simulate("greedy");
  for (const auto* name :
       {"mean_size", "resizes", "mean_resizes", "reconfiguration_node_time", "efficiency"}) {
    auto schedule = file("schedule.csv");
    const std::string was = schedule.at(0, name);
    schedule.set(0, name, schedule.number(0, name) + 1);
    EXPECT_EQ(broken(schedule), Rules{"metrics"}) << name;
    schedule.at(0, name) = was;
    schedule.write();
  }
}

// Node 3 is down from 5 to 8, when job 0 has done 20 of 24 s of work on 4 nodes; its last point was at 4.5.
// It does the other 6 s on 3 nodes in 2 s. If it goes back to the queue, it begins again on 3 nodes, has done
// 12 s at its point at 9, grows to 4 nodes, and does the other 12 s in 3 s.
TEST_F(SizesDamage, IsNoneWhereAJobHasLostANode) {
  auto platform = run_shell("\"$MALHA\" platform star --set platform.hosts=4", folder_.path()).out;
  const std::string host = "<host id=\"host-3\"";
  const auto place = platform.find(host);
  ASSERT_NE(place, std::string::npos) << platform;
  platform.insert(place + host.size(), " state_file=\"down\"");
  write_text(folder_ / "down", "5 0\n8 1\n");
  write_text(folder_ / "lossy.xml", platform);
  write_text(folder_ / "jobs.csv", "id,submit,type,min,pref,max,work,law,parts,cost,asks\n"
                                   "0,0,malleable,1,2,4,24,linear,4,0,\n");
  const std::map<std::string, std::pair<std::string, double>> expected{
      {"shrink", {"0,0,4,0-3,0\n0,5,3,0-2,0\n", 7}},
      {"requeue", {"0,0,4,0-3,0\n0,5,3,0-2,0\n0,9,4,0-3,0\n", 12}}};
  for (const auto& [on_loss, rows_and_end] : expected) {
    const auto said = run_shell(
        "rm -rf out; \"$MALHA\" simulate -p lossy.xml --set transport=instant -d cluster.fcfs --set "
        "policy=cluster/greedy -w jobs.csv --set workload.columns=job:id,submit:submit,type:type,"
        "min:min,pref:pref,max:max,work:work,law:law,parts:parts,cost:cost,asks:asks --set overrun=extend "
        "--set on_loss=" +
            on_loss + " -o out",
        folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_EQ(broken(), Rules{}) << on_loss;
    EXPECT_EQ(text_of(folder_ / "out/sizes.csv"),
              "job_id,time,nodes,allocated_resources,pause\n" + rows_and_end.first)
        << on_loss;
    EXPECT_EQ(file("jobs.csv").number(0, "finish_time"), rows_and_end.second) << on_loss;
    EXPECT_EQ(std::filesystem::exists(folder_ / "out/attempts.csv"), on_loss == "requeue");
  }
}

} // namespace sizes_damage_test
} // namespace malha::testing
