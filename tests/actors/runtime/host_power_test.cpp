// SPDX-License-Identifier: MIT
// What hosts of a platform file draw, as SimGrid has loaded them.
#include "actors/runtime/simgrid/platform.hpp"
#include "actors/runtime/simgrid/power.hpp"
#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>
#include <simgrid/s4u.hpp>

namespace malha::testing {
namespace host_power_test {

namespace s4u = simgrid::s4u;

class HostPower : public ::testing::Test {
protected:
  /// Reads a platform of one zone with these elements, and loads it.
  PlatformSource load(const std::string& elements, const std::string& routing = "Full") {
    const auto file = folder_ / "grid.xml";
    write_text(file, "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<platform version=\"4.1\">\n<zone id=\"zone\" routing=\"" +
                         routing + "\">\n" + elements + "</zone>\n</platform>\n");
    auto source = read_platform_file(file);
    static char program[] = "test";
    static char* arguments[] = {program, nullptr};
    int count = 1;
    engine_ = new s4u::Engine(&count, arguments); // never destroyed, as in the program
    RandomStreams random(0);
    grid_ = std::make_unique<Grid>(source, random, *engine_);
    return source;
  }
  std::optional<PowerProfile> power_of(const std::string& host) const {
    return power_profile_of(*engine_->host_by_name(host));
  }

  TemporaryFolder folder_;
  s4u::Engine* engine_ = nullptr;
  std::unique_ptr<Grid> grid_;
};

// Batsim's platforms write blanks behind commas.
TEST_F(HostPower, IsReadFromItsProperties) {
  const auto source =
      load("<host id=\"one\" core=\"4\" speed=\"100.0Mf, 50.0Mf, 1e-9Mf, 0.5f, 0.25f\" pstate=\"1\">\n"
           "<prop id=\"wattage_per_state\" value=\"100:120:200, 93:110:170, 9:9, 50:60, 70:80\"/>\n"
           "<prop id=\"wattage_off\" value=\"42\"/>\n"
           "<prop id=\"sleep_pstates\" value=\"2:3:4\"/>\n"
           "<prop id=\"carbon_intensity\" value=\"91.48\"/></host>\n"
           "<host id=\"two\" speed=\"1Gf\"/>\n");
  EXPECT_EQ(source.notes, std::vector<std::string>{
                              "host 'one' has wattage_off '42', and draws 9 W, as in its pstate to sleep "
                              "in, whenever it is off or has failed"});
  const auto power = power_of("one").value();
  EXPECT_EQ(power.cores, 4);
  EXPECT_EQ(power.pstates, (std::vector<int>{0, 1}));
  EXPECT_EQ(power.first, 1);
  EXPECT_EQ(power.states[0].speed, 1e8);
  EXPECT_EQ(power.power(1, 2), 140); // 110 + 60 / 2
  EXPECT_EQ(power.off, 9);
  EXPECT_EQ(power.shutdown->time, 2);
  EXPECT_EQ(power.shutdown->power, 60);
  EXPECT_EQ(power.boot->time, 4);
  EXPECT_EQ(power.boot->power, 80);
  EXPECT_EQ(carbon_intensity_of(*engine_->host_by_name("one")), 91.48);
  EXPECT_FALSE(power_of("two"));
  EXPECT_FALSE(carbon_intensity_of(*engine_->host_by_name("two")));
}

TEST_F(HostPower, IsThatOfItsCluster) {
  load(
      "<cluster id=\"rack\" prefix=\"n\" suffix=\".a\" radical=\"0-2\" core=\"2\" speed=\"1Gf\" bw=\"1MBps\" "
      "lat=\"1ms\">\n<prop id=\"wattage_per_state\" value=\"100:203\"/></cluster>\n");
  for (const auto* host : {"n0.a", "n1.a", "n2.a"})
    EXPECT_EQ(power_of(host).value().power(0, 1), 151.5) << host;
}

TEST_F(HostPower, IsNoneOfAHostOfSpeed0) {
  load("<host id=\"store\" speed=\"0f\"><prop id=\"wattage_per_state\" value=\"10:10\"/></host>\n"
       "<host id=\"one\" speed=\"1Gf\"/>\n");
  EXPECT_FALSE(power_of("store"));
}

TEST_F(HostPower, IsSaidToLeaveOutFurtherStatesToSleepIn) {
  const auto source = load("<host id=\"one\" speed=\"1Gf,0f,1f,0.5f,0f\">\n"
                           "<prop id=\"wattage_per_state\" value=\"95:190,9:9,50:50,60:60,5:5\"/>\n"
                           "<prop id=\"sleep_pstates\" value=\"1:2:3,4:2:3\"/></host>\n");
  EXPECT_EQ(power_of("one").value().off, 9);
  EXPECT_EQ(source.notes,
            std::vector<std::string>{"host 'one' has several pstates to sleep in, sleep_pstates "
                                     "'1:2:3,4:2:3', and only the first is used"});
}

} // namespace host_power_test
} // namespace malha::testing
