// SPDX-License-Identifier: MIT
// Hosts whose speed changes, as speed profiles of the platform say, under each architecture and execution.
#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "policies/sdk/quantities.hpp"
#include "tests/actors/cluster/batch_program.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace malha::testing {
namespace speed_profiles_test {

/// Bags of equal tasks on workers of 1 flop/s beside a master.
class SpeedProfiles : public BatchProgram {
protected:
  /// A speed profile a worker, "" for none.
  void platform(const Texts& profiles, const std::string& transport = "instant") {
    workers("speed_file", profiles, "1f", transport);
  }

  static std::string bag(int tasks, int work) {
    return "--set workload.total=" + std::to_string(tasks * work) +
           " --set workload.mean=" + std::to_string(work) + " ";
  }
  Said run(const std::string& options, const std::string& out = "out") const {
    return run_shell("rm -rf " + out + "; $MALHA simulate " + platform_ + " -w bags " + options + " -o " +
                         out,
                     folder_.path());
  }
  /// The schedule of a bag, which is valid.
  Texts of(const std::string& options) const {
    const auto said = run(options);
    EXPECT_EQ(said.status, 0) << options << "\n" << said.err;
    is_valid();
    return schedule();
  }
};

constexpr const char* half_from_10 = "10 0.5\n";

// Tasks of 6 s. node-0 halves at 10: [0, 6), [6, 14) (4 s at full speed, 2 at half of it take 4), then 12 s
// each. node-1 keeps its speed. Whoever is free first gets the next task, and at 12 that is node-1.
const std::vector<std::string> six_tasks{"0 0 6 0",  "1 0 6 1",   "3 6 12 1",
                                         "2 6 14 0", "4 12 18 1", "5 14 26 0"};

TEST_F(SpeedProfiles, AreObeyedOnATimeline) {
  platform({half_from_10, ""});
  EXPECT_EQ(of("-d cluster.fcfs " + bag(6, 6)), six_tasks);
  EXPECT_EQ(lines("out/speeds.csv"), Texts{"0,10,0.5,"});
}

TEST_F(SpeedProfiles, AreObeyedByActorsOnNodes) {
  platform({half_from_10, ""});
  for (const auto* execution : {"messages", "exec"})
    EXPECT_EQ(of("-d cluster.nodes --set policy=cluster/fcfs --set execution=" + std::string(execution) +
                 " " + bag(6, 6)),
              six_tasks)
        << execution;
}

TEST_F(SpeedProfiles, AreObeyedByABroker) {
  platform({half_from_10, ""});
  for (const auto* execution : {"planned", "exec"})
    EXPECT_EQ(of("-d broker.workqueue --set execution=" + std::string(execution) + " " + bag(6, 6)),
              six_tasks)
        << execution;
}

TEST_F(SpeedProfiles, AreObeyedByTheTupleSpace) {
  platform({half_from_10, ""});
  for (const auto* execution : {"planned", "exec"})
    EXPECT_EQ(of("-d tuple_space.ticket_classes --set execution=" + std::string(execution) + " " + bag(6, 6)),
              six_tasks)
        << execution;
}

// In each period of 5 s from 1 on: half speed for 2 s, then full speed, so 4 s of work a period. A task of
// 9 s: 1 by 1, 8 more in two periods, by 11. The next one: 8 by 21, the last one at half speed.
TEST_F(SpeedProfiles, AreRepeated) {
  platform({"1 0.5\n3 1\nLOOPAFTER 2\n"});
  for (const auto* deployment : {"cluster.fcfs", "broker.workqueue", "tuple_space.ticket_classes"})
    EXPECT_EQ(of("-d " + std::string(deployment) + " " + bag(2, 9)), (Texts{"0 0 11 0", "1 11 23 0"}))
        << deployment;
}

// Both nodes run job 0 in 6 s. Of job 1, node-1 has its part by 12, and node-0 by 14, as above. Job 2
// computes 3.5 of its 4 s on node-0 up to its walltime of 7 s; job 4 all of them up to its walltime of 8 s.
TEST_F(SpeedProfiles, MakeAJobAsSlowAsItsSlowestNode) {
  platform({half_from_10, ""});
  write_text(folder_ / "x.json", R"({"nb_res": 2, "jobs": [
    {"id": 0, "subtime": 0, "res": 2, "profile": "6"},
    {"id": 1, "subtime": 0, "res": 2, "profile": "6"},
    {"id": 2, "subtime": 0, "res": 1, "profile": "4", "walltime": 7},
    {"id": 3, "subtime": 0, "res": 1, "profile": "8"},
    {"id": 4, "subtime": 0, "res": 1, "profile": "4", "walltime": 8}],
  "profiles": {
    "4": {"type": "parallel_homogeneous", "cpu": 4, "com": 0},
    "6": {"type": "parallel_homogeneous", "cpu": 6, "com": 0},
    "8": {"type": "parallel_homogeneous", "cpu": 8, "com": 0}}})");
  for (const auto* execution : {"timeline", "messages", "exec"}) {
    simulated("-d cluster.nodes --set policy=cluster/fcfs --set execution=" + std::string(execution));
    is_valid();
    EXPECT_EQ(columns("out/jobs.csv",
                      {"job_id", "starting_time", "finish_time", "allocated_resources", "final_state"}),
              (Texts{"0 0 6 0-1 COMPLETED_SUCCESSFULLY", "1 6 14 0-1 COMPLETED_SUCCESSFULLY",
                     "2 14 21 0 COMPLETED_WALLTIME_REACHED", "3 14 22 1 COMPLETED_SUCCESSFULLY",
                     "4 21 29 0 COMPLETED_SUCCESSFULLY"}))
        << execution;
  }
}

/// Of three workers, by the seed: some points each, of which half are repeated.
std::vector<std::string> random_profiles(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  std::vector<std::string> profiles;
  for (int worker = 0; worker < 3; ++worker) {
    std::string text;
    int date = below(20);
    for (int points = 1 + below(5); points > 0; --points, date += below(30))
      text += std::to_string(date) + " " + std::to_string(0.1 * (1 + below(20))) + "\n";
    profiles.push_back(text + (below(2) == 0 ? "LOOPAFTER " + std::to_string(1 + below(30)) + "\n" : ""));
  }
  return profiles;
}

class RandomSpeedsDifferential : public SpeedProfiles, public ::testing::WithParamInterface<const char*> {
protected:
  /// Of the tasks in two schedules: the same resources, and dates that SimGrid does not tell apart.
  void expect_near(const std::string& out, const std::string& other) {
    CsvReader ours(folder_ / (out + "/jobs.csv")), theirs(folder_ / (other + "/jobs.csv"));
    while (ours.next()) {
      ASSERT_TRUE(theirs.next());
      for (const auto* column : {"job_id", "allocated_resources"})
        EXPECT_EQ(ours.text(column), theirs.text(column)) << ours.place();
      for (const auto* column : {"starting_time", "finish_time"})
        EXPECT_NEAR(ours.real(column), theirs.real(column), 1e-9 * std::max(1.0, theirs.real(column)))
            << ours.place();
    }
    EXPECT_FALSE(theirs.next());
  }
};

// 60 tasks of 4 to 12 s, drawn uniformly: no two of them end at one date.
TEST_P(RandomSpeedsDifferential, MakeThePlannedEndsThoseOfSimGrid) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    platform(random_profiles(seed));
    Texts executions{"planned", "exec"};
    if (std::string(GetParam()) == "cluster.nodes")
      executions = {"timeline", "messages", "exec"};
    for (const auto& execution : executions) {
      const auto said =
          run("-d " + std::string(GetParam()) + " --set execution=" + execution +
                  " --set workload.variation=100 --seed " + std::to_string(seed) + " " + bag(60, 8),
              execution);
      ASSERT_EQ(said.status, 0) << said.err;
      is_valid(execution);
      expect_near(execution, executions.front());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, RandomSpeedsDifferential,
                         ::testing::Values("cluster.nodes", "broker.workqueue", "tuple_space.ticket_classes"),
                         [](const auto& one) {
                           return std::string(one.param, std::strcspn(one.param, "."));
                         });

// Checkpoints take 1 s after 3 s each. node-0 has half its speed from 4 on: of 10 s, 3 are done by 3, 4.5 by
// 7, and 6 by 11, as the checkpoints at 4, 8 and 12 say. It crashes at 12.5. node-1 ends task 1 at 13, after
// three checkpoints, and goes on with the 4 s that are left of task 0: one checkpoint.
TEST_F(SpeedProfiles, AreWhatCheckpointsComputeBy) {
  platform({"4 0.5\n", ""});
  auto text = text_of(folder_ / "p.xml");
  const std::string host = "<host id='node-0' speed='1f'";
  text.replace(text.find(host), host.size(), host + " state_file='down.profile'");
  write_text(folder_ / "p.xml", text);
  write_text(folder_ / "down.profile", "12.5 0\n");
  EXPECT_EQ(of("-d tuple_space.ticket_classes --set checkpoint=on --set checkpoint_interval=3 --set "
               "checkpoint_cost=1 " +
               bag(2, 10)),
            (Texts{"1 0 13 1", "0 13 18 1"}));
  EXPECT_EQ(lines("out/attempts.csv"),
            (Texts{"0,0,1,0,0,12.5,lost,10", "0,0,2,1,13,18,COMPLETED_SUCCESSFULLY,10"}));
}

TEST_F(SpeedProfiles, OfZeroAreRefused) {
  platform({"10 0\n20 1\n"});
  const auto said = run("-d cluster.fcfs " + bag(1, 6));
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "malha: p.xml:5: host 'node-0' has speed 0 from 10 s on, and " + simgrid_name() +
                " computes on at "
                "the speed before; valid: a speed above 0, or a state profile, which turns the host off\n");
}

/// The makespan of each deployment, in the order in which `compare` writes them.
class Comparisons : public SpeedProfiles {
protected:
  Texts makespans() {
    const auto said = run_shell("rm -rf out; $MALHA compare " + platform_ +
                                    " -w bags --set iteration_cost=0 --set message_cost=0 " + bag(6, 6) +
                                    "-d easygrid.one_site -d cluster.fcfs -d broker.workqueue -d "
                                    "tuple_space.ticket_classes --seeds 1 -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
    Texts found;
    CsvReader rows(folder_ / "out/runs.csv");
    while (rows.next())
      if (rows.text("metric") == "makespan")
        found.push_back(rows.text("run") + " " + rows.text("value"));
    std::sort(found.begin(), found.end());
    return found;
  }
};

// node-0 computes 10 flop by 10 and half a flop/s from then on, node-1 one flop/s, so that 36 flop take 20.67
// s at least. The three that plan ends have six_tasks. EasyGrid shares the tasks out by nominal speed, three
// each, runs two at once on a host, and its messages wait for iterations: it cannot be faster than three
// tasks on node-0, 18 flop by 26.
TEST_F(Comparisons, AreFairWhereASpeedChanges) {
  platform({half_from_10, ""});
  const auto found = makespans();
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(Texts(found.begin(), found.begin() + 2), (Texts{"broker.workqueue 26", "cluster.fcfs 26"}));
  EXPECT_EQ(found[3], "tuple_space.ticket_classes 26");
  EXPECT_GE(std::stod(found[2].substr(found[2].find(' '))), 26) << found[2];
}

// Half the speed of hosts of 2 flop/s is the speed of hosts of 1 flop/s, for all four.
TEST_F(Comparisons, TakeASlowerHostForWhatItIs) {
  platform({"", ""});
  const auto constant = makespans();
  platform({"0 0.5\n", "0 0.5\n"});
  auto text = text_of(folder_ / "p.xml");
  for (const std::string worker : {"<host id='node-0' speed='", "<host id='node-1' speed='"})
    text.replace(text.find(worker) + worker.size(), 1, "2");
  write_text(folder_ / "p.xml", text);
  EXPECT_EQ(makespans(), constant);
}

/// Its input reaches the one worker of a broker over a link.
class LinkProfiles : public SpeedProfiles {
protected:
  /// What is said, and when the task starts.
  std::pair<std::string, Seconds> start_of_task(const std::string& transport, const std::string& bandwidth) {
    platform({""}, transport);
    auto text = text_of(folder_ / "p.xml");
    const std::string link = "<link id='link' ";
    write_text(folder_ / "wire.profile", bandwidth);
    if (!bandwidth.empty())
      text.insert(text.find(link) + link.size(), "bandwidth_file='wire.profile' ");
    write_text(folder_ / "p.xml", text);
    const auto said = run("-d broker.workqueue --set workload.input=2e9 " + bag(1, 6));
    EXPECT_EQ(said.status, 0) << said.err;
    is_valid();
    return {said.err, std::stod(columns("out/jobs.csv", {"starting_time"}).at(0))};
  }
};

// The message takes about 17 s at 125 MB/s. With half of that from 10 s on, what is left then takes twice its
// time.
TEST_F(LinkProfiles, AreObeyedWhereMessagesTravel) {
  const auto [nothing, constant] = start_of_task("network", "");
  ASSERT_GT(constant, 15);
  const auto [said, slower] = start_of_task("network", "10 62.5e6\n");
  EXPECT_NEAR(slower, 10 + 2 * (constant - 10), 1e-6);
  EXPECT_EQ(said, "");
}

TEST_F(LinkProfiles, AreSaidToChangeNothingWhereNoneDo) {
  const auto [said, start] = start_of_task("instant", "10 62.5e6\n");
  EXPECT_EQ(start, 0);
  EXPECT_EQ(said, "malha: p.xml:6: the link_bandwidth profile of link 'link' changes nothing: with "
                  "transport=instant nothing travels over links\n");
}

} // namespace speed_profiles_test
} // namespace malha::testing
