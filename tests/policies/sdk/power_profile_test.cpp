// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "policies/sdk/power_profile.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace power_profile_test {

using Properties = std::map<std::string, std::string>;

PowerProfile profile_of(int cores, const std::vector<FlopsPerSecond>& speeds, const Properties& properties,
                        int first = 0) {
  return read_power_profile("h", cores, speeds, first, properties).value();
}

/// The hosts of Batsim's energy platforms, which were measured on the cluster Taurus of Grid'5000, with one
/// pstate to compute at.
const std::vector<FlopsPerSecond> taurus_speeds{1e8, 1e-3, 0.1639344262295082, 0.006599788806758183};
const Properties taurus{{"wattage_per_state",
                         "95:95:190.738, 9.75:9.75:9.75, 100.99672131147543:100.99672131147543:"
                         "100.99672131147543, 125.1743848996832:125.1743848996832:125.1743848996832"},
                        {"wattage_off", "9.75"},
                        {"sleep_pstates", "1:2:3"}};

/// SimGrid v3.32, examples/cpp/energy-boot: boots in 150 s at 120 W, goes down in 7 s at 110 W.
const std::vector<FlopsPerSecond> boot_speeds{1e8, 5e7, 2e7, 0, 0};
const Properties boot{{"wattage_per_state", "95:200, 93:170, 90:150, 120:120, 110:110"},
                      {"wattage_off", "10"},
                      {"boot", "3:150"},
                      {"shutdown", "4:7"}};

Properties with(Properties properties, const std::string& name, const std::string& value) {
  properties[name] = value;
  return properties;
}

/// What is wrong with a host of these properties, behind "host 'h' has ".
std::string refused(const std::vector<FlopsPerSecond>& speeds, const Properties& properties, int first = 0) {
  const auto said = thrown<InputError>([&] { read_power_profile("h", 1, speeds, first, properties); });
  const std::string begin = "host 'h' has ";
  return said.rfind(begin, 0) == 0 ? said.substr(begin.size()) : said;
}
std::string refused_boot(const std::string& name, const std::string& value) {
  return refused(boot_speeds, with(boot, name, value));
}
std::string refused_taurus(const std::string& sleep_pstates) {
  return refused(taurus_speeds, with(taurus, "sleep_pstates", sleep_pstates));
}

// SimGrid 3.32, documentation of host_energy: "1: 140 W … 4: 200 W" on four cores of 100:120:200; measured on
// SimGrid 3.32 for 5 and 6 tasks.
TEST(PowerProfile, GrowsWithTheCoresThatCompute) {
  const auto profile = profile_of(4, {1e8}, {{"wattage_per_state", "100:120:200"}});
  const std::vector<Watts> powers{100, 140, 160, 180, 200, 200, 200};
  for (std::size_t cores = 0; cores < powers.size(); ++cores)
    EXPECT_EQ(profile.power(0, static_cast<double>(cores)), powers[cores]) << cores;
  EXPECT_EQ(profile.power(0, 0.5), 130); // 120 + 80 / 8
  EXPECT_EQ(profile.off, 0);
  EXPECT_FALSE(profile.can_sleep());
}

// SimGrid's energy_platform: 93.333 W < 100 W. One of four cores draws 93.333 + 106.667 / 4 = 120 W.
TEST(PowerProfile, MayHaveItsEpsilonBelowIdle) {
  const auto profile = profile_of(4, {1e8, 5e7, 2e7},
                                  {{"wattage_per_state", "100:93.33333333333333:200, 93:90:170, 90:90:150"}});
  EXPECT_EQ(profile.power(0, 0), 100);
  EXPECT_DOUBLE_EQ(profile.power(0, 1), 120);
  EXPECT_DOUBLE_EQ(profile.power(1, 1), 110);
  EXPECT_DOUBLE_EQ(profile.power(2, 1), 105);
}

TEST(PowerProfile, OfTwoNumbersHasItsIdlePowerAsEpsilon) {
  const auto profile = profile_of(2, {1e9}, {{"wattage_per_state", "100:203"}});
  EXPECT_EQ(profile.states[0].epsilon, 100);
  EXPECT_EQ(profile.power(0, 1), 151.5);
}

TEST(PowerProfile, IsNoneWithoutWattages) {
  EXPECT_FALSE(read_power_profile("h", 1, {1e9}, 0, {}));
  EXPECT_FALSE(read_power_profile("h", 1, {1e9}, 0, {{"role", "worker"}}));
}

TEST(PowerProfile, IsNoneOfAHostThatNeverComputes) {
  EXPECT_FALSE(read_power_profile("h", 1, {0}, 0, {{"wattage_per_state", "10:10"}}));
  EXPECT_EQ(refused({0}, {{"wattage_per_state", "10:x"}}),
            "wattage_per_state '10:x', of which 'x' is no power; valid: numbers of watts, from 0 to 9e9");
}

TEST(PowerProfile, HasTheSwitchesOfBatsimsConvention) {
  const auto profile = profile_of(1, taurus_speeds, taurus);
  ASSERT_EQ(profile.states.size(), 1U);
  EXPECT_EQ(profile.states[0].speed, 1e8);
  EXPECT_EQ(profile.power(0, 1), 190.738);
  EXPECT_EQ(profile.pstates, std::vector<int>{0});
  EXPECT_EQ(profile.off, 9.75);
  ASSERT_TRUE(profile.can_sleep());
  EXPECT_DOUBLE_EQ(profile.shutdown->time, 6.1);
  EXPECT_DOUBLE_EQ(profile.boot->time, 151.52);
  // The energies of the comments of Batsim's platforms.
  EXPECT_NEAR(profile.shutdown->time * profile.shutdown->power, 616.08, 1e-9);
  EXPECT_NEAR(profile.boot->time * profile.boot->power, 18966.4228, 1e-6);
}

// Batsim's energy_platform: host Venus has two sleep states, 3 and 6. The second group shares the switches.
TEST(PowerProfile, SleepsInTheFirstOfSeveralStates) {
  const auto profile =
      profile_of(1, {1e8, 5e7, 2e7, 1e-3, 0.006666667, 0.1429, 1e-3},
                 {{"wattage_per_state", "100:200, 93:170, 90:150, 10:10, 120:120, 110:110, 8:8"},
                  {"wattage_off", "42"},
                  {"sleep_pstates", "3:5:4,6:5:4"}});
  EXPECT_EQ(profile.pstates, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(profile.off, 10); // of pstate 3
  EXPECT_EQ(profile.shutdown->power, 110);
  EXPECT_EQ(profile.boot->power, 120);
}

TEST(PowerProfile, HasTheSwitchesThatAreNamedWithTheirTimes) {
  const auto profile = profile_of(1, boot_speeds, boot, 1);
  EXPECT_EQ(profile.pstates, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(profile.first, 1);
  EXPECT_EQ(profile.off, 10);
  EXPECT_EQ(profile.shutdown->time * profile.shutdown->power, 770);
  EXPECT_EQ(profile.boot->time * profile.boot->power, 18000);
  EXPECT_EQ(profile_of(1, boot_speeds, with(boot, "boot", "3:2.5min")).boot->time, 150);
}

// The states to compute at are pstates 1, 2 and 4; the one in use is the third of them.
TEST(PowerProfile, CountsTheStateAtTheStartWithoutThoseThatDoNotCompute) {
  const auto profile =
      profile_of(1, {0, 3e7, 2e7, 0, 1e7},
                 {{"wattage_per_state", "1:1, 2:3, 2:4, 5:5, 2:6"}, {"boot", "0:1"}, {"shutdown", "3:1"}}, 4);
  EXPECT_EQ(profile.pstates, (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(profile.first, 2);
  EXPECT_EQ(profile.states[2].all, 6);
  EXPECT_EQ(profile.shutdown->power, 5);
}

// Taurus: E = 616.08 + 18966.4228 J in d = 157.62 s, (E - 9.75 d) / (95 - 9.75) = 211.679857 s.
// SimGrid's energy-boot: (18770 - 10 x 157) / (95 - 10) = 17200 / 85; at pstate 2, 17200 / 80 = 215.
TEST(BreakEven, IsWhereOffCostsNoMoreThanIdle) {
  EXPECT_NEAR(break_even(profile_of(1, taurus_speeds, taurus)), 211.679857, 1e-6);
  EXPECT_DOUBLE_EQ(break_even(profile_of(1, boot_speeds, boot)), 17200.0 / 85);
  EXPECT_DOUBLE_EQ(break_even(profile_of(1, boot_speeds, boot, 2)), 215);
}

// Switches at 20 W cost (3140 - 1570) / 85 = 18.5 s of idle power, and take 157 s.
TEST(BreakEven, IsNoLessThanTheSwitchesTake) {
  const auto cheap = with(boot, "wattage_per_state", "95:200, 93:170, 90:150, 20:20, 20:20");
  EXPECT_EQ(break_even(profile_of(1, boot_speeds, cheap)), 157);
}

TEST(BreakEven, NeverComesWhereOffDrawsNoLessOrTheHostCannotSleep) {
  EXPECT_EQ(break_even(profile_of(1, boot_speeds, with(boot, "wattage_off", "95"))), never);
  EXPECT_EQ(break_even(profile_of(1, boot_speeds, with(boot, "wattage_off", "100"))), never);
  EXPECT_EQ(break_even(profile_of(1, {1e8}, {{"wattage_per_state", "95:200"}, {"wattage_off", "10"}})),
            never);
}

TEST(RefusedPower, HaveWattagesForEachPstate) {
  const std::string valid = "; valid: one Idle:Epsilon:AllCores or Idle:AllCores for each pstate";
  EXPECT_EQ(refused({1e9, 5e8}, {{"wattage_per_state", "95:200"}}),
            "wattage_per_state '95:200', with 1 for 2 pstates" + valid);
  EXPECT_EQ(refused({1e9, 5e8}, {{"wattage_per_state", "95:200,93:170,90:150"}}),
            "wattage_per_state '95:200,93:170,90:150', with 3 for 2 pstates" + valid);
  EXPECT_EQ(refused({1e9}, {{"wattage_per_state", "95:200,93:170"}}),
            "wattage_per_state '95:200,93:170', with 2 for 1 pstate" + valid);
}

TEST(RefusedPower, HaveTwoOrThreeNumbersOfAPstate) {
  const std::string valid = "; valid: Idle:Epsilon:AllCores or Idle:AllCores for each pstate";
  EXPECT_EQ(refused({1e9}, {{"wattage_per_state", "95"}}),
            "wattage_per_state '95', of which '95' has 1 number" + valid);
  EXPECT_EQ(refused({1e9, 5e8}, {{"wattage_per_state", "95:200, 1:2:3:4"}}),
            "wattage_per_state '95:200, 1:2:3:4', of which '1:2:3:4' has 4 numbers" + valid);
  EXPECT_EQ(refused({1e9}, {{"wattage_per_state", ""}}),
            "wattage_per_state '', of which '' has 1 number" + valid);
}

TEST(RefusedPower, AreNumbersFrom0ToTheGreatest) {
  for (const std::string bad : {"-1", "nan", "inf", "x", "", "1e400", "9000000001", "5W", "0x5"}) {
    const std::string valid = "' is no power; valid: numbers of watts, from 0 to 9e9";
    EXPECT_EQ(refused({1e9}, {{"wattage_per_state", "95:" + bad + ":200"}}),
              "wattage_per_state '95:" + bad + ":200', of which '" + bad + valid);
    EXPECT_EQ(refused_boot("wattage_off", bad),
              "wattage_off '" + bad + "'; valid: numbers of watts, from 0 to 9e9");
  }
}

TEST(RefusedPower, ComeWithWattages) {
  for (const std::string name : {"wattage_off", "sleep_pstates", "boot", "shutdown"})
    EXPECT_EQ(refused({1e9}, {{name, "10"}}), name + " and no wattage_per_state; valid: both, or neither");
}

TEST(RefusedPower, NameDifferentPstatesThatAreThere) {
  for (const std::string bad : {"4", "-1", "x", "1.5", ""})
    EXPECT_EQ(refused_taurus("1:2:" + bad), "sleep_pstates '1:2:" + bad + "', and no pstate '" + bad +
                                                "'; valid: numbers of pstates, from 0 to 3");
  for (const std::string bad : {"1:1:2", "1:2:2", "1:2:1", "1:2:3,1:2:3", "1:2:3,2:1:3"})
    EXPECT_EQ(refused_taurus(bad),
              "sleep_pstates '" + bad + "', the same pstate twice; valid: different pstates");
  for (const std::string bad : {"1:2", "1:2:3:0", "", "1:2:3,"})
    EXPECT_EQ(refused_taurus(bad), "sleep_pstates '" + bad +
                                       "'; valid: three pstates, such as 1:2:3: to sleep in, to go to "
                                       "sleep, and to boot");
}

TEST(RefusedPower, SwitchInPstatesThatComputeNothingElse) {
  EXPECT_EQ(refused_taurus("1:2:0"), "sleep_pstates '1:2:0', and computes 1e+08 flop/s in pstate 0; valid: "
                                     "pstates of at most 1 flop/s for switches");
  EXPECT_EQ(refused_boot("boot", "0:150"), "boot '0:150', and computes 1e+08 flop/s in pstate 0; valid: "
                                           "pstates of at most 1 flop/s for switches");
  EXPECT_EQ(refused({1e8, 1e-3, 0, 0.1}, taurus),
            "sleep_pstates '1:2:3', and computes nothing in pstate 2; valid: pstates above 0 flop/s for "
            "switches, which take 1 / speed; or boot and shutdown");
}

TEST(RefusedPower, BeginInAPstateThatComputes) {
  for (const int first : {1, 2, 3})
    EXPECT_EQ(
        refused(taurus_speeds, taurus, first),
        "pstate " + std::to_string(first) +
            " at the start, in which it does not compute; valid: a pstate above speed 0 that is none for "
            "sleeping or switching: 0");
  EXPECT_EQ(refused({0, 1e9}, {{"wattage_per_state", "95:95, 95:200"}}),
            "pstate 0 at the start, in which it does not compute; valid: a pstate above speed 0 that is none "
            "for sleeping or switching: 1");
}

TEST(RefusedPower, SaySwitchesInOneWayAndBoth) {
  auto properties = boot;
  properties.erase("shutdown");
  EXPECT_EQ(refused(boot_speeds, properties), "boot and no shutdown; valid: both, or neither");
  properties = boot;
  properties.erase("boot");
  EXPECT_EQ(refused(boot_speeds, properties), "shutdown and no boot; valid: both, or neither");
  EXPECT_EQ(refused_boot("sleep_pstates", "3:4:2"),
            "sleep_pstates and boot; valid: either sleep_pstates, or boot and shutdown");
}

TEST(RefusedPower, GiveSwitchesATime) {
  for (const std::string bad : {"3", "3:-1", "3:nan", "3:inf", "3:x", "3:1:2", "", "3:"})
    for (const std::string name : {"boot", "shutdown"})
      EXPECT_EQ(refused_boot(name, bad),
                name + " '" + bad + "'; valid: a pstate and a time in s, 0 or more, such as 3:150");
  EXPECT_EQ(refused_boot("boot", "5:150"),
            "boot '5:150', and no pstate '5'; valid: numbers of pstates, from 0 to 4");
}

TEST(CarbonIntensity, IsANumberOfItsOwnProperty) {
  EXPECT_EQ(read_carbon_intensity("h", {{"carbon_intensity", " 91.48"}}), 91.48);
  EXPECT_EQ(read_carbon_intensity("h", {{"carbon_intensity", "0"}}), 0);
  EXPECT_FALSE(read_carbon_intensity("h", taurus));
  for (const std::string bad : {"-1", "nan", "inf", "", "91 g"})
    EXPECT_EQ(thrown<InputError>([&] {
                read_carbon_intensity("h", {{"carbon_intensity", bad}});
              }),
              "host 'h' has carbon_intensity '" + bad + "'; valid: a finite number of g/kWh, 0 or more");
}

} // namespace power_profile_test
} // namespace malha::testing
