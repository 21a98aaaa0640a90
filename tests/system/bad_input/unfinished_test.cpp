// SPDX-License-Identifier: MIT
// Runs that are killed, that deadlock, or that are cut.
#include "refusal.hpp"

#include "actors/environment/crash_plan.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/names.hpp"

#include <set>
#include <sstream>

namespace malha::testing {
namespace unfinished_test {

class Unfinished : protected InFreshFolder, public ::testing::Test {
protected:
  /// The lines of a file that contain `part`.
  std::set<std::string> lines_with(const std::string& part, const std::string& file) const {
    std::istringstream text(text_of(folder_ / file));
    std::set<std::string> found;
    for (std::string line; std::getline(text, line);)
      if (line.find(part) != std::string::npos)
        found.insert(line);
    return found;
  }
};

const std::string killed = "malha: one_dies, run 'second' workload.tasks=4: its process was killed by signal "
                           "9 (Killed) while it asked "
                           "policy 'misbehaving/launch'\n";

class Killed : public Unfinished, public ::testing::WithParamInterface<int> {
protected:
  Said one_dies() const {
    return malha("run scenarios/one_dies.xml -o out --plugin-path plugins/misbehaving -j " +
                 std::to_string(GetParam()));
  }
};

TEST_P(Killed, IsNamedAndTheOtherRunsFinish) {
  const auto said = one_dies();
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err, killed);
  // Of two runs with 4 and 5 tasks each, one dies: of the others all tasks finish.
  EXPECT_EQ(lines_with(",jobs_finished,", "out/runs.csv"),
            (std::set<std::string>{"one_dies,first,workload.tasks=4,0,jobs_finished,4,count",
                                   "one_dies,first,workload.tasks=5,0,jobs_finished,5,count",
                                   "one_dies,second,workload.tasks=5,0,jobs_finished,5,count"}));
  EXPECT_TRUE(lines_with("second,workload.tasks=4", "out/runs.csv").empty());
}

TEST_P(Killed, LeavesNoFolder) {
  one_dies();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/one_dies/second/workload.tasks=5/seed=0/manifest.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/one_dies/second/workload.tasks=4"));
}

INSTANTIATE_TEST_SUITE_P(Workers, Killed, ::testing::Values(1, 2, 4), ByValue());

TEST_F(Unfinished, ABrokenRuleDecidesTheStatusBeforeADeath) {
  const auto said = malha("run scenarios/one_dies.xml scenarios/one_breaks.xml -o out --plugin-path "
                          "plugins/misbehaving");
  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(said.err, killed + "malha: one_breaks, run 'only' policy.distribution.does=forget: policy "
                               "'misbehaving/distribution' broke a rule at t=0 s: it places 4 of 5 tasks\n");
}

TEST_F(Unfinished, ADeadlockSaysWhichActorWaitsForWhat) {
  const auto said =
      malha("simulate -p star --set platform.hosts=2 -d good/batch.xml -w bag_of_tasks --set "
            "transport=instant --plugin-path plugins/misbehaving --set policy=misbehaving/queue --set "
            "policy.does=idle -o out");
  EXPECT_EQ(said.status, 4);
  EXPECT_EQ(said.err,
            "malha: deadlock at t=0 s: nothing can happen any more; cluster/scheduler@host-0 waits for its "
            "policy to start a queued job\n");
  // Nothing has finished, the clock has not moved, and instant jobs come without messages. The 100 tasks of
  // the bag wait.
  EXPECT_EQ(text_of(folder_ / "out/schedule.csv"),
            "jobs_finished,jobs_killed,jobs_rejected,jobs_counted,simulated_time,messages,message_bytes,"
            "messages_unread,cut,longest_queue,mean_queue_length,restarts,utilisation\n0,0,0,0,0,0,0,0,0,100,"
            "0,0,0\n");
}

TEST_F(Unfinished, ARunThatIsCutKeepsWhatHasFinished) {
  // Three tasks of 5 Gflop on two hosts of 1 Gflop/s: two end at 5 s, the third would end at 10 s.
  const auto said = malha("simulate -p star --set platform.hosts=2 -d good/batch.xml -w bag_of_tasks --set "
                          "workload.tasks=3 --set transport=instant --set max_time=7 -o out");
  EXPECT_EQ(said.status, 4);
  EXPECT_EQ(said.err, "malha: cut at max_time=7 s\n");
  EXPECT_EQ(lines_with("", "out/jobs.csv").size(), 1 + 2u); // and the header
  EXPECT_EQ(lines_with("simulated_time", "out/schedule.csv").size(), 1u);
  // jobs_finished, jobs_killed, jobs_rejected, jobs_counted, simulated_time, makespan
  EXPECT_EQ(lines_with("2,0,0,2,7,5,", "out/schedule.csv").size(), 1u);
}

/// A deployment, and the transport.
class AllDown : public Unfinished,
                public ::testing::WithParamInterface<std::tuple<const char*, const char*>> {};

// 60 tasks of 1000 flop for 10 workers of 10 flop/s: the first would end at 100 s, and by 50 s all workers
// have crashed. Nothing happens after the last crash, which is known at once; over a network, after an alarm
// of 1 B through the loopback of 10 GB/s, of which SimGrid's model gives 97 %.
TEST_P(AllDown, EndsWhenTheLastResourceHasCrashed) {
  const std::string deployment = std::get<0>(GetParam()), transport = std::get<1>(GetParam());
  RandomStreams random(0);
  const auto crashes = environment::planned_crashes(10, 1, 50, random.stream("crashes"));
  const Seconds known = crashes.back().date + (transport == "network" ? 1 / (0.97 * 10e9) : 0);
  const auto said = malha(
      "simulate -p uniform_speeds --set platform.total_speed=100 -w bags --set workload.total=60000 "
      "--set workload.mean=1000 --environment crashes --set crashes.share=100 --set crashes.horizon=50 -d " +
      deployment + " --set transport=" + transport + " -o out");
  EXPECT_EQ(said.status, 4);
  EXPECT_EQ(said.err, "malha: deadlock at t=" + shortest(known) + " s: nothing can happen any more; " +
                          deployment.substr(0, deployment.find('.')) +
                          "/broker@master waits for a resource: all are down, and tasks 0-59 have not run\n");
  EXPECT_EQ(lines_with("", "out/jobs.csv").size(), 1u); // the header
}

INSTANTIATE_TEST_SUITE_P(Grid, AllDown,
                         ::testing::Combine(::testing::Values("broker.workqueue",
                                                              "tuple_space.ticket_classes"),
                                            ::testing::Values("instant", "network")),
                         ByValue());

} // namespace unfinished_test
} // namespace malha::testing
