// SPDX-License-Identifier: MIT
#include "machine_asking.hpp"

namespace malha::cluster {
namespace oscarpbs_test {

using test::Fragments;
using test::MachineAsking;
using test::Texts;

const std::string name = "cluster/oscarpbs";

// Job 0, the lighter of two, takes 4 CPUs of 8. Job 1, all 8 for 50 s, has the last slot before its deadline,
// [250, 300). For job 2 one CPU is lacking; nothing else is due before 250. When job 0 ends, job 2 comes
// before job 1 is brought forward, and would end by 250. At its end job 1 can start.
TEST(OscarPbs, FillsWhatADeadlineJobLeavesAndBringsItForward) {
  MachineAsking asking(name, {}, {8});
  asking.submit(100, Fragments{{4}});
  asking.submit(50, Fragments{{8}}, ServiceClass::qos, 300);
  asking.submit(100, Fragments{{5}});
  const auto decision = asking.decide();
  EXPECT_EQ(test::QueueAsking::reasons(decision),
            (Texts{"0 fits", "1 reserved 250", "2 no_machines_for_fragments"}));
  EXPECT_EQ(decision.wake, 250);
  asking.now = 30;
  asking.end(0);
  EXPECT_EQ(asking.reasons(), (Texts{"1 reserved 250", "2 fits"}));
  asking.now = 40;
  asking.end(2);
  EXPECT_EQ(asking.reasons(), Texts{"1 pulled_forward"});
}

// 60 s before a deadline 59 s away, and 9 CPUs of a machine of 8. Neither has a reason.
TEST(OscarPbs, DropsWhatCanNeverRun) {
  MachineAsking asking(name, {}, {8, 8});
  asking.submit(60, Fragments{{1}}, ServiceClass::qos, 59);
  asking.submit(60, Fragments{{9}});
  asking.submit(60, Fragments{{1}}, ServiceClass::qos, 60);
  const auto decision = asking.decide();
  EXPECT_EQ(decision.drop, (std::vector<JobHandle>{0, 1}));
  EXPECT_EQ(test::QueueAsking::reasons(decision), Texts{"2 reservation_due"});
}

// Without explanations there are none.
TEST(OscarPbs, GivesReasonsOnlyWhenAsked) {
  MachineAsking asking(name, {}, {8});
  asking.submit(60, Fragments{{1}});
  EXPECT_TRUE(asking.decide(false).reasons.empty());
}

// Jobs 0 and 1 fill both machines; job 2 has [90, 100). Machine 0 loses a CPU: job 0, of 2, waits for machine
// 1, and job 2 has given its reservation up and has the same dates again.
TEST(OscarPbs, ReservesAnewWhenCpusAreLost) {
  MachineAsking asking(name, {}, {2, 2});
  asking.submit(10, Fragments{{2}});
  asking.submit(20, Fragments{{2}});
  asking.submit(10, Fragments{{2}}, ServiceClass::qos, 100);
  EXPECT_EQ(asking.reasons(), (Texts{"0 fits", "1 fits", "2 reserved 90"}));
  asking.now = 5;
  asking.lose(0, 0);
  const auto decision = asking.decide();
  EXPECT_EQ(decision.deallocated, std::vector<JobHandle>{2});
  EXPECT_EQ(test::QueueAsking::reasons(decision), (Texts{"0 no_machines_for_fragments", "2 reserved 90"}));
}

// Job 0 has both CPUs until 10. Job 1 has [90, 100), so that jobs 2 and 3, of 85 and 90 s, have no room at
// 10; they have no reservations. When jobs 1 and 3 run elsewhere, nothing is in the way of job 2.
TEST(OscarPbs, ForgetsJobsThatRunElsewhere) {
  MachineAsking asking(name, {}, {2});
  asking.submit(10, Fragments{{2}});
  asking.submit(10, Fragments{{2}}, ServiceClass::qos, 100);
  asking.submit(85, Fragments{{2}});
  asking.submit(90, Fragments{{2}});
  EXPECT_EQ(asking.reasons(),
            (Texts{"0 fits", "1 reserved 90", "2 no_machines_for_fragments", "3 no_machines_for_fragments"}));
  asking.now = 5;
  asking.withdraw(1);
  asking.withdraw(3);
  EXPECT_EQ(asking.reasons(), Texts{"2 no_machines_for_fragments"});
  asking.now = 10;
  asking.end(0);
  EXPECT_EQ(asking.reasons(), Texts{"2 fits"});
}

} // namespace oscarpbs_test
} // namespace malha::cluster
