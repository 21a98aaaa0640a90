// SPDX-License-Identifier: MIT
// Hosts that sleep, by hand: one row changed each.
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_sleeping_test {

/// n3 goes to sleep at 20, which takes 4 s, and boots from 40 to 50. Job 0 has it before, and job 1 after
/// that.
class Sleeping : public HandMade {
protected:
  Sleeping() {
    rows_ = {row(0, 0, 0, 20, "3"), row(1, 30, 50, 60, "3")};
    rows_[0].energy = 3000;
    rows_[1].energy = 1500;
    write_text(folder_ / "host_power.csv", header_of("host_power.csv") +
                                               "\nn2,1,1,1,0,1e9,50,50,150,5,,,,\n"
                                               "n3,1,1,1,0,1e9,50,50,150,5,10,80,4,60\n");
  }

  /// With these rows of power_states.csv. What the rule of energy says is not shown.
  Texts states(const std::string& lines) {
    write_text(folder_ / "power_states.csv", header_of("power_states.csv") + "\n" + lines);
    auto texts = violations();
    texts.erase(std::remove_if(texts.begin(), texts.end(),
                               [](const auto& text) { return text.rfind("energy", 0) == 0; }),
                texts.end());
    return texts;
  }
  std::string at(std::size_t number) const { return "(" + line("power_states.csv", number) + ")"; }

  const std::string good_ = "n3,20,switching_off,0\nn3,24,off,0\nn3,40,switching_on,0\nn3,50,on,0\n";
};

TEST_F(Sleeping, FreesHosts) { EXPECT_EQ(states(good_), Texts{}); }

TEST_F(Sleeping, IsForHostsThatNothingHolds) {
  rows_[0] = row(0, 0, 0, 21, "3");
  EXPECT_EQ(states(good_),
            Texts{"sleeping: n3 is switching_off at 20 " + at(2) + ", and " + who(0) + " holds it"});
  rows_[0] = row(0, 0, 0, 20, "3");
  rows_[1] = row(1, 30, 49, 59, "3");
  EXPECT_EQ(states(good_),
            Texts{"sleeping: " + who(1) + " starts at 49 on n3, which is switching_on " + at(4)});
  rows_[1] = row(1, 30, 30, 35, "3");
  EXPECT_EQ(states(good_), Texts{"sleeping: " + who(1) + " starts at 30 on n3, which is off " + at(3)});
}

// Job 1 was stopped on n3 before, from 22 to 23.
TEST_F(Sleeping, IsForHostsWithoutAttempts) {
  rows_[1].restarts = 1;
  rows_[1].wasted = 1;
  rows_[1].task.submitted = 20;
  shows_ = R"("attempts_end": ["requeued"])";
  attempts("1,0,1,3,22,23,requeued,1e10\n1,0,2,3,50,60,COMPLETED_SUCCESSFULLY,1e10\n");
  EXPECT_EQ(states(good_), Texts{"sleeping: job 1 (" + line("attempts.csv", 2) +
                                 ") starts at 22 on n3, which is switching_off " + at(2)});
}

TEST_F(Sleeping, TakesAsLongAsTheHostSays) {
  EXPECT_EQ(states("n3,20,switching_off,0\nn3,23.5,off,0\nn3,40,switching_on,0\nn3,50,on,0\n"),
            Texts{"sleeping: n3 is switching_off for 3.5 s " + at(3) + ", its shutdown_time is 4"});
  EXPECT_EQ(states("n3,20,switching_off,0\nn3,24,off,0\nn3,39,switching_on,0\nn3,50,on,0\n"),
            Texts{"sleeping: n3 is switching_on for 11 s " + at(5) + ", its boot_time is 10"});
}

// After 10⁸ s as before. A double has 1.5e-8 s there.
TEST_F(Sleeping, TakesAsLongLateToo) {
  rows_.pop_back();
  EXPECT_EQ(states("n3,100000000.1,switching_off,0\nn3,100000004.1,off,0\n"), Texts{});
  EXPECT_EQ(states("n3,100000000.1,switching_off,0\nn3,100000004.100001,off,0\n").size(), 1u);
}

TEST_F(Sleeping, FollowsAnOrder) {
  EXPECT_EQ(states("n3,20,switching_off,0\nn3,40,switching_on,0\nn3,50,on,0\n"),
            Texts{"sleeping: n3 is switching_on at 40 " + at(3) + ", and switching_off before; valid: off"});
  EXPECT_EQ(states("n3,24,off,0\nn3,40,switching_on,0\nn3,50,on,0\n"),
            Texts{"sleeping: n3 is off at 24 " + at(2) + ", and on before; valid: switching_off"});
  EXPECT_EQ(states("n3,20,switching_off,0\nn3,24,off,0\nn3,50,on,0\n"),
            Texts{"sleeping: n3 is on at 50 " + at(4) + ", and off before; valid: switching_on"});
}

// n2 has neither boot nor shutdown.
TEST_F(Sleeping, IsForHostsThatCanSleep) {
  EXPECT_EQ(states("n2,20,switching_off,0\n"),
            Texts{"sleeping: n2 is switching_off at 20 " + at(2) + ", and cannot sleep (" +
                  line("host_power.csv", 2) + ")"});
}

// A host that fails is off at once, and on again when it recovers.
TEST_F(Sleeping, IsNotFailing) {
  outages("3,24,40\n2,30,\n");
  EXPECT_EQ(states("n3,24,off,0\nn2,30,off,0\nn3,40,on,0\n"), Texts{});
  EXPECT_EQ(states("n3,24,off,0\nn2,30,off,0\nn3,41,on,0\n"),
            Texts{"sleeping: n3 is on at 41 " + at(4) + ", and off before; valid: switching_on"});
}

} // namespace validator_sleeping_test
} // namespace malha::testing
