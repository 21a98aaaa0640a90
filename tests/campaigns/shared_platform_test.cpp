// SPDX-License-Identifier: MIT
// Runs that are forked from a process which has their platform come out as they do alone.
#include "campaign.hpp"

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

TEST_F(SharedPlatform, OfAFileGivesWhatEachRunGivesAlone) {
  write_text(folder_ / "grid.xml", R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="grid" prefix="n" suffix="" radical="0-4" speed="1Gf" bw="100MBps" lat="1ms"/>
</platform>
)");
  expect_same("./grid.xml", "network");
}

} // namespace shared_platform_test
} // namespace malha::testing
