// SPDX-License-Identifier: MIT
// What balance.csv says of an EasyGrid manager's request, in words.
#include "results/explain/balance.hpp"
#include "results/files/result_files.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::testing {
namespace balance_test {

// Two events. In the first host-0 has 20 s of work and the mean is (20 + 0 + 4) / 3 = 8 s, so that it is
// asked for 1 - 8 / 20 = 60 %. In the second host-1 has work and no power; the mean is over those that have
// power: (8 + 4) / 2.
class ExplainedBalance : public ::testing::Test {
protected:
  ExplainedBalance() {
    write_text(folder_ / "balance.csv", header_of("balance.csv") + R"(
2,manager on host-0,1,0,host-0,gives,heartbeat,1,1e+09,20,0.6,
2,manager on host-0,1,1,host-1,receives,heartbeat,1,1e+09,0,,
2,manager on host-0,1,2,host-2,receives,task_ended,1,1e+09,4,,
7,manager on host-0,1,0,host-0,answers,,,,,,3
9,manager on host-0,2,0,host-0,none,heartbeat,8,1e+09,8,,
9,manager on host-0,2,1,host-1,gives,heartbeat,8,0,inf,1,
9,manager on host-0,2,2,host-2,receives,task_ended,8,1e+09,4,,
)");
  }

  std::string at(Seconds date) const {
    auto text = balance_at(folder_.path(), date);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  TemporaryFolder folder_;
};

TEST_F(ExplainedBalance, IsThatOfTheLastEventUntilTheDate) {
  EXPECT_EQ(at(8),
            "check 1 of manager on host-0 after which it asked for tasks, at t=2 s: host-0 is asked for 60 % "
            "of its ready work. Its last report, a heartbeat at t=1 s, says that this work takes 20 s with "
            "1e+09 flop/s; the mean over all children, weighed by their power, is 8 s. 2 children "
            "receive. The answer at t=7 s has 3 tasks. ");
}

TEST_F(ExplainedBalance, KnowsAHostWithoutPower) {
  EXPECT_EQ(at(100),
            "check 2 of manager on host-0 after which it asked for tasks, at t=9 s: host-1 is asked for 100 "
            "% of its ready work. Its last report, a heartbeat at t=8 s, says that this work takes inf s "
            "with 0 flop/s; the mean over all children, weighed by their power, is 6 s. 1 child receives. ");
}

TEST_F(ExplainedBalance, IsNothingBeforeTheFirstEvent) {
  EXPECT_EQ(at(1), "until t=1 s no manager asked for tasks ");
}

} // namespace balance_test
} // namespace malha::testing
