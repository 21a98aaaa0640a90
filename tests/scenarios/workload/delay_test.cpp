// SPDX-License-Identifier: MIT
// Batsim's delay: a run time that does not depend on the speed of a host, whoever schedules the job.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

namespace malha::testing {
namespace delay_test {

using Times = std::vector<double>;

/// Two jobs of 10 s, limited to 12 s, which would be 20 s and 5 s on hosts of half and twice the speed.
const std::string delays = R"({"nb_res": 2, "jobs": [
  {"id": 1, "subtime": 0, "res": 1, "profile": "d", "walltime": 12},
  {"id": 2, "subtime": 0, "res": 1, "profile": "d", "walltime": 12}],
  "profiles": {"d": {"type": "delay", "delay": 10}, "p": {"type": "parallel_homogeneous", "cpu": 1000, "com": 0}}})";

class Delay : public ::testing::Test {
protected:
  Delay() {
    write_text(folder_ / "grid.xml", R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
<host id="master" speed="100f"><prop id="role" value="master"/></host>
<host id="slow" speed="50f"><prop id="role" value="worker"/></host>
<host id="fast" speed="200f"><prop id="role" value="worker"/></host>
<link id="a" bandwidth="1e9Bps" latency="0s"/>
<route src="master" dst="slow"><link_ctn id="a"/></route>
<route src="master" dst="fast"><link_ctn id="a"/></route>
<route src="slow" dst="fast"><link_ctn id="a"/></route>
</zone></platform>)");
    write_text(folder_ / "a.json", delays);
  }

  Said simulate(const std::string& options) {
    return run_shell("rm -rf out; \"$MALHA\" simulate -p grid.xml -w a.json -o out -d " + options,
                     folder_.path());
  }
  /// How long the jobs took.
  Times times(const std::string& options) {
    const auto said = simulate(options);
    EXPECT_EQ(said.err, "") << options;
    EXPECT_EQ(said.status, 0) << options;
    EXPECT_EQ(run_shell("\"$MALHA\" validate out", folder_.path()).status, 0) << options;
    Times all;
    for (CsvReader rows(folder_ / "out/jobs.csv"); rows.next();) {
      all.push_back(rows.real("execution_time"));
      works_.push_back(rows.text("work"));
    }
    return all;
  }
  void expect_ten_seconds(const std::string& options) {
    const auto found = times(options);
    ASSERT_EQ(found.size(), 2u) << options;
    for (const double time : found)
      EXPECT_NEAR(time, 10, 1e-6) << options; // dates on a network are sums
  }

  TemporaryFolder folder_;
  std::vector<std::string> works_;
};

TEST_F(Delay, IsTheSameOnEveryHostOfACluster) {
  for (const std::string options :
       {"cluster.fcfs --set transport=instant", "cluster.fcfs --set transport=network",
        "cluster.easy_backfill --set transport=instant", "cluster.nodes --set execution=messages",
        "cluster.nodes --set execution=messages --set transport=instant",
        "cluster.nodes --set execution=exec", "cluster.nodes --set execution=exec --set transport=instant"})
    expect_ten_seconds(options);
  EXPECT_EQ(works_, std::vector<std::string>(14, "0")); // nothing is computed
}

TEST_F(Delay, IsTheSameOnEveryResourceOfABroker) {
  for (const std::string broker :
       {"workqueue", "wqr", "mftf", "min_min", "max_min", "sufferage", "dynamic_fpltf"})
    expect_ten_seconds("broker." + broker + " --set transport=instant");
  expect_ten_seconds("broker.workqueue --set transport=network");
  expect_ten_seconds("broker.workqueue --set transport=network --set execution=exec");
  expect_ten_seconds("broker.workqueue --set transport=instant --set execution=exec");
  EXPECT_EQ(works_, std::vector<std::string>(20, "0"));
}

TEST_F(Delay, IsTheSameOnEveryResourceOfTheTupleSpace) {
  for (const std::string options :
       {"--set transport=instant", "--set transport=network", "--set transport=network --set execution=exec",
        "--set transport=instant --set execution=exec", "--set transport=instant --set checkpoint=on",
        "--set transport=network --set checkpoint=on"})
    expect_ten_seconds("tuple_space.ticket_classes " + options);
}

TEST_F(Delay, IsRefusedByEasyGridWhoseTasksShareTheirHosts) {
  const auto said = simulate("easygrid.one_site");
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: workload 'a.json': job 1 is a delay, and EasyGrid runs work that shares its host; "
            "valid: --set workload.delay=scaled\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(simulate("easygrid.one_site --set workload.delay=scaled").status, 0);
}

// At 100 flop/s they are 10 s: 20 s on the slow host, where a job is killed after its 12 s, and 5 s on the
// fast one, which ends first.
TEST_F(Delay, FollowsTheSpeedWhereItIsScaled) {
  const std::string scaled = " --set workload.delay=scaled --set workload.reference_speed=100";
  EXPECT_EQ(times("cluster.fcfs --set transport=instant" + scaled), (Times{5, 12}));
  EXPECT_EQ(works_, (std::vector<std::string>{"1000", "1000"}));
  // Nobody is killed, and the fast resource, free again at 5, takes no copy.
  EXPECT_EQ(times("broker.workqueue --set transport=instant" + scaled), (Times{5, 20}));
}

// The reference speed is that of the slow host, on which a scaled delay is that long.
TEST_F(Delay, IsScaledFromTheFirstWorker) {
  EXPECT_EQ(times("broker.workqueue --set transport=instant --set workload.delay=scaled"), (Times{2.5, 10}));
}

TEST_F(Delay, SaysThatAReferenceSpeedDoesNotScaleIt) {
  expect_ten_seconds("cluster.fcfs --set transport=instant --set workload.reference_speed=100");
  EXPECT_NE(
      text_of(folder_ / "out/manifest.json").find("\"delays, which reference_speed does not scale\": 2"),
      std::string::npos);
}

// Policies of brokers compare tasks by their work.
TEST_F(Delay, IsNotMixedWithWorkInBags) {
  auto mixed = delays;
  write_text(folder_ / "a.json",
             mixed.replace(mixed.rfind(R"("profile": "d", "walltime")"), 14, R"("profile": "p")"));
  for (const std::string deployment : {"broker.workqueue", "tuple_space.ticket_classes"}) {
    const auto said = simulate(deployment + " --set transport=instant");
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, "malha: workload 'a.json': job 1 brings work beside delays, which policies cannot "
                        "compare; valid: one kind, or --set workload.delay=scaled\n");
    EXPECT_EQ(simulate(deployment + " --set transport=instant --set workload.delay=scaled").status, 0);
  }
  // On a cluster they may be: 10 s, and 1000 flop on the fast host.
  EXPECT_EQ(times("cluster.fcfs --set transport=instant"), (Times{5, 10}));
}

TEST_F(Delay, ComesBackFromConversion) {
  EXPECT_EQ(
      run_shell("\"$MALHA\" convert a.json b.json && \"$MALHA\" convert a.json c.swf", folder_.path()).out,
      "written: 2 jobs, 0 skipped\nwritten: 2 jobs, 0 skipped\n"
      "  delay, which is a run time in SWF and takes less on a faster host: 2\n");
  const auto again = read_file(folder_ / "b.json").jobs, from_swf = read_file(folder_ / "c.swf").jobs;
  ASSERT_EQ(again.size(), 2u);
  EXPECT_TRUE(again[0].tasks[0].is_delay);
  EXPECT_EQ(again[0].tasks[0].length, 10);
  EXPECT_FALSE(from_swf.at(0).tasks[0].is_delay); // a run time in SWF is one at the reference speed
  EXPECT_EQ(from_swf.at(0).tasks[0].length, 10);
}

} // namespace delay_test
} // namespace malha::testing
