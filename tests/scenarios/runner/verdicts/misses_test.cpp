// SPDX-License-Identifier: MIT
// What is missed, known and new, and the exit status that follows.
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {
namespace misses_test {

/// Two hosts, one job of 100 s: its makespan is 100 s in every scenario. `published` says another one.
std::string scenario(const std::string& published, const std::string& notes) {
  return R"(<?xml version="1.0"?>
<scenario records="metrics">
  <question>How long does it take?</question>
  <platform name="star"/>
  <workload name="jobs.swf"/>
  <seeds vary="nothing"/>
  <set key="platform.hosts" value="2"/>
  <set key="transport" value="instant"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <measure metric="makespan"/>
  <published metric="makespan" cell="run=fcfs" value=")" +
         published + R"(" unit="s" tolerance="5%" source="nobody" where="Table 1" read="table">)" + notes +
         R"(</published>
</scenario>
)";
}

class Misses : public Campaign {
protected:
  Misses() : Campaign(scenario("100", "")) {
    write_text(folder_ / "jobs.swf", "1 0 0 100 1 -1 -1 1 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
    write_text(folder_ / "known.xml", scenario("200", "<evidence>the queue was looked at</evidence>"));
    write_text(folder_ / "explained.xml", scenario("200", "<deviation>another machine</deviation>"));
    write_text(folder_ / "new.xml", scenario("400", ""));
  }
};

TEST_F(Misses, ThatAreKnownOrExplainedAreNoFailure) {
  EXPECT_EQ(malha("run ./scenario.xml").status, 0);
  EXPECT_EQ(malha("run ./explained.xml").status, 0);
  const auto known = malha("run ./known.xml");
  EXPECT_EQ(known.status, 0);
  EXPECT_NE(known.out.find("agrees 0, deviates 0, missed 1 (1 known), unchecked 0"), std::string::npos)
      << known.out;
  EXPECT_EQ(malha("run ./new.xml").status, 1);
}

TEST_F(Misses, StandBelowALineForEachScenario) {
  const auto said = malha("run ./scenario.xml ./known.xml ./explained.xml ./new.xml -o out");
  EXPECT_EQ(said.status, 1);
  // Ours is 100 s: 50 % below 200 s and 75 % below 400 s.
  EXPECT_NE(said.out.find("\n"
                          "scenario   agrees  deviates  missed  known  unchecked  reference\n"
                          "scenario        1         0       0      0          0  none\n"
                          "known           0         0       1      1          0  none\n"
                          "explained       0         1       0      0          0  none\n"
                          "new             0         0       1      0          0  none\n"
                          "\n"
                          "known misses, whose reasons were looked for in vain:\n"
                          "  known: makespan at fcfs: 200 published, 100 ours, -50.0%\n"
                          "\n"
                          "NEW misses:\n"
                          "  new: makespan at fcfs: 400 published, 100 ours, -75.0%\n"
                          "\n"
                          "all: agrees 1, deviates 1, missed 2 (1 known), unchecked 0; "),
            std::string::npos)
      << said.out;
  const auto end = said.out.rfind('\n', said.out.size() - 2);
  EXPECT_EQ(said.out.substr(end + 1), "results in out\n");
}

} // namespace misses_test
} // namespace malha::testing
