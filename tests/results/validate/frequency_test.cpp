// SPDX-License-Identifier: MIT
// Jobs at several pstates, by hand: one number changed each.
#include "tests/results/support/hand_made.hpp"

#include <algorithm>

namespace malha::testing {
namespace validator_frequency_test {

/// n2 and n3 compute at 1 Gflop/s and 100 to 200 W, or at pstate 1 at half of that and 90 to 120 W.
///
/// Job 0 of 10 Gflop has n3 from 0 to 20 at pstate 1: 2400 J. It is idle then: 1000 J. Job 1 has it from 30
/// to 40 at full speed: 2000 J. n2 is idle: 4000 J.
class Slowed : public HandMade {
protected:
  Slowed() {
    rows_ = {row(0, 0, 0, 20, "3"), row(1, 5, 30, 40, "3")};
    rows_[0].task.work = 10 * gigaflops;
    rows_[0].energy = 2400;
    rows_[1].energy = 2000;
    manifest_ = R"("run": {"transport": "instant"})";
    write_text(folder_ / "host_power.csv", header_of("host_power.csv") +
                                               "\nn2,1,1,1,0,1e9,100,100,200,5,,,,\n"
                                               "n2,1,1,1,1,5e8,90,90,120,5,,,,\n"
                                               "n3,1,1,1,0,1e9,100,100,200,5,,,,\n"
                                               "n3,1,1,1,1,5e8,90,90,120,5,,,,\n");
    write_text(folder_ / "energy.csv", header_of("energy.csv") + "\nhost,n2,0,4000,0,0,4000\n"
                                                                 "host,n3,4400,1000,0,0,5400\n"
                                                                 "all,,4400,5000,0,0,9400\n");
    states(good_);
  }

  void states(const std::string& lines) {
    write_text(folder_ / "power_states.csv", header_of("power_states.csv") + "\n" + lines);
  }
  /// Without what the rule says of energy.
  Texts without_energy() {
    auto texts = violations();
    texts.erase(std::remove_if(texts.begin(), texts.end(),
                               [](const auto& text) { return text.rfind("energy", 0) == 0; }),
                texts.end());
    return texts;
  }
  /// With these parameters of the batch scheduler.
  void scheduler(const std::string& parameters) {
    manifest_ = R"("run": {"transport": "instant"}, "deployment": {"actors": [{"function": )"
                R"("cluster/scheduler", "parameters": {)" +
                parameters + "}}]}";
  }
  std::string at(std::size_t number) const { return "(" + line("power_states.csv", number) + ")"; }

  const std::string good_ = "n3,0,on,1\nn3,20,on,0\n";
};

TEST_F(Slowed, RunAsTheirPstatesLetThem) { EXPECT_EQ(violations(), Texts{}); }

// Without the row that says that n3 has its first pstate again, job 1 would have done 10 Gflop in 10 s at 0.5
// Gflop/s.
TEST_F(Slowed, AreNoFasterThanTheirPstate) {
  states("n3,0,on,1\n");
  EXPECT_EQ(without_energy(), Texts{"speed: " + who(1) + " took 10 s, n3 needs 20 s for it"});
  states(good_);
  rows_[0].task.work = 10.1 * gigaflops;
  EXPECT_EQ(violations(), Texts{"speed: " + who(0) + " took 20 s, n3 needs 20.2 s for it"});
}

// Half of the run does not depend on the speed: 10 (1/2 (2 - 1) + 1) = 15 s.
TEST_F(Slowed, AreAsFastAsTheirBetaSays) {
  scheduler(R"("dvfs_beta": "0.5")");
  EXPECT_EQ(violations(), Texts{});
  rows_[0].task.work = 20 / 1.5 * gigaflops;
  EXPECT_EQ(violations(), Texts{});
  rows_[0].task.work = 15 * gigaflops;
  EXPECT_EQ(violations(), Texts{"speed: " + who(0) + " took 20 s, n3 needs 22.5 s for it"});
}

TEST_F(Slowed, AreKilledAtTheirWalltimesUnlessTheseAreStretched) {
  rows_[0].walltime = 12;
  EXPECT_EQ(violations(), Texts{"walltime: " + who(0) + " ran for 20 s, its walltime is 12"});
  scheduler(R"("scale_limits": "on")");
  EXPECT_EQ(violations(), Texts{});
  rows_[0].walltime = 9;
  EXPECT_EQ(violations(), Texts{"walltime: " + who(0) + " ran for 20 s, its walltime is 9, stretched by 2"});
  rows_[0].walltime = 10;
  rows_[0].task.work = 50 * gigaflops;
  rows_[0].state = FinalState::walltime_reached;
  EXPECT_EQ(violations(), Texts{});
  rows_[0].walltime = 12;
  EXPECT_EQ(violations(), Texts{"walltime: " + who(0) +
                                " is 'COMPLETED_WALLTIME_REACHED' after 20 s, its "
                                "walltime is 12, stretched by 2"});
}

// Job 0 was stopped at 20, and ran again from 50 to 60. Its first attempt may take 20 s for a walltime of 10
// s.
TEST_F(Slowed, HaveLimitsInEachAttempt) {
  rows_[0] = row(0, 0, 50, 60, "3");
  rows_[0].restarts = 1;
  rows_[0].wasted = 20;
  rows_[0].walltime = 10;
  rows_[0].energy = 4400;
  shows_ = R"("attempts_end": ["requeued"])";
  scheduler(R"("scale_limits": "on")");
  attempts("0,0,1,3,0,20,requeued,1e10\n0,0,2,3,50,60,COMPLETED_SUCCESSFULLY,1e10\n");
  EXPECT_EQ(without_energy(), Texts{});
  states("");
  EXPECT_EQ(without_energy(),
            Texts{"walltime: job 0 (" + line("attempts.csv", 2) + ") ran for 20 s, its walltime is 10"});
}

TEST_F(Slowed, ChangeTheirPstatesBetweenJobs) {
  states("n3,0,on,1\nn3,19,on,0\n");
  EXPECT_EQ(without_energy(),
            Texts{"sleeping: n3 changes to pstate 0 at 19 " + at(3) + ", and " + who(0) + " holds it"});
  states("n3,0,on,1\nn3,20,on,0\nn3,25,on,0\n");
  EXPECT_EQ(without_energy(),
            Texts{"sleeping: n3 is on at 25 " + at(4) + ", and on before; valid: switching_off"});
}

// From 20 on n3 is idle at 90 W, so that 900 J and not 1000 are nobody's.
TEST_F(Slowed, LeaveIdleHostsInTheirPstates) {
  states("n3,0,on,1\nn3,30,on,0\n");
  const auto texts = violations();
  const auto idle_energy = std::find_if(texts.begin(), texts.end(), [](const auto& text) {
    return text.rfind("energy: idle_energy of host 'n3'", 0) == 0;
  });
  ASSERT_NE(idle_energy, texts.end());
  EXPECT_NE(idle_energy->find("is 1000, the rows say 900"), std::string::npos) << *idle_energy;
}

} // namespace validator_frequency_test
} // namespace malha::testing
