// SPDX-License-Identifier: MIT
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace roles_test {

class Roles : public ::testing::Test {
protected:
  /// The nodes of a batch cluster on a platform with these hosts, as resources.csv lists them.
  std::string nodes(const std::string& hosts, const std::string& note = "") {
    std::filesystem::remove_all(folder_ / "out");
    write_text(folder_ / "grid.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                                     "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
                                     "<zone id=\"zone\" routing=\"Full\">\n" +
                                         hosts + "</zone>\n</platform>\n");
    const auto said = run_shell("$MALHA simulate -p grid.xml -d cluster.fcfs -w bag_of_tasks --set "
                                "transport=instant --set workload.tasks=4 -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0);
    EXPECT_EQ(said.err, note.empty() ? "" : "malha: grid.xml: " + note + "\n");
    return run_shell("cut -d, -f2 out/resources.csv | tail -n +2 | xargs", folder_.path()).out;
  }
  static std::string host(const std::string& name, const std::string& speed = "1Gf",
                          const std::string& role = "") {
    return "<host id=\"" + name + "\" speed=\"" + speed + "\">" +
           (role.empty() ? "" : "<prop id=\"role\" value=\"" + role + "\"/>") + "</host>\n";
  }
  TemporaryFolder folder_;
};

TEST_F(Roles, MakeAStoreNoNode) {
  EXPECT_EQ(nodes(host("a") + host("nas", "1Gf", "storage") + host("b")), "a b\n");
}

TEST_F(Roles, MakeAHostOfSpeed0NoNode) {
  EXPECT_EQ(nodes(host("a") + host("b", "0") + host("c"), "host 'b' has speed 0 and is no node"), "a c\n");
  EXPECT_EQ(nodes(host("a", "1Gf", "master") + host("b", "0", "worker") + host("c", "1Gf", "worker"),
                  "host 'b' has speed 0 and is no node"),
            "c\n");
}

TEST_F(Roles, NeedNoWordForAStoreOfSpeed0) {
  EXPECT_EQ(nodes(host("nas", "0", "storage") + host("b")), "b\n"); // and b is where the scheduler is
}

TEST_F(Roles, MakeTheHostOfBatsimsNameTheMaster) {
  const std::string note = "host 'master_host' has no role; as in Batsim, it is the master and no node";
  EXPECT_EQ(nodes(host("a") + host("master_host") + host("b"), note), "a b\n");
}

TEST_F(Roles, LeaveAMasterThatIsMarked) {
  EXPECT_EQ(nodes(host("a", "1Gf", "master") + host("master_host") + host("b")), "master_host b\n");
  EXPECT_EQ(nodes(host("master_host", "1Gf", "worker") + host("b", "1Gf", "master")), "master_host\n");
}

/// A host that its state profile switches off takes the scheduler with it.
class SwitchedOff : public ::testing::Test {
protected:
  Said simulated(const std::string& profile) {
    write_text(folder_ / "state", profile);
    write_text(folder_ / "grid.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n<zone id=\"zone\" routing=\"Full\">\n"
               "<host id=\"one\" speed=\"1Gf\" state_file=\"state\"/><host id=\"two\" speed=\"1Gf\"/>\n"
               "</zone>\n</platform>\n");
    return run_shell(
        "$MALHA simulate -p grid.xml -d cluster.fcfs -w bag_of_tasks --set transport=instant -o out",
        folder_.path());
  }
  TemporaryFolder folder_;
};

TEST_F(SwitchedOff, AtTheStart) {
  const auto said = simulated("0 0\n");
  EXPECT_EQ(said.err, "malha: actor 'cluster/scheduler@one' cannot start: host 'one' is off at t=0 s "
                      "(grid.xml:5); valid: actors on hosts that are on\n");
  EXPECT_EQ(said.status, 2);
}

TEST_F(SwitchedOff, OnTheWay) {
  const auto said = simulated("3 0\n");
  EXPECT_EQ(said.err,
            "malha: nothing can happen any more at t=3 s; cluster/scheduler@one was lost at t=3 s with "
            "its host 'one', which was switched off (grid.xml:5)\n");
  EXPECT_EQ(said.status, 4);
}

} // namespace roles_test
} // namespace malha::testing
