// SPDX-License-Identifier: MIT
// malha chaos as its users meet it: sweeps of the shipped architectures, and what it refuses. Here sweeps are
// short; `.ci/full` runs those of sweeps.txt to their ends.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::testing {
namespace chaos_test {

const std::string star = "$MALHA chaos -p star --set platform.hosts=4 ";
/// Four workers, three of which keep the space; the master is none of them.
const std::string replicas = "$MALHA chaos -p uniform_speeds -d tuple_space.replicated -w bag_of_tasks "
                             "--set workload.tasks=4 --set workload.work=50 ";
const std::string bag = " -w bag_of_tasks --set workload.tasks=6 --set workload.spread=0.5 ";
const std::string instant = " --set transport=instant ";

class Chaos : public ::testing::Test {
protected:
  Said said(const std::string& command) const { return run_shell(command, folder_.path()); }
  /// Runs a sweep that must find nothing, and returns what it printed.
  std::string sound(const std::string& command) const {
    const auto swept = said(command);
    EXPECT_EQ(swept.status, 0) << swept.out << swept.err;
    EXPECT_NE(swept.out.find(" distinct states"), std::string::npos) << swept.out;
    return swept.out;
  }
  void refused(const std::string& command, const std::string& why) const {
    const auto swept = said(command);
    EXPECT_EQ(swept.status, 2) << swept.out;
    EXPECT_NE(swept.err.find(why), std::string::npos) << swept.err;
  }

  const TemporaryFolder folder_;
};

TEST_F(Chaos, FindsNothingInBrokers) {
  sound(star + "-d broker.workqueue" + bag + instant);
  sound(star + "-d broker.wqr" + bag + "--cases 100 --set execution=exec");
}

TEST_F(Chaos, FindsNothingInTupleSpaces) {
  sound(star + "-d tuple_space.ticket_classes" + bag + instant);
  sound(replicas + "--set platform.total_speed=40 --cases 100");
}

TEST_F(Chaos, FindsNothingInAClusterAndAPool) {
  sound(star + "-d cluster.easy_backfill -w rigid_jobs --set workload.jobs=4 --set workload.max_resources=2" +
        instant);
  sound("$MALHA chaos -p owned_pool --set platform.machines=2,2 -d ownership.osep -w user_bags --set "
        "workload.tasks=3,2 --set workload.lengths=100 --set workload.dates=0,35 --cases 100" +
        instant);
}

/// The pool reads its jobs itself, so that its host may go and return, for less than a lease and for longer.
TEST_F(Chaos, FindsNothingInAPoolThatReturns) {
  const std::string pool =
      "$MALHA chaos -p owned_pool --set platform.machines=2,2 -d '" MALHA_SOURCE_FOLDER
      "/tests/scenarios/runner/chaos/ownership.alone.xml' -w user_bags --set workload.tasks=4,3 --set "
      "workload.lengths=100 --set workload.dates=0,35 --kill ownership/pool ";
  EXPECT_NE(sound(pool).find("returns"), std::string::npos);
  sound(pool + "--set lease=20");
}

TEST_F(Chaos, FindsNothingInClustersBelowAMetaScheduler) {
  const std::string clusters = "$MALHA chaos -p clusters -d multicluster.least_loaded -w rigid_jobs --set "
                               "workload.jobs=5 --set workload.max_resources=";
  sound(clusters + "2 --set platform.sizes=2,3,2 --kill cluster/scheduler --cases 100");
  sound(clusters + "2 --set platform.sizes=2,3,2 --kill cluster/scheduler --cases 60 --down 0.02");
  sound(clusters + "1 --set platform.sizes=2,3 --cases 100");
  sound(clusters + "1 --set platform.sizes=2,3 --cases 100" + instant);
}

/// The meta-scheduler reads its jobs itself, so that its host may go and return: alone, for a short time, and
/// with the host of a cluster.
TEST_F(Chaos, FindsNothingInAMetaSchedulerThatReturns) {
  const std::string meta =
      "$MALHA chaos -p clusters --set platform.sizes=2,3,2 -d '" MALHA_SOURCE_FOLDER
      "/tests/scenarios/runner/chaos/multicluster.alone.xml' -w rigid_jobs --set workload.jobs=5 --set "
      "workload.max_resources=2 --kill multicluster/meta_scheduler";
  EXPECT_NE(sound(meta + " --cases 150").find("returns"), std::string::npos);
  sound(meta + " --down 0.02 --cases 100");
  sound(meta + " --cases 100" + instant);
  EXPECT_NE(sound(meta + ",cluster/scheduler --pairs --cases 100").find("2 return"), std::string::npos);
}

/// The acting server goes when it has executed the commit of a task that ends later than another of the bag,
/// whose commit is executed by the next one: the bag ends with the later task.
TEST_F(Chaos, KnowsTheEndOfABagWhoseResultsAreCommittedInAnotherOrder) {
  const auto one = said(replicas + "--set platform.total_speed=40 --case host-0@5.59962829257732");
  EXPECT_EQ(one.status, 0) << one.out << one.err;
}

TEST_F(Chaos, CrashesTwoServersOfFive) {
  const auto out = sound(replicas + "--set platform.total_speed=60 --set servers=5 --set faults=2 --pairs "
                                    "--kill tuple_space/replica --cases 200");
  EXPECT_NE(out.find("2 go "), std::string::npos) << out;
}

const std::string grid = "$MALHA chaos -p star --set platform.hosts=5 --set platform.sites=2 -d "
                         "easygrid.successors -w bag_of_tasks --set workload.tasks=4 ";

TEST_F(Chaos, FindsNothingWhereMessagesAreLate) {
  const auto out = sound(replicas + "--set platform.total_speed=40 --messages late --cases 200");
  EXPECT_NE(out.find("prepare ok     late by "), std::string::npos) << out;
  EXPECT_NE(out.find("submission     overtaken "), std::string::npos) << out;
  sound(grid + "--messages late");
  sound("$MALHA chaos -p owned_pool --set platform.machines=2,2 -d ownership.osep -w user_bags --set "
        "workload.tasks=3,2 --set workload.lengths=100 --set workload.dates=0,35 --messages late");
}

TEST_F(Chaos, FindsNothingWhereMessagesAreLost) {
  sound(replicas + "--set platform.total_speed=40 --messages lost");
  sound(replicas + "--set platform.total_speed=40 --messages lost --pairs --cases 200");
}

TEST_F(Chaos, FindsNothingWhereMessagesAreDoubled) {
  const auto out = sound(replicas + "--set platform.total_speed=40 --messages doubled --cases 200");
  EXPECT_NE(out.find("prepare ok     again at once "), std::string::npos) << out;
  EXPECT_NE(out.find("submission     again after the next "), std::string::npos) << out;
  EXPECT_EQ(said(replicas + "--set platform.total_speed=40 --case 3:twice+7,9:lost").status, 0);
  refused(star + "-d broker.workqueue --messages doubled" + bag,
          "does not support messages that are doubled (environment actor 'environment/doubled_messages')");
}

/// Two workers, neither of which is the master.
const std::string two_workers = "$MALHA chaos -p uniform_speeds --set platform.total_speed=20 ";
const std::string short_bag = " -w bag_of_tasks --set workload.tasks=3 --set workload.work=50 ";

/// Both workers stay away: who pushes or offers tasks says that no resource is left, and a batch scheduler
/// rejects its jobs.
TEST_F(Chaos, PassesRunsThatLeaveNothing) {
  const std::string left = "too few resources were left";
  for (const std::string deployment : {"broker.workqueue", "tuple_space.ticket_classes",
                                       "cluster.easy_backfill", "cluster.nodes --set execution=exec"}) {
    const auto out = sound(two_workers + "-d " + deployment + short_bag + instant + "--pairs --cases 60");
    EXPECT_NE(out.find("2 go"), std::string::npos) << out;
    EXPECT_NE(out.find(left), std::string::npos) << out;
  }
  EXPECT_NE(
      sound("$MALHA chaos -p owned_pool --set platform.machines=1,1 -d ownership.osep -w user_bags --set "
            "workload.tasks=2,2 --set workload.lengths=100 --set workload.dates=0,35 --pairs --cases 60" +
            instant)
          .find(left),
      std::string::npos);
}

/// Clusters of two nodes and of one, and jobs of one and two nodes: their front hosts stay away, or their
/// nodes after they have accepted jobs. What no cluster that is left can run is rejected, with checkpoints or
/// without.
TEST_F(Chaos, PassesClustersThatLeaveNothing) {
  const std::string clusters =
      "$MALHA chaos -p clusters --set platform.sizes=2,1 -d multicluster.least_loaded -w rigid_jobs --set "
      "workload.jobs=4 --set workload.max_resources=2 --pairs --cases 60 --kill ";
  const std::string left = "too few resources were left";
  EXPECT_NE(sound(clusters + "cluster/scheduler").find(left), std::string::npos);
  for (const std::string transport : {"instant", "network"})
    for (const std::string checkpoints :
         {"", " --set policy.checkpoint=cluster/fixed_interval --set policy.checkpoint.interval=100 --set "
              "checkpoint_cost=5"})
      EXPECT_NE(sound(clusters + "cluster/node --set transport=" + transport + checkpoints).find(left),
                std::string::npos);
}

/// An answer of the servers is lost, and the client asks again when it has waited for `timeout` (10 s): the
/// run takes longer, and passes.
TEST_F(Chaos, LosesTheMessageThatACaseSays) {
  const auto one = replicas + "--set platform.total_speed=40 ";
  const auto passed = said(one + "--case 3:lost,9+20");
  EXPECT_EQ(passed.status, 0) << passed.out << passed.err;
  EXPECT_EQ(passed.out.rfind("3:lost,9+20 passed: ", 0), 0U) << passed.out;
  refused(one + "--case 100000:lost", "there is no message 100000 between hosts; valid: from 1 to ");
  const auto makespan = [&](const std::string& options) {
    const auto ran = said("$MALHA simulate " + one.substr(one.find("-p ")) + options +
                          " | grep '^makespan' | tr -s ' ' | cut -d ' ' -f 2");
    return std::stod(ran.out);
  };
  // Message 1 is the first question, of the broker or a resource. Nobody else does the work of who asks.
  EXPECT_GT(makespan("--environment lost_messages --set lost_messages.messages=1 -o lost"),
            makespan("-o whole"));
}

TEST_F(Chaos, SaysTheSameWithAnyNumberOfWorkers) {
  const auto sweep = star + "-d broker.workqueue --save cases.csv --cases 40" + bag + instant;
  const auto alone = sound(sweep + " -j 1");
  const auto rows = text_of(folder_ / "cases.csv");
  EXPECT_EQ(sound(sweep + " -j 3"), alone);
  EXPECT_EQ(text_of(folder_ / "cases.csv"), rows);
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 41); // the header, and 40 cases
}

TEST_F(Chaos, CountsAHostThatMustStayAsRefused) {
  const auto out = sound(star + "-d broker.workqueue" + bag + instant);
  EXPECT_NE(out.find("refused, since the actors do not support it: "), std::string::npos) << out;
  EXPECT_NE(out.find("cannot go on without actor 'workload/submitter'"), std::string::npos) << out;
}

TEST_F(Chaos, RunsOneCaseAlone) {
  const auto one = star + "-d broker.workqueue" + bag + instant;
  const auto passed = said(one + "--case host-2@1");
  EXPECT_EQ(passed.status, 0) << passed.err;
  EXPECT_EQ(passed.out.rfind("host-2@1 passed: ", 0), 0U) << passed.out;
  refused(one + "--case nobody@1", "nothing runs on a host 'nobody'; valid: ");
  refused(one + "--case host-2@1e6", " is after the end; valid: above 0 and up to ");
  refused(one + "--case host-2@-1", "'-1' is not above 0");
  refused(one + "--case host-2", "names no host and date");
}

// A fork and a join of three tasks of 10 s on three clusters. The first cluster fails just after its task has
// ended, so that the meta-scheduler hears of the end and the failure at once: nothing waited before. Or it
// fails at 10.5 s, and its task starts anew on another cluster at once: no task ever waits.
TEST_F(Chaos, CountsNoWaitBeforeAClusterFailed) {
  const std::string of =
      " -d multicluster.least_loaded -w workflow_shape --set workload.shape=fork_join --set "
      "workload.size=2 --set workload.width=3" +
      instant;
  const std::string clusters = "clusters --set platform.sizes=2,3,2";
  const auto found = said("$MALHA chaos -p " + clusters + of + "--case front-1@10.000001");
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  const auto run = said("$MALHA platform " + clusters +
                        " | sed 's/<host id=\"front-1\"/& state_file=\"fails\"/' > p.xml && "
                        "echo '10.5 0' > fails && $MALHA simulate -p p.xml" +
                        of + "-o out");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto schedule = text_of(folder_ / "out/schedule.csv");
  const auto names = schedule.substr(0, schedule.find('\n')), values = schedule.substr(names.size() + 1);
  const auto place =
      std::count(names.begin(), names.begin() + static_cast<long>(names.find("mean_queue_length")), ',');
  std::size_t at = 0;
  for (long i = 0; i < place; ++i)
    at = values.find(',', at) + 1;
  EXPECT_EQ(values.substr(at, values.find(',', at) - at), "0") << schedule;
}

TEST_F(Chaos, RefusesWhatCannotBeSwept) {
  refused(star + "-d broker.workqueue --kill broker/boss" + bag + instant,
          "--kill broker/boss: no component has this name; valid: ");
  refused(star + "-d broker.workqueue --kill broker/boss,host-1" + bag + instant,
          "--kill broker/boss: no component has this name; valid: ");
  refused(star + "-d broker.workqueue --kill host-1," + bag + instant, "--kill host-1, has an empty name");
  refused(star + "-d broker.workqueue --kill host-1 --pairs" + bag + instant,
          "--pairs: only one host may crash; valid: another --kill, or without --pairs");
  refused(replicas + "--set platform.total_speed=30 --pairs --kill tuple_space/replica",
          "--pairs: tuple_space/replica supports 1 crash (faults=1)");
  refused(star + "-d broker.workqueue --down 0" + bag, "--down cannot be 0; valid: above 0");
  refused(star + "-d broker.workqueue --cases 0" + bag, "--cases cannot be 0; valid: from 1");
  refused("$MALHA chaos -p star -d easygrid.one_site" + bag, "does not support hosts that fail");
  refused("$MALHA chaos nothing-of-the-kind", "nothing-of-the-kind");
  refused("$MALHA chaos", "takes one SCENARIO");
}

TEST_F(Chaos, TakesTheSmallestCellOfAScenario) {
  write_text(folder_ / "sizes.xml",
             "<scenario><question>How long?</question><platform name='star'/>"
             "<workload name='bag_of_tasks'/><seeds vary='nothing'/><set key='transport' value='instant'/>"
             "<set key='platform.hosts' value='3'/><vary key='workload.tasks' values='6 3'/>"
             "<run name='one' deployment='broker.workqueue'/><measure metric='makespan'/></scenario>");
  // Three equal tasks on three hosts end at one date, six at two.
  const auto out = sound("$MALHA chaos sizes.xml");
  EXPECT_EQ(out.rfind("run 'one' workload.tasks=3 of sizes\n", 0), 0U) << out;
}

} // namespace chaos_test
} // namespace malha::testing
