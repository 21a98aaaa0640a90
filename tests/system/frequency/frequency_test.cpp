// SPDX-License-Identifier: MIT
// Runs of jobs at several pstates: their energy by hand, and runs that `validate` computes again.
#include "results/files/csv_reader.hpp"
#include "slowed_nodes.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha::testing {
namespace frequency_test {

class SlowedNodes : public SlowedNodesProgram {
protected:
  /// A run, which `validate` must find right.
  void run(const std::string& words, const std::string& out = "out",
           const std::string& transport = "instant") {
    const auto said = simulate("-d cluster.fcfs " + words + " -o " + out, transport);
    ASSERT_EQ(said.status, 0) << words << '\n' << said.err;
    const auto judged = validate(out);
    ASSERT_EQ(judged.status, 0) << words << '\n' << judged.out << judged.err;
    EXPECT_NE(judged.out.find("checked: the energy of jobs, hosts and users is that of powers and dates"),
              std::string::npos)
        << words << '\n'
        << judged.out;
  }
  /// "start-finish energy" of each job.
  std::vector<std::string> rows(const std::string& out = "out") const {
    std::vector<std::string> texts;
    for (CsvReader row(folder_ / out / "jobs.csv"); row.next();)
      texts.push_back(row.text("starting_time") + "-" + row.text("finish_time") + " " +
                      row.text("consumed_energy"));
    return texts;
  }
  double metric(const std::string& name, const std::string& out = "out") const {
    CsvReader schedule(folder_ / out / "schedule.csv");
    EXPECT_TRUE(schedule.next());
    return schedule.real(name);
  }
};

using Texts = std::vector<std::string>;

// The job of 1e9 flop computes for 50 s at 20 Mflop/s and 150 W. The other node is idle at 100 W, and so is
// the first one from 50 s on, at pstate 0, until the second job, of one second, comes: 5 s and 750 J.
TEST_F(SlowedNodes, TakeTheEnergyOfTheirPstates) {
  platform(nodes_of(2, three_speeds, simgrids_power));
  jobs("0,10,1,100\n60,1,1,100\n");
  run(jobs_words() + "--set policy.frequency=cluster/dvfs_queue --set policy.frequency.threshold=100 --set "
                     "series=on");
  EXPECT_EQ(rows(), (Texts{"0-50 7500", "60-65 750"}));
  EXPECT_EQ(lines("out/power_states.csv"), "n0,0,on,2\nn0,50,on,0\nn0,60,on,2\nn0,65,on,0\n");
  EXPECT_EQ(lines("out/power.csv"), "0,250,0\n50,200,12500\n60,250,14500\n65,200,15750\n");
  EXPECT_EQ(metric("energy"), 15750);
  EXPECT_EQ(metric("idle_energy"), 7500); // 65 s of n1, and 10 s of n0, at 100 W
}

// 1e9 flop: 2000 J at full speed, 1375 J at half, and 2560 J at a fifth. 3400 and 7500 J where idle power is
// most.
TEST_F(SlowedNodes, RunSlowlyWhereThatSavesEnergy) {
  jobs("0,10,1,100\n");
  const std::string slack =
      jobs_words() + "--set policy.frequency=cluster/dvfs_slack --set policy.frequency.slowdown=";
  platform(nodes_of(1, three_speeds, simgrids_power));
  run(slack + "10");
  EXPECT_EQ(rows(), Texts{"0-10 2000"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/power_states.csv"));
  platform(nodes_of(1, three_speeds, cubic_power));
  run(slack + "10", "cubic");
  EXPECT_EQ(rows("cubic"), Texts{"0-20 1375"});
  run(slack + "1.9", "fast");
  EXPECT_EQ(rows("fast"), Texts{"0-10 2000"});
}

// A run that half depends on the speed lasts 10 (1/2 (2 - 1) + 1) = 15 s at half speed: 1031.25 J. At a fifth
// it lasts 30 s, and 1536 J.
TEST_F(SlowedNodes, ComputeByTheirBeta) {
  jobs("0,10,1,100\n");
  platform(nodes_of(1, three_speeds, cubic_power));
  run(jobs_words() + "--set policy.frequency=cluster/dvfs_slack --set policy.frequency.slowdown=10 --set "
                     "dvfs_beta=0.5");
  EXPECT_EQ(rows(), Texts{"0-15 1031.25"});
}

// The job of 10 s may run for 15 s. At half speed it is killed then, or after 20 s of 30.
TEST_F(SlowedNodes, KillJobsAtTheirLimitsUnlessTheseAreStretched) {
  jobs("0,10,1,15\n");
  platform(nodes_of(1, three_speeds, cubic_power));
  const std::string slack =
      jobs_words() + "--set policy.frequency=cluster/dvfs_slack --set policy.frequency.slowdown=10 ";
  run(slack);
  EXPECT_EQ(rows(), Texts{"0-15 1031.25"});
  EXPECT_EQ(metric("jobs_killed"), 1);
  EXPECT_EQ(metric("wasted_energy"), 1031.25);
  run(slack + "--set scale_limits=on", "scaled");
  EXPECT_EQ(rows("scaled"), Texts{"0-20 1375"});
  EXPECT_EQ(metric("jobs_killed", "scaled"), 0);
}

// A node that is at half of its speed from 10 s on: the work of 10 s takes 20 s at pstate 1, of which 10 are
// done by then, and 20 s are left. While it has half of its speed it draws 50 + (68.75 - 50) / 2 W.
TEST_F(SlowedNodes, MayAlsoBeSlowedByTheirProfiles) {
  jobs("0,10,1,100\n");
  write_text(folder_ / "half", "10 0.5\n");
  platform(nodes_of(1, std::string(three_speeds) + " speed_file='half'", cubic_power));
  const std::string slack =
      jobs_words() + "--set policy.frequency=cluster/dvfs_slack --set policy.frequency.slowdown=10 ";
  run(slack);
  EXPECT_EQ(rows(), Texts{"0-30 1875"}); // 687.5 + 20 x 59.375
  const auto said = simulate("-d cluster.nodes --set execution=messages " + slack + " -o messages");
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(rows("messages"), Texts{"0-30 1875"});
}

/// Files of results without those that name policies and the time that the run took.
std::map<std::string, std::string> tables_below(const std::filesystem::path& folder) {
  auto files = results_below(folder);
  for (auto file = files.begin(); file != files.end();)
    file = file->first.find(".csv") == std::string::npos ? files.erase(file) : std::next(file);
  return files;
}

// A slowdown of 1 leaves the pstate of the platform alone, and so does a threshold that no run keeps.
TEST_F(SlowedNodes, ThatAreNeverSlowedChangeNoByte) {
  platform(nodes_of(8, three_speeds, cubic_power));
  int number = 0;
  for (const std::string queue : {"easy_backfill", "conservative_backfill", "slurm"}) {
    const auto files = [&](const std::string& words) {
      const auto out = "out" + std::to_string(++number);
      run("-w lublin --set workload.jobs=150 --set workload.load=0.8 --set series=on --explain --set "
          "policy=cluster/" +
              queue + words,
          out);
      return tables_below(folder_ / out);
    };
    const auto before = files("");
    EXPECT_GT(before.size(), 8u);
    const std::string slower = " --set policy.frequency=cluster/";
    EXPECT_EQ(files(slower + "full_speed"), before);
    EXPECT_EQ(files(slower + "dvfs_slack --set policy.frequency.slowdown=1"), before);
    EXPECT_EQ(files(slower + "dvfs_queue --set policy.frequency.threshold=1.000001 --set "
                             "policy.frequency.queue=0 --set policy.frequency.bound=1e-9"),
              before);
  }
}

struct Way {
  std::string name, words;
  std::string transport = "instant";
};

class SlowedQueue : public SlowedNodes, public ::testing::WithParamInterface<Way> {};

// Many jobs, of which many are slowed, under several queue policies: every rule of `validate` holds, be it
// promises, Little's law, walltimes, speeds or energy.
TEST_P(SlowedQueue, RunsUnchanged) {
  platform(nodes_of(8, three_speeds, cubic_power, "speed='80Mf,60Mf,20Mf'"));
  for (const std::string queue : {"fcfs", "easy_backfill", "conservative_backfill", "slurm"}) {
    run("-w lublin --set workload.jobs=150 --set workload.load=0.6 --set workload.estimates=uniform:2 --set "
        "series=on --explain --set policy=cluster/" +
            queue + " " + GetParam().words,
        queue, GetParam().transport);
    EXPECT_GT(text_of(folder_ / queue / "power_states.csv").size(), 1000u) << queue;
    EXPECT_GT(metric("longest_queue", queue), 8) << queue;
    EXPECT_EQ(metric("restarts", queue) > 0, GetParam().name == "crashes") << queue;
    EXPECT_NE(validate(queue).out.find("checked: reservations of the decision log are kept"),
              std::string::npos)
        << queue;
  }
}

const std::string slack = "--set policy.frequency=cluster/dvfs_slack --set policy.frequency.slowdown=2.5 ";
const std::string by_queue = "--set policy.frequency=cluster/dvfs_queue --set policy.frequency.threshold=4 ";

INSTANTIATE_TEST_SUITE_P(
    Of, SlowedQueue,
    ::testing::Values(Way{"slack", slack}, Way{"slack_scaled", slack + "--set scale_limits=on"},
                      Way{"queue", by_queue},
                      Way{"queue_scaled", by_queue + "--set scale_limits=on --set dvfs_beta=0.6"},
                      Way{"extended", slack + "--set overrun=extend"},
                      Way{"crashes",
                          slack + "--set scale_limits=on --environment failures --set failures.mtbf=200000 "
                                  "--set failures.mttr=1000"},
                      Way{"counted_cap", slack + "--set power_cap=900 --set power_cap_rule=count"},
                      Way{"one_core", by_queue + "--set node_load=one"}),
    [](const auto& one) { return one.param.name; });

// Nodes that are told by messages when a job begins, and those that the scheduler plans: the same dates, and
// energy, where messages take no time. Where they take some, `validate` computes the energy again.
TEST_F(SlowedNodes, AreToldByMessages) {
  platform(nodes_of(4, three_speeds, cubic_power));
  const std::string words = "-w lublin --set workload.jobs=60 --set workload.load=0.6 --set scale_limits=on "
                            "--set policy=cluster/fcfs " +
                            slack;
  run(words + "--set series=on", "planned");
  const auto tell = [&](const std::string& more, const std::string& transport, const std::string& out) {
    const auto said =
        simulate("-d cluster.nodes --set execution=messages " + words + more + " -o " + out, transport);
    ASSERT_EQ(said.status, 0) << said.err;
    const auto judged = validate(out);
    EXPECT_EQ(judged.status, 0) << judged.out;
  };
  tell("--set series=on", "instant", "told");
  for (const std::string file : {"jobs.csv", "power_states.csv", "energy.csv", "power.csv"})
    EXPECT_EQ(text_of(folder_ / "told" / file), text_of(folder_ / "planned" / file)) << file;
  tell("", "network", "late");
  EXPECT_GT(text_of(folder_ / "late/power_states.csv").size(), 500u);
}

// Nodes that sleep go to sleep and boot at the pstate of the platform.
TEST_F(SlowedNodes, MaySleep) {
  platform(nodes_of(4, "speed='100Mf,50Mf,20Mf,0f,0f'",
                    "<prop id='wattage_per_state' value='50:200, 50:68.75, 50:51.2, 60:60, 40:40'/><prop "
                    "id='wattage_off' value='5'/><prop id='boot' value='3:100'/><prop id='shutdown' "
                    "value='4:10'/>"));
  run("-w lublin --set workload.jobs=100 --set workload.load=0.4 --set scale_limits=on --set "
      "policy.sleep=cluster/idle_timeout --set policy=cluster/easy_backfill " +
      slack);
  EXPECT_GT(metric("switches"), 4);
  EXPECT_NE(text_of(folder_ / "out/power_states.csv").find(",on,1\n"), std::string::npos);
}

// The first of two jobs runs at pstate 1, since one waits.
TEST_F(SlowedNodes, AreAskedForByOtherPrograms) {
  platform(nodes_of(1, three_speeds, simgrids_power));
  jobs("0,10,1,100\n0,1,1,100\n");
  write_text(folder_ / "mine.py",
             "def pstate(view):\n"
             "    assert len(view.nodes) == 1 and view.platform == 0 and view.idle == 100\n"
             "    assert [one.stretch for one in view.levels] == [1, 2, 5]\n"
             "    return view.waiting\n");
  run(jobs_words() + "--set policy.frequency=python:mine.py");
  EXPECT_EQ(rows(), (Texts{"0-20 3400", "20-21 200"}));
}

TEST_F(SlowedNodes, KeepToTheirPstates) {
  platform(nodes_of(2, three_speeds, simgrids_power));
  jobs("5,10,1,100\n");
  write_text(folder_ / "mine.py", "def decide(view):\n    return 7\n");
  const auto said = simulate("-d cluster.fcfs " + jobs_words() + "--set policy.frequency=python:mine.py");
  EXPECT_EQ(said.status, 3);
  EXPECT_NE(said.err.find("it runs job 1 at pstate 7, which its machines do not have; valid: 0, 1, 2"),
            std::string::npos)
      << said.err;
  EXPECT_NE(said.err.find("python:mine.py"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("t=5"), std::string::npos) << said.err;
}

} // namespace frequency_test
} // namespace malha::testing
