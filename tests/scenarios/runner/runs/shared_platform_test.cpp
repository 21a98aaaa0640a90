// SPDX-License-Identifier: MIT
// Runs that are forked from a process which has their platform come out as they do alone.
#include "scenarios/runner/campaign/missing_runs.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "tests/scenarios/runner/campaign/campaign.hpp"

namespace malha::testing {
namespace shared_platform_test {

class SharedPlatform : public Campaign {
protected:
  SharedPlatform() : Campaign("") {}

  /// Makes two cells of two deployments under two seeds in one campaign, and each of them with simulate.
  void expect_same(const std::string& platform, const std::string& transport) const {
    write_text(folder_ / "scenario.xml", R"(<?xml version="1.0"?>
<scenario>
  <question>How long do the bags take?</question>
  <platform name=")" + platform + R"("/>
  <workload name="bags"/>
  <seeds vary="the speeds and the works" number="2"/>
  <set key="workload.total" value="60000"/>
  <set key="transport" value=")" + transport +
                                             R"("/>
  <vary key="workload.mean" values="500 1000"/>
  <run name="push" deployment="broker.workqueue"/>
  <run name="pull" deployment="tuple_space.ticket_classes"/>
  <measure metric="makespan"/>
</scenario>
)");
    ASSERT_EQ(malha("run ./scenario.xml -o out").status, 0);
    const std::string common =
        "simulate -w bags --set workload.total=60000 --set transport=" + transport + " -p " + platform;
    for (const auto& [run, deployment] :
         {std::pair{"push", "broker.workqueue"}, std::pair{"pull", "tuple_space.ticket_classes"}})
      for (const std::string mean : {"500", "1000"})
        for (const std::string seed : {"0", "1"}) {
          const auto said = malha(common + " -d " + deployment + " --set workload.mean=" + mean + " --seed " +
                                  seed + " -o alone");
          ASSERT_EQ(said.status, 0) << said.err;
          const auto alone = results_below(folder_ / "alone");
          const auto together =
              results_below(folder_ / "out/scenario" / run / ("workload.mean=" + mean) / ("seed=" + seed));
          EXPECT_GE(alone.size(), 5u);
          EXPECT_EQ(together, alone) << run << ", mean " << mean << ", seed " << seed;
          std::filesystem::remove_all(folder_ / "alone");
        }
  }
};

TEST_F(SharedPlatform, ThatIsDrawnGivesWhatEachRunGivesAlone) { expect_same("uniform_speeds", "instant"); }

std::string grid_of_speed(const std::string& speed) {
  return R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="grid" prefix="n" suffix="" radical="0-4" speed=")" +
         speed + R"(" bw="100MBps" lat="1ms"/>
</platform>
)";
}

TEST_F(SharedPlatform, OfAFileGivesWhatEachRunGivesAlone) {
  write_text(folder_ / "grid.xml", grid_of_speed("1Gf"));
  expect_same("./grid.xml", "network");
}

// Both seeds share the platform. It is another one when they run than when they were planned.
TEST_F(SharedPlatform, ThatHasChangedSinceItWasPlannedIsRefusedByEachRun) {
  write_text(folder_ / "grid.xml", grid_of_speed("1Gf"));
  write_text(folder_ / "scenario.xml", R"(<?xml version="1.0"?>
<scenario records="metrics">
  <question>How long do the bags take?</question>
  <platform name="./grid.xml"/>
  <workload name="bags"/>
  <seeds vary="the works" number="2"/>
  <run name="push" deployment="broker.workqueue"/>
  <measure metric="makespan"/>
</scenario>
)");
  const Library library({});
  Identifier identifier(library);
  CampaignRequest request;
  request.scenarios = {(folder_ / "scenario.xml").string()};
  CampaignOptions options;
  options.folder = folder_ / "out";
  const auto scenarios = read_scenarios(request, library);
  const auto planned = planned_runs(request, scenarios, library, identifier);
  ASSERT_EQ(planned.size(), 2U);
  write_text(folder_ / "grid.xml", grid_of_speed("2Gf"));
  std::filesystem::create_directory(options.folder);
  Store store(options.folder);
  auto fork_servers = campaign_fork_servers(library, options);
  const auto executed =
      run_missing(work_of(planned, store.finished(), options), fork_servers, store, options, "", Costs(), "");
  EXPECT_TRUE(executed.made.empty());
  ASSERT_EQ(executed.failures.size(), 2U);
  for (const auto& [run, outcome] : executed.failures)
    EXPECT_EQ(outcome.message, "an input file changed while the campaign ran; run the same command again");
}

} // namespace shared_platform_test
} // namespace malha::testing
