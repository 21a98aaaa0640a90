// SPDX-License-Identifier: MIT
// Runs by hand on hosts whose speed changes.
#include "results/files/result_files.hpp"
#include "tests/results/support/hand_made_grid.hpp"

namespace malha::testing {
namespace validator_speeds_test {

class Speeds : public Grid {
protected:
  void speeds(const std::string& lines) {
    write_text(folder_ / "speeds.csv", header_of("speeds.csv") + "\n" + lines);
  }
  /// Of one job of 6 Gflop on n1.
  Texts ran(Seconds start, Seconds finish) {
    rows_ = {row(0, 0, start, finish, "1")};
    rows_[0].task.work = 6 * gigaflops;
    return violations();
  }
  Texts too_fast(Seconds took, Seconds least, const std::string& host = "n1") const {
    return {"speed: " + who(0) + " took " + shortest(took) + " s, " + host + " needs " + shortest(least) +
            " s for it"};
  }
};

// Half of 1 Gflop/s from 10 on: of 6 Gflop 4 are done from 6 to 10, and 2 by 14.
TEST_F(Speeds, MakeATaskSlower) {
  speeds("1,10,5e8,\n");
  EXPECT_EQ(ran(6, 14), Texts{});
  EXPECT_EQ(ran(6, 15), Texts{});
  EXPECT_EQ(ran(6, 13), too_fast(7, 8));
  EXPECT_EQ(ran(6, 12), too_fast(6, 8)); // as fast as the speed of resources.csv allows
  EXPECT_EQ(ran(10, 22), Texts{});
  EXPECT_EQ(ran(10, 21), too_fast(11, 12));
  EXPECT_EQ(ran(0, 6), Texts{});
}

// Twice the speed: 6 Gflop take 3 s. Without the file that is too fast.
TEST_F(Speeds, MakeATaskFaster) {
  speeds("1,0,2e9,\n");
  EXPECT_EQ(ran(1, 4), Texts{});
  EXPECT_EQ(ran(1, 3.5), too_fast(2.5, 3));
  std::filesystem::remove(folder_ / "speeds.csv");
  EXPECT_EQ(ran(1, 4), too_fast(3, 6));
}

// Full speed in [0, 2), [4, 6), … and half of it between: 3 Gflop in 4 s.
TEST_F(Speeds, ComeAgainAfterAPeriod) {
  speeds("1,0,1e9,4\n1,2,5e8,4\n");
  EXPECT_EQ(ran(100, 108), Texts{});
  EXPECT_EQ(ran(100, 107), too_fast(7, 8));
  EXPECT_EQ(ran(102, 110), Texts{});
  EXPECT_EQ(ran(102, 109), too_fast(7, 8));
}

// n0 and n2 keep their speed, and need 6 s; n1 needs 8.
TEST_F(Speeds, CountOnEachNodeOfAJob) {
  speeds("1,10,5e8,\n");
  rows_ = {row(0, 0, 6, 13, "0-2")};
  rows_[0].task.work = 6 * gigaflops;
  EXPECT_EQ(violations(), too_fast(7, 8));
  rows_[0].resources = IndexSet::parse("0 2");
  rows_[0].task.resources = 2;
  EXPECT_EQ(violations(), Texts{});
}

// n0 is lost at 6, with 6 of 10 Gflop done, or 4.5 with half of its speed from 3 on. n1 can do the rest in 4
// s, or 5.5. In 5 s both can do 9.5 Gflop, and what 10⁻⁹ of the dates 6 and 11 allow: 3 flop at half speed,
// and 11.
TEST_F(Speeds, CountWhereAJobWentOnFromACheckpoint) {
  space(R"(, "resumed_work": true)");
  const auto ends = [this](Seconds finish) {
    rows_ = {row(0, 0, 6, finish, "1")};
    rows_[0].task.work = 10 * gigaflops;
    others(0, 1, 6);
    outages("0,6,20\n");
    attempts("0,0,1,0,0,6,lost,1e+10\n0,0,2,1,6," + shortest(finish) + ",COMPLETED_SUCCESSFULLY,1e+10\n");
    return violations();
  };
  EXPECT_EQ(ends(10), Texts{});
  speeds("0,3,5e8,\n");
  EXPECT_EQ(ends(11.5), Texts{});
  EXPECT_EQ(ends(11), Texts{"speed: " + who(0) + " has 1e+10 flop of work, its attempts can do " +
                            shortest(9.5e9 + 14)});
}

// Of two nodes the slower one counts: n2 at half speed does 3 of 10 Gflop before the preemption at 6, and the
// rest in 14 s. In 13 s it has done 9.5 Gflop, and what 10⁻⁹ of the dates 6 and 19 allow at half speed: 3
// flop and 9.5.
TEST_F(Speeds, CountOnEachNodeOfAJobThatWentOn) {
  shows_ = R"("attempts_end": ["preempted"], "resumed_work": true, "stops_within_shares": true)";
  speeds("2,0,5e8,\n");
  const auto ends = [this](Seconds finish) {
    rows_ = {row(0, 0, 6, finish, "1-2")};
    rows_[0].task.work = 10 * gigaflops;
    rows_[0].preemptions = 1;
    others(0, 1, 6);
    attempts("0,0,1,1-2,0,6,preempted,1e+10\n0,0,2,1-2,6," + shortest(finish) +
             ",COMPLETED_SUCCESSFULLY,1e+10\n");
    return violations();
  };
  EXPECT_EQ(ends(20), Texts{});
  EXPECT_EQ(ends(19), Texts{"speed: " + who(0) + " has 1e+10 flop of work, its attempts can do " +
                            shortest(9.5e9 + 12.5)});
}

TEST_F(Speeds, ThatCannotBeAreRefused) {
  const std::string place = line("speeds.csv", 2) + ": ", second = line("speeds.csv", 3) + ": ";
  rows_ = {row(0, 0, 0, 6, "1")};
  const auto refused = [this](const std::string& lines) {
    speeds(lines);
    return refusal();
  };
  EXPECT_EQ(refused("7,0,1e9,\n"), place + "resource 7 is not in resources.csv");
  // 2^32 + 1, whose last 32 bits are 1.
  EXPECT_EQ(refused("4294967297,0,1e9,\n"), place + "resource 4294967297 is not in resources.csv");
  EXPECT_EQ(refused("1,0,0,\n"), place + "'0' in column 'speed' is not above 0");
  EXPECT_EQ(refused("1,0,nan,\n"), place + "'nan' in column 'speed' is not a finite number");
  EXPECT_EQ(refused("1,-1,1e9,\n"), place + "date -1 is before 0");
  EXPECT_EQ(refused("1,0,1e9,0\n"), place + "'0' in column 'period' is not above 0");
  EXPECT_EQ(refused("1,5,1e9,\n1,4,2e9,\n"), second + "date 4 is before the last one of its resource");
  EXPECT_EQ(refused("1,5,1e9,9\n1,6,2e9,8\n"), second + "resource 1 has another period in its rows above");
  EXPECT_EQ(refused("1,0,1e9,5\n1,6,2e9,5\n"),
            second + "resource 1 has changes at 6, after its period of 5 s");
}

} // namespace validator_speeds_test
} // namespace malha::testing
