// SPDX-License-Identifier: MIT
#include "machine_asking.hpp"

namespace malha::cluster {
namespace torque_fifo_test {

using test::Fragments;
using test::MachineAsking;
using test::on;
using test::Texts;
using Given = std::map<std::string, std::string>;

const std::string name = "cluster/torque_fifo";

/// Which of four jobs start on one machine of 4 CPUs.
Texts started_in(const std::string& order) {
  MachineAsking asking(name, {{"order", order}}, {4});
  asking.submit(10, 3);
  asking.submit(40, Fragments{{2}});
  asking.submit(30, Fragments{{1}});
  asking.submit(20, Fragments{{1}});
  return asking.starts();
}

// Fewest CPUs: jobs 2 and 3 of 1, then job 1 of 2; none of the 4 are left for the 3 of job 0. Fifo: job 0
// takes 3, job 1 does not fit and is skipped, job 2 takes the last. Walltime: 10 s, then 20 s of job 3.
TEST(TorqueFifo, TakesTheQueueInItsOrderAndSkipsWhatDoesNotFit) {
  EXPECT_EQ(started_in("fewest_cpus"), (Texts{"2: 0", "3: 0", "1: 0"}));
  EXPECT_EQ(started_in("fifo"), (Texts{"0: 0 0 0", "2: 0"}));
  EXPECT_EQ(started_in("walltime"), (Texts{"0: 0 0 0", "3: 0"}));
}

/// The reasons when 2 of 4 CPUs are free and job 1, of all 4, has waited so long; job 2, of 1, is new.
Texts with_a_large_job_after(Seconds wait, const Given& given) {
  MachineAsking asking(name, given, {4});
  asking.submit(1e6, 2);
  EXPECT_EQ(asking.starts(), Texts{"0: 0 0"});
  asking.submit(10, 4);
  asking.now = wait;
  asking.submit(10, 1);
  return asking.reasons();
}

// It starves when it has waited longer than 1800 s, not when as long: then job 2 must wait although it fits.
TEST(TorqueFifo, HoldsEverythingBackForAStarvingJob) {
  EXPECT_EQ(with_a_large_job_after(1800, {}), (Texts{"2 fits", "1 too_few_nodes"}));
  EXPECT_EQ(with_a_large_job_after(1801, {}), (Texts{"1 too_few_nodes", "2 starving_job_waits"}));
  EXPECT_EQ(with_a_large_job_after(1801, {{"starve_drain", "one_per_cycle"}}),
            (Texts{"1 too_few_nodes", "2 starving_job_waits"}));
  EXPECT_EQ(with_a_large_job_after(1801, {{"starve", "off"}}), (Texts{"2 fits", "1 too_few_nodes"}));
  EXPECT_EQ(with_a_large_job_after(0.5, {{"starve_tolerance", "0"}}),
            (Texts{"1 too_few_nodes", "2 starving_job_waits"}));
}

/// The reasons when 4 CPUs are given back at 2000, where jobs 1 (of 2) and 2 (of 1) starve and job 3 (of 1)
/// does not.
Texts with_two_that_starve(const std::string& drain) {
  MachineAsking asking(name, {{"starve_drain", drain}}, {4});
  asking.submit(2000, 4);
  EXPECT_EQ(asking.starts(), Texts{"0: 0 0 0 0"});
  asking.submit(10, 2);
  asking.now = 100;
  asking.submit(10, 1);
  asking.now = 1999;
  asking.submit(10, 1);
  asking.now = 2000;
  asking.end(0);
  return asking.reasons();
}

// The longest waiting first, although it asks for more CPUs.
TEST(TorqueFifo, StartsStarvingJobsFirst) {
  EXPECT_EQ(with_two_that_starve("all"), (Texts{"1 starving", "2 starving", "3 fits"}));
  EXPECT_EQ(with_two_that_starve("one_per_cycle"),
            (Texts{"1 starving", "2 starving_job_alone", "3 starving_job_alone"}));
}

/// Where a fragment of 1 CPU goes of machines of 4 with 2, 1 and 4 free.
std::string machine_by(const std::string& machines) {
  MachineAsking asking(name, {{"machines", machines}}, {4, 4, 4});
  asking.submit(100, Fragments{on(0, 2), on(1, 3)});
  EXPECT_EQ(asking.starts(), Texts{"0: 0 1"});
  asking.submit(100, Fragments{{1}});
  return asking.starts().at(0);
}

TEST(TorqueFifo, ChoosesMachines) {
  EXPECT_EQ(machine_by("file_order"), "1: 0");
  EXPECT_EQ(machine_by("pack"), "1: 1");
  EXPECT_EQ(machine_by("spread"), "1: 2");
}

// The fragment that names machine 0 is placed first, and the other, of 2, finds only machine 1.
TEST(TorqueFifo, PlacesFragmentsThatNameAMachineFirst) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(100, Fragments{{2}, on(0, 1)});
  EXPECT_EQ(asking.starts(), Texts{"0: 1 0"});
}

// Two fragments lie on two machines though one has room for both; two CPUs anywhere lie on the first.
TEST(TorqueFifo, PutsFragmentsOfOneJobOnDistinctMachines) {
  MachineAsking asking(name, {}, {4, 4});
  asking.submit(100, Fragments{{1}, {1}});
  asking.submit(100, 2);
  EXPECT_EQ(asking.starts(), (Texts{"0: 0 1", "1: 0 0"}));
}

// Three fragments never find three of two machines. They are dropped, and the others go on.
TEST(TorqueFifo, DropsWhatAnEmptyClusterHasNoRoomFor) {
  MachineAsking asking(name, {}, {4, 4});
  asking.submit(100, 1);
  asking.submit(100, Fragments{{1}, {1}, {1}});
  asking.submit(100, Fragments{on(0, 1), on(0, 1)});
  const auto decision = asking.decide();
  EXPECT_EQ(decision.drop, (std::vector<JobHandle>{1, 2}));
  EXPECT_EQ(test::QueueAsking::reasons(decision), Texts{"0 fits"});
}

// 1 CPU is free on each of 2 machines: as many as job 1 needs, in the wrong places.
TEST(TorqueFifo, SaysWhenOnlyTheMachinesAreMissing) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(100, Fragments{{1}, {1}});
  EXPECT_EQ(asking.starts(), Texts{"0: 0 1"});
  asking.submit(100, Fragments{{2}});
  EXPECT_EQ(asking.reasons(), Texts{"1 no_machines_for_fragments"});
}

// An emergency job with a deadline asks for more CPUs than the common one behind it, and comes after it.
TEST(TorqueFifo, IgnoresClassesAndDeadlines) {
  MachineAsking asking(name, {}, {4});
  asking.submit(100, Fragments{{4}}, ServiceClass::emergency, 100);
  asking.submit(100, Fragments{{1}});
  EXPECT_EQ(asking.starts(), Texts{"1: 0"});
}

// Every period from the first time that a job waits; what happens in between asks for nothing more.
TEST(TorqueFifo, IsAskedAgainEveryPeriodWhileJobsWait) {
  MachineAsking asking(name, {{"period", "60"}}, {1});
  asking.submit(1000, 1);
  EXPECT_EQ(asking.decide().wake, never); // none waits
  asking.now = 10;
  asking.submit(1000, 1);
  EXPECT_EQ(asking.decide().wake, 70);
  asking.now = 30;
  asking.submit(1000, 1);
  EXPECT_EQ(asking.decide().wake, 70);
  asking.now = 70;
  EXPECT_EQ(asking.decide().wake, 130);
}

// The only machine goes down: it may never come back, and asking again would have no end.
TEST(TorqueFifo, IsNotAskedAgainWhereNothingRuns) {
  MachineAsking asking(name, {}, {1});
  asking.submit(1000, 1);
  asking.decide();
  asking.lose(0, 0);
  EXPECT_EQ(asking.decide().wake, never);
}

std::string refused(const Given& given) {
  try {
    Parameters(test::shipped_catalog().policy(name).parameters, given);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(TorqueFifo, RefusesOtherParameters) {
  EXPECT_EQ(
      refused({{"starve_tolerance", "-1"}}),
      "parameter 'starve_tolerance' cannot be '-1'; valid: a number of s, at least 0, such as 7200 or 2h");
  EXPECT_EQ(refused({{"period", "0"}}),
            "parameter 'period' cannot be '0'; valid: a number of s, above 0, such as 7200 or 2h");
  EXPECT_EQ(refused({{"order", "submit"}}),
            "parameter 'order' cannot be 'submit'; valid: one of fewest_cpus, fifo, walltime, weight");
}

} // namespace torque_fifo_test
} // namespace malha::cluster
