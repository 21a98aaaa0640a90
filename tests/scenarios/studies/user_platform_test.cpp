// SPDX-License-Identifier: MIT
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace malha::testing {
namespace user_platform_test {

namespace fs = std::filesystem;

/// Two racks of the user's own, with roles as Batsim marks them, behind a router.
constexpr const char* user_platform = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="site" routing="Floyd">
    <host id="head" speed="2Gf"><prop id="role" value="master"/></host>
    <host id="rack-10" speed="1Gf"><prop id="role" value="compute_node"/></host>
    <host id="rack-2" speed="500Mf"><prop id="role" value="compute_node"/></host>
    <host id="rack-1" speed="1Gf"><prop id="role" value="compute_node"/></host>
    <router id="switch"/>
    <link id="l0" bandwidth="125MBps" latency="50us"/><link id="l1" bandwidth="125MBps" latency="50us"/>
    <link id="l2" bandwidth="125MBps" latency="50us"/><link id="l3" bandwidth="125MBps" latency="50us"/>
    <route src="head" dst="switch"><link_ctn id="l0"/></route>
    <route src="rack-10" dst="switch"><link_ctn id="l1"/></route>
    <route src="rack-2" dst="switch"><link_ctn id="l2"/></route>
    <route src="rack-1" dst="switch"><link_ctn id="l3"/></route>
  </zone>
</platform>
)";

class UserPlatform : public ::testing::TestWithParam<const char*> {
protected:
  void SetUp() override {
    write_text(folder_ / "mine.xml", user_platform);
    const auto said = run_shell(
        std::string("$MALHA simulate -p mine.xml -w bag_of_tasks --set workload.tasks=12 -o out -d ") +
            GetParam(),
        folder_.path());
    ASSERT_EQ(said.status, 0) << said.err;
  }
  Said validated() { return run_shell("$MALHA validate out", folder_.path()); }

  /// jobs.csv as lines of fields.
  std::vector<std::vector<std::string>> rows() {
    std::istringstream text(text_of(folder_ / "out/jobs.csv"));
    std::vector<std::vector<std::string>> all;
    for (std::string line; std::getline(text, line);) {
      std::istringstream fields(line + ",");
      all.emplace_back();
      for (std::string field; std::getline(fields, field, ',');)
        all.back().push_back(field);
    }
    return all;
  }
  void write(const std::vector<std::vector<std::string>>& rows) {
    std::string text;
    for (const auto& row : rows)
      for (std::size_t i = 0; i < row.size(); ++i)
        text += row[i] + (i + 1 < row.size() ? "," : "\n");
    write_text(folder_ / "out/jobs.csv", text);
  }

  TemporaryFolder folder_;
};

constexpr std::size_t submission = 3, start = 8, execution = 9, finish = 10, waiting = 11, turnaround = 12,
                      resources = 14;

TEST_P(UserPlatform, TheScheduleIsValidAndHostsComeInTheOrderOfTheFile) {
  const auto said = validated();
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_NE(said.out.find("12 jobs, valid"), std::string::npos);
  const auto hosts = text_of(folder_ / "out/resources.csv");
  EXPECT_LT(hosts.find("0,rack-10,"), hosts.find("1,rack-2,"));
  EXPECT_LT(hosts.find("1,rack-2,"), hosts.find("2,rack-1,"));
}

TEST_P(UserPlatform, AStartBeforeItsSubmissionIsFound) {
  auto damaged = rows();
  damaged[1][submission] = "1000000";
  write(damaged);
  const auto said = validated();
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.out.find("violation: start >= submission: job "), std::string::npos) << said.out;
}

TEST_P(UserPlatform, ADroppedTaskIsFound) {
  auto damaged = rows();
  const auto id = damaged[5][0];
  damaged.erase(damaged.begin() + 5);
  write(damaged);
  const auto said = validated();
  EXPECT_EQ(said.status, 1);
  EXPECT_NE(said.out.find("violation: conservation: job " + id + " was submitted and has no row"),
            std::string::npos)
      << said.out;
}

TEST_P(UserPlatform, TasksBeyondTheSlotsOfAHostAreFound) {
  auto damaged = rows();
  // Everything at once on one host: more than any deployment gives it slots for.
  for (std::size_t i = 2; i < damaged.size(); ++i)
    for (const auto column : {submission, start, execution, finish, waiting, turnaround, resources})
      damaged[i][column] = damaged[1][column];
  write(damaged);
  const auto said = validated();
  EXPECT_EQ(said.status, 1);
  EXPECT_TRUE(std::regex_search(said.out, std::regex("violation: capacity: rack-[0-9]+ runs [23] tasks at ")))
      << said.out;
}

INSTANTIATE_TEST_SUITE_P(Shipped, UserPlatform, ::testing::Values("easygrid.one_site", "cluster.fcfs"),
                         ByValue());

} // namespace user_platform_test
} // namespace malha::testing
