// SPDX-License-Identifier: MIT
// What hosts of generated platforms draw.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/power_profile.hpp"
#include "policies/sdk/split.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace powered_test {

using Settings = std::map<std::string, std::string>;

PlatformPlan plan_of(const std::string& name, const Settings& settings) {
  const auto& generator = *shipped_catalog().platforms().at(name);
  RandomStreams random(1);
  return generator.plan(Parameters(generator.parameters, settings), random);
}

std::optional<PowerProfile> power_of(const PlatformPlan::Host& host) {
  auto speeds = host.further_speeds;
  speeds.insert(speeds.begin(), host.speed);
  return read_power_profile(host.name, host.cores, speeds, 0, host.properties);
}

const std::vector<std::string> generators{"clusters",   "full_mesh", "named_hosts",
                                          "owned_pool", "star",      "uniform_speeds"};

TEST(PoweredPlatforms, SayNothingOfPowerWithoutWatts) {
  for (const auto& name : generators)
    for (const auto& host : plan_of(name, {}).hosts) {
      EXPECT_TRUE(host.further_speeds.empty()) << name;
      for (const auto& property : power_properties())
        EXPECT_EQ(host.properties.count(property), 0U) << name;
    }
}

// Masters and fronts run no jobs. Where no host has a role, all do.
TEST(PoweredPlatforms, GiveTheSamePowerToAllHostsThatRunJobs) {
  for (const auto& name : generators)
    for (const auto& host : plan_of(name, {{"watts", "100:203"}}).hosts) {
      const auto role = host.properties.find("role");
      const auto power = power_of(host);
      ASSERT_EQ(power.has_value(), role == host.properties.end() || role->second == "worker") << host.name;
      if (power) {
        EXPECT_EQ(power->power(0, host.cores), 203) << name;
      }
    }
}

TEST(PoweredPlatforms, HavePstatesAndSwitches) {
  const auto plan = plan_of("star", {{"hosts", "2"},
                                     {"speeds", "1e9,2e9"},
                                     {"cores", "4"},
                                     {"watts", "95:120:200,93:170"},
                                     {"pstates", "1,0.5"},
                                     {"watts_off", "10"},
                                     {"boot", "2.5min:120"},
                                     {"shutdown", "7:110"}});
  const auto& host = plan.hosts[1];
  EXPECT_EQ(host.speed, 2e9);
  EXPECT_EQ(host.further_speeds, (std::vector<FlopsPerSecond>{1e9, 0, 0}));
  EXPECT_EQ(host.properties.at("wattage_per_state"), "95:120:200,93:170,120:120,110:110");
  EXPECT_EQ(host.properties.at("wattage_off"), "10");
  EXPECT_EQ(host.properties.at("boot"), "2:150");
  EXPECT_EQ(host.properties.at("shutdown"), "3:7");
  const auto power = power_of(host).value();
  EXPECT_EQ(power.states[1].speed, 1e9);
  EXPECT_EQ(power.power(0, 1), 140);
  EXPECT_EQ(power.off, 10);
  EXPECT_EQ(power.boot->time, 150);
  EXPECT_EQ(power.shutdown->power, 110);
  EXPECT_DOUBLE_EQ(break_even(power), 17200.0 / 85); // (18000 + 770 - 157 x 10) / (95 - 10)
}

/// What is wrong with these parameters, behind "platform 'star': parameter ".
std::string refused(const Settings& settings) {
  const auto said = thrown<InputError>([&] { plan_of("star", settings); });
  const std::string begin = "platform 'star': parameter ";
  return said.rfind(begin, 0) == 0 ? said.substr(begin.size()) : said;
}

TEST(PoweredPlatforms, AreRefusedWhereTheirPowerMeansNothing) {
  for (const std::string other : {"watts_off", "boot", "shutdown", "pstates"})
    EXPECT_EQ(refused({{other, "1"}}), "'" + other + "' cannot be '1'; valid: with watts only");
  for (const std::string bad : {"100", "1:2:3:4", "100:-1", "nan:1", "x:1", "100:"})
    EXPECT_EQ(refused({{"watts", bad}}),
              "'watts' cannot be '" + bad +
                  "'; valid: Idle:Epsilon:AllCores or Idle:AllCores, in W, each 0 or more, with ',' between "
                  "pstates");
  const std::string count =
      "; valid: one Idle:Epsilon:AllCores or Idle:AllCores for each pstate, of which there ";
  EXPECT_EQ(refused({{"watts", "1:2,1:2"}}), "'watts' cannot be '1:2,1:2'" + count + "is 1");
  EXPECT_EQ(refused({{"watts", "1:2"}, {"pstates", "1,0.5"}}), "'watts' cannot be '1:2'" + count + "are 2");
  for (const std::string bad : {"0", "1,x", "-1", "1,"})
    EXPECT_EQ(refused({{"watts", "1:2"}, {"pstates", bad}}),
              "'pstates' cannot be '" + bad + "'; valid: numbers above 0, with ',' between them");
  for (const std::string bad : {"-1", "x", "inf"})
    EXPECT_EQ(refused({{"watts", "1:2"}, {"watts_off", bad}}),
              "'watts_off' cannot be '" + bad + "'; valid: watts, 0 or more");
  EXPECT_EQ(refused({{"watts", "1:2"}, {"boot", "150:120"}}),
            "'boot' cannot be '150:120'; valid: boot and shutdown, or neither");
  EXPECT_EQ(refused({{"watts", "1:2"}, {"shutdown", "7:110"}}),
            "'shutdown' cannot be '7:110'; valid: boot and shutdown, or neither");
  for (const std::string bad : {"150", "150:120:1", "-1:120", "150:-1", "x:1", ":"})
    EXPECT_EQ(refused({{"watts", "1:2"}, {"boot", bad}, {"shutdown", "7:110"}}),
              "'boot' cannot be '" + bad +
                  "'; valid: a time in s and watts, each 0 or more, such as 150:120");
}

// 1e300 x 1e10 is beyond numbers of 64 bits, and 1e-300 x 1e-300 is 0.
TEST(PoweredPlatforms, AreRefusedWhereASpeedIsNoNumber) {
  for (const auto& [speed, share] : {std::pair("1e300", "1e10"), std::pair("1e-300", "1e-300")})
    EXPECT_EQ(refused({{"speeds", speed}, {"watts", "1:2"}, {"pstates", share}}),
              "'pstates' cannot be '" + std::string(share) + "'; valid: shares of " +
                  (std::string(speed) == "1e300" ? "1e+300" : speed) + " flop/s that a number can hold");
}

class PoweredPlatform : public ::testing::Test {
protected:
  std::string said(const std::string& command) const {
    const auto all = run_shell(command, folder_.path());
    EXPECT_EQ(all.status, 0) << all.err;
    return all.out;
  }
  std::string jobs(const std::string& platform) const {
    said("rm -rf out; $MALHA simulate -d cluster.fcfs -w rigid_jobs --set transport=instant -o out -p " +
         platform);
    return text_of(folder_ / "out/jobs.csv");
  }
  TemporaryFolder folder_;
};

/// The lines of jobs.csv without the field behind allocated_resources, consumed_energy.
std::string without_energy(const std::string& jobs) {
  const std::size_t place = 15; // of the column
  std::string all;
  for (const auto& line : split(jobs, '\n')) {
    const auto fields = split(line, ',');
    for (std::size_t i = 0; i < fields.size(); ++i)
      all += i == place ? "" : fields[i] + ",";
    all += "\n";
  }
  return all;
}

// Power is no matter of time: the platform, its XML, and the platform without power run the same schedule.
TEST_F(PoweredPlatform, IsWrittenAsXml) {
  const std::string plain = "star --set platform.hosts=3",
                    powered = plain +
                              " --set platform.watts=95:200,93:170 --set platform.pstates=1,0.5 --set "
                              "platform.boot=150:120 --set platform.shutdown=7:110";
  const auto xml = said("$MALHA platform " + powered + " > grid.xml; cat grid.xml");
  EXPECT_NE(xml.find("<host id=\"host-2\" speed=\"1e+09f,5e+08f,0f,0f\" core=\"1\">"), std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<prop id=\"wattage_per_state\" value=\"95:200,93:170,120:120,110:110\" />"),
            std::string::npos)
      << xml;
  const auto schedule = jobs(plain);
  const auto of_plan = jobs(powered);
  EXPECT_EQ(jobs("grid.xml"), of_plan);
  EXPECT_EQ(without_energy(of_plan), without_energy(schedule));
  EXPECT_NE(of_plan, schedule); // which has -1 for each energy
}

// Those of other parameters are what they were before there was power.
TEST_F(PoweredPlatform, IsInMessagesAboutNamesThatAreNearItsOwn) {
  const auto refusal = [&](const std::string& generator, const std::string& parameter) {
    const auto words = generator + " --set platform." + parameter + "=1";
    const auto all = run_shell("$MALHA platform " + words, folder_.path());
    EXPECT_EQ(all.status, 2);
    const auto run = run_shell("$MALHA simulate -d cluster.fcfs -w rigid_jobs -p " + words, folder_.path());
    EXPECT_EQ(run.status, 2);
    const auto valid = all.err.find("; ");
    return std::pair(all.err.substr(valid + 2), run.err.substr(run.err.find("; ") + 2));
  };
  for (const auto& [generator, names] :
       {std::pair("star", "hosts, speeds, cores, bandwidth, latency, sites, sharing\n"),
        std::pair("full_mesh", "hosts, speeds, cores, bandwidth, latency, sites\n"),
        std::pair("named_hosts", "names, speed, cores, bandwidth, latency\n"),
        std::pair("owned_pool", "machines, owners, speeds, bandwidth, latency\n"),
        std::pair("uniform_speeds", "total_speed, mean, hm, sum, bandwidth, latency\n"),
        std::pair("clusters",
                  "sizes, speeds, cores, memory, bandwidth, latency, channel, channel_latency\n")}) {
    const auto said = refusal(generator, "xyzzy");
    EXPECT_EQ(said.first, std::string("valid: ") + names);
    EXPECT_EQ(said.second, said.first);
  }
  const auto said = refusal("star", "wats");
  EXPECT_EQ(said.first, "did you mean watts?\n");
  EXPECT_EQ(said.second, "did you mean watts?; valid: a name that malha describe star shows\n");
}

// A manifest of a platform that says nothing of power is what it was before there was power.
TEST_F(PoweredPlatform, IsInTheManifest) {
  jobs("star --set platform.hosts=3");
  EXPECT_EQ(text_of(folder_ / "out/manifest.json").find("watts"), std::string::npos);
  jobs("star --set platform.hosts=3 --set platform.watts=95:200");
  const auto manifest = text_of(folder_ / "out/manifest.json");
  EXPECT_NE(manifest.find("\"watts\": \"95:200\""), std::string::npos);
  EXPECT_EQ(manifest.find("watts_off"), std::string::npos);
}

} // namespace powered_test
} // namespace malha::testing
