// SPDX-License-Identifier: MIT
// Platforms in the layouts of SimGrid's own examples, one file in layouts/ a feature.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace malha::testing {
namespace layouts_test {

namespace fs = std::filesystem;

const std::string folder = MALHA_SOURCE_FOLDER "/tests/platforms/layouts";

/// What is said of the layouts that are refused, behind the file.
const std::map<std::string, std::string> refused{
    {"include",
     ": SimGrid refuses it: <include> tag was removed in SimGrid v3.18. Please stop using it now."},
    {"mount", ": SimGrid refuses it: <mount> tag was removed in SimGrid v3.27. Please stop using it now."},
    {"storage",
     ": SimGrid refuses it: <storage_type> tag was removed in SimGrid v3.27. Please stop using it now."},
    {"wifi_without_rate",
     ":7: host 'one' is on a Wifi link of 2 bandwidths and does not say which is its own; valid: "
     "<prop id=\"wifi_rate\" value=\"0\"/> for the first, and so on"},
};

/// What is said of layouts that fit no deployment whose messages cross the network.
const std::map<std::string, std::string> unreachable{
    {"cluster_torus", "platform 'cluster_torus' has no route from 'node-0' to 'node-0'; valid: with a "
                      "loopback, such as loopback_bw and loopback_lat of <cluster>"},
    {"routing_none", "platform 'routing_none' has no links, and transport=network needs them; valid: a "
                     "platform with links, or --set transport=instant"},
};

std::vector<std::string> layouts() {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".xml")
      names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Layout : public ::testing::TestWithParam<std::string> {
protected:
  Said simulated(const std::string& deployment, const std::string& more = "") const {
    return run_shell("$MALHA simulate -w bag_of_tasks --set workload.tasks=6 -o out-" + deployment + more +
                         " -d " + deployment + " -p " + file(),
                     folder_.path());
  }
  static std::string file() { return folder + "/" + GetParam() + ".xml"; }

  TemporaryFolder folder_;
};

TEST_P(Layout, RunsOrIsRefusedWithASentence) {
  for (const std::string deployment : {"cluster.fcfs", "broker.workqueue", "tuple_space.ticket_classes"}) {
    const auto said = simulated(deployment);
    if (const auto flaw = refused.find(GetParam()); flaw != refused.end()) {
      EXPECT_EQ(said.err, "malha: " + file() + flaw->second + "\n");
      EXPECT_EQ(said.status, 2);
    } else if (const auto gap = unreachable.find(GetParam()); gap != unreachable.end()) {
      EXPECT_NE(said.err.find("': " + gap->second + "\n"), std::string::npos) << said.err;
      EXPECT_EQ(said.status, 2);
      EXPECT_EQ(simulated(deployment, "-instant --set transport=instant").status, 0);
    } else {
      EXPECT_EQ(said.err, "");
      ASSERT_EQ(said.status, 0) << deployment;
      const auto valid = run_shell("$MALHA validate out-" + deployment, folder_.path());
      // Planned ends do not know of speed profiles.
      if (GetParam() != "profiles" && GetParam() != "traces") {
        EXPECT_EQ(valid.status, 0) << valid.out;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfSimGrid, Layout, ::testing::ValuesIn(layouts()),
                         [](const auto& one) { return one.param; });

TEST(Layouts, AreAllThereThatAreSpokenOf) {
  const auto names = layouts();
  EXPECT_GE(names.size(), 30u);
  for (const auto* said : {&refused, &unreachable})
    for (const auto& [name, message] : *said)
      EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

} // namespace layouts_test
} // namespace malha::testing
