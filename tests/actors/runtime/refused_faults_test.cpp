// SPDX-License-Identifier: MIT
// Faults that a run cannot support, or that do not happen in it: what the program says before it simulates.
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace refused_faults_test {

/// One command on a platform of master and w1 to w4, all over one link of 1 ms: `of` is given the profiles.
struct Case {
  std::string name;
  std::map<std::string, std::pair<std::string, std::string>> of; ///< attribute and lines, by host or "link"
  std::string options, said;
  int status = 2;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

std::string element(const Case& one, const std::string& kind, const std::string& id,
                    const std::string& more) {
  const auto profile = one.of.find(id);
  return "<" + kind + " id='" + id + "' " + more +
         (profile == one.of.end() ? "" : " " + profile->second.first + "='" + id + ".profile'");
}

std::string platform_of(const Case& one) {
  const std::vector<std::string> hosts{"master", "w1", "w2", "w3", "w4"};
  std::string text = "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<platform version='4.1'><zone id='zone' routing='Full'>\n";
  for (const auto& host : hosts)
    text += element(one, "host", host, "speed='1Gf'") + "><prop id='role' value='" +
            (host == "master" ? "master" : "worker") + "'/></host>\n";
  text += element(one, "link", "link", "bandwidth='12.5MBps' latency='1ms'") + "/>\n";
  for (std::size_t i = 0; i < hosts.size(); ++i)
    for (std::size_t j = i; j < hosts.size(); ++j)
      text += "<route src='" + hosts[i] + "' dst='" + hosts[j] + "'><link_ctn id='link'/></route>\n";
  return text + "</zone></platform>\n";
}

class RefusedFaults : public ::testing::TestWithParam<Case> {};

TEST_P(RefusedFaults, AreSaidBeforeTheRun) {
  const TemporaryFolder folder;
  write_text(folder / "p.xml", platform_of(GetParam()));
  for (const auto& [id, profile] : GetParam().of)
    write_text(folder / (id + ".profile"), profile.second);
  const auto said = run_shell("\"$MALHA\" simulate -p p.xml -w bag_of_tasks --set workload.tasks=4 --set "
                              "workload.work=2e9 -o out " +
                                  GetParam().options,
                              folder.path());
  EXPECT_EQ(said.status, GetParam().status) << said.out;
  EXPECT_EQ(said.err, "malha: " + GetParam().said + "\n");
  EXPECT_EQ(std::filesystem::exists(folder / "out"), said.status == 0);
}

const std::string instant_broker = "-d broker.workqueue --set transport=instant ";
const std::string crashes = "--environment crashes --set crashes.share=100 --set crashes.horizon=";
const std::string deployments = MALHA_SOURCE_FOLDER "/deployments/";
const std::string too_soon =
    "detection_delay is 0.01 s, and the shortest message from 'w1' to 'master' takes "
    "0.01301 s; valid: at least that, or 0, for a detector that needs no messages";

// A message takes 13.01 times the latency of the link, in SimGrid's model of TCP: 0.01301 s.
const std::vector<Case> cases{
    {"CrashesOfAHostThatAProfileTurnsOn",
     {{"w2", {"state_file", "4 0\n8 1\n"}}},
     instant_broker + crashes + "30 --set crashes.hosts=w2",
     "p.xml:6: the state of host 'w2' has a profile, and the environment turns the host off for good; valid: "
     "crashes of other hosts (crashes.hosts), or a platform without this profile"},
    {"HostThatReturnsAndGoesAtOneDate",
     {{"w2", {"state_file", "4 0\n9 1\n9 0\n"}}},
     instant_broker,
     "w2.profile:3: the host returns and goes at one date, 9; valid: a later date, or neither"},
    {"CrashesOfNoHost",
     {},
     instant_broker + crashes + "30 --set crashes.hosts=nobody",
     "environment actor 'environment/crashes': unknown host 'nobody'; platform 'p' has master, w1, w2, "
     "w3, w4"},
    {"CrashesBeforeTheStart",
     {},
     instant_broker + crashes + "-1",
     "setting crashes.horizon=-1: environment actor 'environment/crashes': parameter 'horizon' cannot be "
     "'-1'; "
     "valid: a number of s, above 0, such as 7200 or 2h"},
    {"BrokerThatKnowsTooSoon",
     {},
     "-d broker.workqueue --set detection_delay=0.01 " + crashes + "30",
     deployments + "broker.workqueue.xml:5: actor 'broker/broker' on host 'master': " + too_soon},
    {"PoolThatKnowsTooSoon",
     {},
     "-d ownership.osep --set detection_delay=0.01 " + crashes + "30",
     deployments + "ownership.osep.xml:5: actor 'ownership/pool' on host 'master': " + too_soon},
    {"SpaceThatKnowsTooSoon",
     {},
     "-d tuple_space.ticket_classes --set detection_delay=0.01 " + crashes + "30",
     deployments +
         "tuple_space.ticket_classes.xml:5: actor 'tuple_space/space' on host 'master': " + too_soon},
    // Its latency of 0.25 s comes later: 3.2525 s a message.
    {"BrokerThatKnowsTooSoonLater",
     {{"link", {"latency_file", "50 0.25\n"}}},
     "-d broker.workqueue --set detection_delay=1 " + crashes + "30",
     deployments +
         "broker.workqueue.xml:5: actor 'broker/broker' on host 'master': detection_delay is 1 s, and "
         "the shortest message from 'w1' to 'master' takes 3.2525 s; valid: at least that, or 0, for a "
         "detector that needs no messages"},
    // Two messages of 13.01 · 0.5 s.
    {"ServersThatWaitForTooShortATimeLater",
     {{"link", {"latency_file", "50 0.5\n"}}},
     "-d tuple_space.replicated",
     deployments +
         "tuple_space.replicated.xml:5: actor 'tuple_space/replica' on host 'w1': timeout is 10 s, "
         "and a message from 'w1' to 'w2' and its answer take at least 13.01 s; valid: more than that"},
    {"MoreServersOffAtOnceThanMayBe",
     {{"w1", {"state_file", "4 0\n"}}, {"w3", {"state_file", "9 0\n"}}},
     "-d tuple_space.replicated",
     deployments +
         "tuple_space.replicated.xml:5: actor 'tuple_space/replica' on host 'w1': state profiles of "
         "the platform turn 2 of the 3 servers off at once, and faults is 1; valid: a platform on "
         "which no more are off at once, or more servers and faults"},
    {"ProfileAfterTheEnd",
     {{"w2", {"state_file", "400 0\n"}}},
     instant_broker + "--set max_time=300",
     "p.xml:6: the host_state profile of host 'w2' changes nothing: its first date is 400 s, and the run is "
     "cut at max_time=300 s",
     0},
    {"CrashesAfterTheEnd",
     {},
     instant_broker + "--set max_time=300 --environment crashes --set crashes.share=25 --set "
                      "crashes.horizon=400",
     "crashes.horizon=400: the run is cut at max_time=300 s, so that crashes after that date do not happen",
     0}};

INSTANTIATE_TEST_SUITE_P(All, RefusedFaults, ::testing::ValuesIn(cases),
                         [](const auto& one) { return one.param.name; });

} // namespace refused_faults_test
} // namespace malha::testing
