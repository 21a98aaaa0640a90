// SPDX-License-Identifier: MIT
// Runs that are cut at max_time, where their scenario expects it and where it does not.
#include "campaign.hpp"
#include "scenarios/runner/campaign/store.hpp"

namespace malha::testing {
namespace cut_test {

/// A task of 5 s and 10 of them one after the other, on one node, until 20 s.
std::string cut_scenario(const std::string& expect) {
  return R"(<scenario>
  <question>How many tasks end in time?</question>
  <platform name="star"/>
  <workload name="bag_of_tasks"/>
  <seeds vary="nothing"/>
  )" + expect +
         R"(
  <set key="platform.hosts" value="1"/>
  <set key="transport" value="instant"/>
  <set key="max_time" value="20"/>
  <vary key="workload.tasks" values="1 10"/>
  <run name="only" deployment="cluster.fcfs"/>
  <measure metric="cut"/>
  <claim text="what ends is counted" metric="jobs_finished" cell="workload.tasks=10" at_least="3" at_most="4" source="arithmetic" where="-"/>
</scenario>
)";
}

const std::string not_expected = "malha: scenario, run 'only' workload.tasks=10: was cut at max_time, which "
                                 "its scenario does not expect\n";

class Cut : public Campaign {
protected:
  Cut() : Campaign(cut_scenario("<expect end=\"max_time\"/>")) {}
  void forbid() const { write_text(folder_ / "scenario.xml", cut_scenario("")); }
};

TEST_F(Cut, IsAResultWhereItIsExpected) {
  const auto said = malha("run ./scenario.xml -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("claim agrees: what ends is counted"), std::string::npos) << said.out;
  const auto rows = text_of(folder_ / "out/runs.csv");
  EXPECT_NE(rows.find("scenario,only,workload.tasks=1,0,cut,0,1\n"), std::string::npos);
  EXPECT_NE(rows.find("scenario,only,workload.tasks=10,0,cut,1,1\n"), std::string::npos);
  EXPECT_NE(rows.find("scenario,only,workload.tasks=10,0,simulated_time,20,s\n"), std::string::npos);
}

TEST_F(Cut, IsAFailureWhereItIsNotAlsoWhenTheStoreHasIt) {
  forbid();
  for (int time = 0; time < 2; ++time) {
    const auto said = malha("run ./scenario.xml -o out");
    EXPECT_EQ(said.status, 4);
    EXPECT_EQ(said.err, not_expected);
    EXPECT_EQ(text_of(folder_ / "out/runs.csv").find("workload.tasks=10"), std::string::npos);
  }
}

// What a scenario expects of a run does not change the run.
TEST_F(Cut, IsNotRunAgainWhenTheExpectationChanges) {
  forbid();
  EXPECT_EQ(malha("run ./scenario.xml -o out").status, 4);
  write_text(folder_ / "scenario.xml", cut_scenario("<expect end=\"max_time\"/>"));
  const auto said = malha("run ./scenario.xml -o out");
  EXPECT_EQ(said.status, 0);
  EXPECT_NE(said.out.find("2 of 2 runs were there already"), std::string::npos) << said.out;
}

} // namespace cut_test
} // namespace malha::testing
