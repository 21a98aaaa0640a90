// SPDX-License-Identifier: MIT
// Jobs that no one could run are said under every table, and mark what is judged without them.
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {
namespace rejections_test {

/// Three jobs of 10 s on four nodes, one of which asks for more nodes than there are.
class Rejected : public Campaign {
protected:
  Rejected()
      : Campaign(R"(<scenario>
  <question>-</question>
  <platform name="star"/>
  <workload name="three.swf"/>
  <seeds vary="nothing"/>
  <set key="transport" value="instant"/>
  <vary key="platform.hosts" values="4 8"/>
  <run name="fcfs" deployment="cluster.fcfs"/>
  <run name="easy" deployment="cluster.easy_backfill"/>
  <measure metric="makespan"/>
  <claim text="small" metric="makespan" cell="run=fcfs platform.hosts=4" at_most="100" source="-" where="-"/>
  <claim text="large" metric="makespan" cell="run=fcfs platform.hosts=8" at_most="100" source="-" where="-"/>
  <claim text="small as large" metric="makespan" near="run=fcfs platform.hosts=8" to="run=easy platform.hosts=4" source="-" where="-"/>
  <claim text="flat" metric="makespan" flat="run=easy" source="-" where="-"/>
</scenario>
)") {
    std::string jobs;
    for (const char* line : {"1 0 -1 10 1 -1 -1 1", "2 0 -1 10 2 -1 -1 2", "3 0 -1 10 5 -1 -1 5"})
      jobs += std::string(line) + " 10 -1 1 1 1 1 1 1 -1 -1\n";
    write_text(folder_ / "three.swf", jobs);
  }
};

// On four nodes one of three jobs is rejected, on eight (1 + 2 + 5) none: one of six in two runs.
TEST_F(Rejected, IsSaidUnderTheTablesOfRun) {
  const auto said = malha("run ./scenario.xml -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(
      said.out.find("\n  rejected, and in no mean: fcfs 1 of 6 jobs in 1 of 2 runs; easy 1 of 6 jobs in\n"
                    "  1 of 2 runs\n"),
      std::string::npos)
      << said.out;
}

TEST_F(Rejected, MarksWhatIsJudgedWithoutThem) {
  const auto said = malha("run ./scenario.xml -o out");
  EXPECT_NE(said.out.find("\n  claim agrees*: small\n"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("\n  claim agrees: large\n"), std::string::npos);
  EXPECT_NE(said.out.find("\n  claim agrees*: small as large\n"), std::string::npos);
  EXPECT_NE(said.out.find("\n  claim agrees*: flat\n"), std::string::npos);
  EXPECT_NE(said.out.find("\n  * judged by runs that rejected jobs, which the numbers leave out\n"),
            std::string::npos);
  EXPECT_NE(said.out.find("\n  agrees 4, "), std::string::npos);
  const auto rows = text_of(folder_ / "out/verdicts.csv");
  EXPECT_NE(rows.find("scenario,,,small,,10,,,,,agrees*,"), std::string::npos) << rows;
  EXPECT_NE(rows.find("scenario,,,large,,10,,,,,agrees,"), std::string::npos) << rows;
}

TEST_F(Rejected, IsSaidUnderTheTableOfCompare) {
  const auto said = malha("compare -p star --set platform.hosts=4 --set transport=instant -w three.swf -d "
                          "cluster.fcfs -d cluster.easy_backfill -o out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("\nrejected, and in no mean: cluster.fcfs 1 of 3 jobs; cluster.easy_backfill 1 of "
                          "3\njobs\n"),
            std::string::npos)
      << said.out;
}

TEST_F(Rejected, IsSaidUnderTheTableOfSimulate) {
  const std::string arguments =
      "simulate -p star --set transport=instant -w three.swf -d cluster.fcfs --set platform.hosts=";
  const auto small = malha(arguments + "4 -o small");
  EXPECT_NE(small.out.find("\nrejected, and in no mean: 1 of 3 jobs\n"), std::string::npos) << small.out;
  const auto large = malha(arguments + "8 -o large");
  EXPECT_EQ(large.out.find("in no mean"), std::string::npos) << large.out;
}

} // namespace rejections_test
} // namespace malha::testing
