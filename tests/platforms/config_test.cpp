// SPDX-License-Identifier: MIT
// Options of SimGrid that a platform sets.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace malha::testing {
namespace config_test {

using nlohmann::json;
using Names = std::vector<std::string>;

/// Two hosts, the second with a profile in a file beside the platform, and a link of 1 MB/s.
std::string platform(const std::string& config) {
  return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform "
         "version=\"4.1\">\n" +
         config +
         "<zone id=\"z\" routing=\"Full\">\n<host id=\"one\" speed=\"1Gf\"><prop id=\"role\" "
         "value=\"master\"/></host>\n<host id=\"two\" speed=\"1Gf\" speed_file=\"half\"/>\n<link id=\"l\" "
         "bandwidth=\"1MBps\" latency=\"0\"/>\n<route src=\"one\" dst=\"two\"><link_ctn "
         "id=\"l\"/></route>\n</zone>\n</platform>\n";
}

std::string config(const std::string& key, const std::string& value) {
  return "<config id=\"General\"><prop id=\"" + key + "\" value=\"" + value + "\"></prop></config>\n";
}

class PlatformConfig : public ::testing::Test {
protected:
  /// One task of 10 Gf, for which the worker gets 10 MB: it starts when they are there.
  double start(const std::string& text, const std::string& options = "") {
    std::filesystem::create_directory(folder_ / "grid");
    write_text(folder_ / "grid/p.xml", text);
    write_text(folder_ / "grid/half", "0 0.5\n");
    said_ = run_shell("rm -rf out; $MALHA simulate -p grid/p.xml -d broker.workqueue -w bag_of_tasks --set "
                      "workload.tasks=1 --set workload.spread=0 --set workload.work=1e10 --set "
                      "workload.input=1e7 -o out " +
                          options,
                      folder_.path());
    EXPECT_EQ(said_.status, 0) << said_.err;
    if (said_.status != 0)
      return -1;
    manifest_ = json::parse(text_of(folder_ / "out/manifest.json"));
    const auto jobs = text_of(folder_ / "out/jobs.csv");
    const auto row = jobs.substr(jobs.find('\n') + 1);
    std::istringstream fields(row);
    std::string field;
    for (int column = 0; column <= 8; ++column)
      std::getline(fields, field, ',');
    return std::stod(field);
  }

  TemporaryFolder folder_;
  Said said_;
  json manifest_;
};

// Under CM02 10 MB over 1 MB/s take 10 s, and the other messages a little. Under LV08 messages reach 97 % of
// the bandwidth, so that all takes 1 / 0.97 of that.
TEST_F(PlatformConfig, IsTakenAndIsPartOfTheRun) {
  const double lv08 = start(platform(""));
  EXPECT_EQ(manifest_["simgrid_options"], json::array());
  const auto cm02 = platform(config("network/model", "CM02"));
  EXPECT_NEAR(start(cm02), 0.97 * lv08, 1e-9);
  EXPECT_GT(0.97 * lv08, 10);
  EXPECT_EQ(said_.err, "");
  EXPECT_EQ(manifest_["simgrid_options"], (json{"network/model:CM02"}));
  EXPECT_EQ(start(platform(""), "--sg-cfg network/model:CM02"), start(cm02));
}

TEST_F(PlatformConfig, LosesAgainstTheCommandLine) {
  const auto cm02 = platform(config("network/model", "CM02") + config("cpu/optim", "Full"));
  const double lv08 = start(platform(""));
  EXPECT_EQ(start(cm02, "--sg-cfg network/model:LV08"), lv08);
  EXPECT_EQ(manifest_["simgrid_options"], (json{"cpu/optim:Full", "network/model:LV08"}));
}

// As in the platforms that Batsim ships. A stack of 16 KiB would be too small for our actors.
TEST_F(PlatformConfig, IsNotHeededWhereItChangesNothing) {
  const auto text = platform("<config id=\"General\">\n<!-- of huge machines: </config> \"-->\n"
                             "<prop id=\"contexts/stack-size\" value=\"16\"></prop>\n"
                             "<prop id=\"contexts/guard_size\" value='0'/>\n<prop id=\"network/coordinates\" "
                             "value=\"y>s\"></prop>\n</config>\n<config><prop id=\"smpi/os\" "
                             "value=\"0:0:0\"/></config>\n");
  const double lv08 = start(platform(""));
  EXPECT_EQ(start(text), lv08);
  EXPECT_EQ(said_.err, "malha: grid/p.xml: <config> is not heeded where it changes no result: "
                       "contexts/stack-size, contexts/guard_size, network/coordinates, smpi/os\n");
  EXPECT_EQ(manifest_["simgrid_options"], json::array());
}

// SimGrid reads a copy, and its message has the file's name, and the line.
TEST_F(PlatformConfig, KeepsTheLinesOfMessages) {
  auto text = platform("<config>\n<prop id=\"contexts/stack-size\" value=\"16\"/>\n</config>\n");
  text.replace(text.find("1Gf"), 3, "1Gx");
  write_text(folder_ / "p.xml", text);
  write_text(folder_ / "half", "0 0.5\n");
  const auto said =
      run_shell("$MALHA simulate -p p.xml -d broker.workqueue -w bag_of_tasks -o out", folder_.path());
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err.find("/proc/"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("p.xml:8"), std::string::npos) << said.err;
}

} // namespace config_test
} // namespace malha::testing
