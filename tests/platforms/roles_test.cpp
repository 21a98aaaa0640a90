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

/// Two hosts; a state profile switches one of them off.
class SwitchedOff : public ::testing::Test {
protected:
  Said simulated(const std::string& deployment, const std::string& switched, const std::string& profile) {
    write_text(folder_ / "state", profile);
    std::string hosts;
    for (const std::string name : {"one", "two"})
      hosts += "<host id=\"" + name + "\" speed=\"1Gf\"" +
               (name == switched ? " state_file=\"state\"/>\n" : "/>\n");
    write_text(folder_ / "grid.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version=\"4.1\">\n<zone id=\"zone\" routing=\"Full\">\n" +
                   hosts + "</zone>\n</platform>\n");
    return run_shell("$MALHA simulate -p grid.xml -d " + deployment +
                         " -w bag_of_tasks --set transport=instant -o out",
                     folder_.path());
  }
  TemporaryFolder folder_;
};

TEST_F(SwitchedOff, AtTheStartHasNoActor) {
  const auto said = simulated("tuple_space.ticket_classes", "two", "0 0\n");
  EXPECT_EQ(said.err, "malha: actor 'tuple_space/resource@two' cannot start: host 'two' is off at t=0 s "
                      "(grid.xml:6); valid: actors on hosts that are on\n");
  EXPECT_EQ(said.status, 2);
}

TEST_F(SwitchedOff, HasNoActorThatOthersNeed) {
  const auto said = simulated("cluster.fcfs", "one", "3 0\n");
  EXPECT_EQ(said.err, "malha: grid.xml:5: host 'one' fails, and others cannot go on without actor "
                      "'workload/submitter' on it; valid: a deployment that has it on another host, or a "
                      "platform on which this host never fails\n");
  EXPECT_EQ(said.status, 2);
}

} // namespace roles_test
} // namespace malha::testing
