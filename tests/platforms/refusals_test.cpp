// SPDX-License-Identifier: MIT
// What is wrong with a platform, and what its user is told. Each was an abort, a hang or a wrong number.
#include "actors/runtime/simgrid/simgrid_library.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <ostream>

namespace malha::testing {
namespace refusals_test {

struct Platform {
  std::string name;
  std::string text;    ///< behind the line of the DOCTYPE, from line 3
  std::string message; ///< behind "malha: grid.xml"
};
std::ostream& operator<<(std::ostream& out, const Platform& one) { return out << one.name; }

const std::string head = "<platform version=\"4.1\">\n", tail = "\n</platform>\n";

/// Two hosts and a link between them; the first host is in line 5, the link in line 7.
std::string two_hosts(const std::string& of_one,
                      const std::string& link = "bandwidth=\"1MBps\" latency=\"1ms\"",
                      const std::string& more = "") {
  return head + "<zone id=\"zone\" routing=\"Full\">\n<host id=\"one\" " + of_one +
         "/>\n<host id=\"two\" speed=\"1Gf\"/>\n<link id=\"wire\" " + link + "/>\n" + more +
         "<route src=\"one\" dst=\"two\"><link_ctn id=\"wire\"/></route>\n</zone>" + tail;
}
std::string cluster(const std::string& attributes) {
  return head + "<cluster id=\"rack\" prefix=\"n\" suffix=\"\" " + attributes + "/>" + tail;
}
std::string with_link(const std::string& link) { return two_hosts("speed=\"1Gf\"", link); }
std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += text;
  return all;
}
std::string zone(const std::string& routing, const std::string& inside) {
  return head + "<zone id=\"zone\" routing=\"" + routing + "\">\n" + inside + "</zone>" + tail;
}
std::string many_hosts(int hosts) {
  std::string all;
  for (int i = 0; i < hosts; ++i)
    all += "<host id=\"h" + std::to_string(i) + "\" speed=\"1Gf\"/>\n";
  return all;
}

/// A Wifi zone in line 5 with its link in line 7, a zone with a host, and in line 12 a route between them.
std::string wifi(const std::string& of_link, const std::string& gateway) {
  return head +
         "<zone id=\"all\" routing=\"Full\">\n<zone id=\"air\" routing=\"Wifi\">\n<prop id=\"access_point\" "
         "value=\"spot\"/>\n<link id=\"waves\" sharing_policy=\"WIFI\" bandwidth=\"54Mbps\" "
         "latency=\"0ms\" " +
         of_link +
         "/>\n<router id=\"spot\"/>\n<host id=\"phone\" speed=\"1Gf\"/>\n</zone>\n<zone id=\"wires\" "
         "routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>\n<zoneRoute src=\"air\" dst=\"wires\" "
         "gw_src=\"" +
         gateway + "\" gw_dst=\"one\">\n<link_ctn id=\"waves\"/></zoneRoute>\n</zone>" + tail;
}

const std::string above_0 = "'; valid: a finite number above 0",
                  or_0 = "'; valid: a finite number, 0 or more";
const std::string cores = "'; valid: an integer from 1 to 1000000";
const std::string rack = "radical=\"0-1\" speed=\"1Gf\" bw=\"1MBps\" lat=\"1ms\" ";

/// A host in line 5 with two pstates and these properties, each in a line of its own.
std::string powered(const std::vector<std::pair<std::string, std::string>>& properties) {
  std::string all = "<host id=\"one\" speed=\"1Gf, 0.5f\">\n";
  for (const auto& [name, value] : properties)
    all += "<prop id=\"" + name + "\" value=\"" + value + "\"/>\n";
  return zone("Full", all + "</host>");
}

const std::vector<Platform> platforms{
    {"SpeedNan", two_hosts("speed=\"nanf\""), ":5: host 'one': speed cannot be 'nanf" + or_0},
    {"SpeedBelow0", two_hosts("speed=\"-1Gf\""), ":5: host 'one': speed cannot be '-1Gf" + or_0},
    {"SecondSpeedInfinite", two_hosts("speed=\"1Gf,inf\""),
     ":5: host 'one': speed cannot be '1Gf,inf" + or_0},
    {"SpeedOutOfRange", two_hosts("speed=\"1e300Yf\""),
     ": host 'one' has speed inf f; valid: 0, or from 1e-09 to 1e+30"},
    {"LatencyBelow0", with_link("bandwidth=\"1MBps\" latency=\"-1ms\""),
     ":7: link 'wire': latency cannot be '-1ms" + or_0},
    {"LatencyNan", with_link("bandwidth=\"1MBps\" latency=\"nan\""),
     ":7: link 'wire': latency cannot be 'nan" + or_0},
    {"LatencyOutOfRange", with_link("bandwidth=\"1MBps\" latency=\"1e6w\""),
     ": link 'wire' has latency 6.048e+11 s; valid: from 0 to 1e+09"},
    {"BandwidthNan", with_link("bandwidth=\"nan\""), ":7: link 'wire': bandwidth cannot be 'nan" + above_0},
    {"Bandwidth0", with_link("bandwidth=\"0\""), ":7: link 'wire': bandwidth cannot be '0" + above_0},
    {"ClusterSpeedNan", cluster("radical=\"0-1\" speed=\"nanf\" bw=\"1MBps\" lat=\"1ms\""),
     ":4: cluster 'rack': speed cannot be 'nanf" + or_0},
    {"ClusterBackboneNan", cluster(rack + "bb_bw=\"nan\" bb_lat=\"1ms\""),
     ":4: cluster 'rack': bb_bw cannot be 'nan" + or_0},
    {"PeerLatitudeNan",
     zone("Vivaldi",
          "<peer id=\"one\" speed=\"1Gf\" bw_in=\"1MBps\" bw_out=\"1MBps\" coordinates=\"nan 1 1\"/>"),
     ":5: peer 'one': coordinates cannot be 'nan 1 1'; valid: x, y and a height of 0 or more, in ms"},
    {"Core0", two_hosts("speed=\"1Gf\" core=\"0\""), ":5: host 'one': core cannot be '0" + cores},
    {"CoreWithMore", two_hosts("speed=\"1Gf\" core=\"1 x\""), ":5: host 'one': core cannot be '1 x" + cores},
    {"PstateThatIsNone", two_hosts("speed=\"1Gf,2Gf\" pstate=\"2\""),
     ":5: host 'one': pstate cannot be '2'; valid: an integer from 0 to 1, the number of a speed"},
    {"Radical", cluster("radical=\"1-x\" speed=\"1Gf\" bw=\"1MBps\" lat=\"1ms\""),
     ":4: cluster 'rack': radical cannot be '1-x'; valid: numbers and ranges, such as 0-3,7"},
    {"Topology", cluster(rack + "topology=\"TORUS\" topo_parameters=\"x,2\""),
     ":4: cluster 'rack': topo_parameters cannot be 'x,2'; valid: integers above 0 between , and ;"},
    {"TopologyWithoutNodes", cluster(rack + "topology=\"TORUS\" topo_parameters=\"2,2\""),
     ": SimGrid refuses it: Zone(rack): error when creating host number 2 in the zone. Insufficient number "
     "of "
     "radicals available (total = 2). Check the 'radical' parameter in XML"},
    {"LinkTwice",
     two_hosts("speed=\"1Gf\"", "bandwidth=\"1MBps\" latency=\"1ms\"",
               "<link id=\"wire\" bandwidth=\"1MBps\" latency=\"1ms\"/>\n"),
     ": SimGrid refuses it: Link 'wire' declared several times in the platform."},
    {"RouteTwice",
     two_hosts("speed=\"1Gf\"", "bandwidth=\"1MBps\" latency=\"1ms\"",
               "<route src=\"one\" dst=\"two\"><link_ctn id=\"wire\"/></route>\n"),
     ": SimGrid refuses it: The route between one and two already exists (Rq: routes are symmetrical by "
     "default)."},
    {"Storage",
     zone("Full", "<storage id=\"s\" typeId=\"t\" attach=\"one\"/><host id=\"one\" speed=\"1Gf\"/>"),
     ": SimGrid refuses it: <storage> tag was removed in SimGrid v3.27. Please stop using it now."},
    {"Actor",
     head +
         "<zone id=\"zone\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>\n"
         "<actor host=\"one\" function=\"f\"/>" +
         tail,
     ":5: <actor> in a platform; valid: in a deployment"},
    {"Config",
     head + "<config id=\"General\"><prop id=\"tracing/filename\" value=\"stolen\"/></config>\n" +
         many_hosts(0) + "<zone id=\"zone\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>" + tail,
     ":4: <config>: SimGrid option 'tracing/filename:stolen' is refused: it is none of a model; valid: "
     "options that begin with cpu/, network/, host/, surf/, maxmin/, precision/, contexts/, smpi/bw-factor, "
     "smpi/lat-factor, smpi/IB-penalty-factors"},
    {"ConfigWithAWrongValue",
     head +
         "<config>\n<prop id=\"contexts/stack-size\" value=\"16\"/>\n<prop id=\"network/model\" "
         "value=\"x\"/>\n</config>\n<zone id=\"zone\" routing=\"Full\"><host id=\"one\" "
         "speed=\"1Gf\"/></zone>" +
         tail,
     ":6: <config>: SimGrid option 'network/model:x' is refused: Model 'x' is invalid! Valid models are: "
     "LV08, Constant, SMPI, IB, CM02, ns-3.; valid: see " +
         simgrid_options_manual()},
    {"ConfigTwice",
     head +
         "<config><prop id=\"cpu/optim\" value=\"Full\"/></config>\n<config><prop id=\"cpu/optim\" "
         "value=\"Lazy\"/></config>\n<zone id=\"zone\" routing=\"Full\"><host id=\"one\" "
         "speed=\"1Gf\"/></zone>" +
         tail,
     ":5: <config> sets option 'cpu/optim' twice; valid: once"},
    {"ConfigBehindAZone",
     head +
         "<zone id=\"zone\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>\n<config><prop "
         "id=\"cpu/optim\" value=\"Full\"/></config>" +
         tail,
     ":5: <config> stands behind a <zone>; valid: <config> before all others"},
    {"ConfigInAZone",
     zone("Full", "<config><prop id=\"cpu/optim\" value=\"Full\"/></config>"
                  "<host id=\"one\" speed=\"1Gf\"/>\n"),
     ":5: <config> in a <zone>; valid: in <platform>"},
    {"WifiLinkInAFullZone", with_link("bandwidth=\"1MBps\" latency=\"1ms\" sharing_policy=\"WIFI\""),
     ":7: link 'wire' is a WIFI link in a <zone> of routing 'Full'; valid: in a zone of routing Wifi, which "
     "joins its hosts"},
    {"WifiLinkInARoute", wifi("", "spot"),
     ":13: a route over 'waves', the link of a Wifi zone; valid: other links, since the hosts of the zone "
     "reach it without a route"},
    {"HostOfTwoLines",
     two_hosts("speed=\"1Gf\"", "bandwidth=\"1MBps\" latency=\"1ms\"",
               "<host id=\"a&#10;b\" speed=\"1Gf\"/>\n"),
     ":8: <host> id has the control character U+000A; valid: text in UTF-8 without control characters"},
    {"HostOfTwoLinesAsTheyAre",
     two_hosts("speed=\"1Gf\"", "bandwidth=\"1MBps\" latency=\"1ms\"", "<host id=\"a\nb\" speed=\"1Gf\"/>\n"),
     ": the name of a host has the control character U+000A; valid: a text of one line in UTF-8, without "
     "references such as &#233;"},
    {"OwnerOfTwoLines",
     zone("Full", "<host id=\"one\" speed=\"1Gf\">\n<prop id=\"owner\" value=\"a&#10;b\"/></host>"),
     ":6: <prop> value has the control character U+000A; valid: text in UTF-8 without control characters"},
    {"OwnerInC1",
     zone("Full", "<host id=\"one\" speed=\"1Gf\">\n<prop id=\"owner\" value=\"&#x80;\"/></host>"),
     ":6: malformed XML: '&#x80;' refers to a character that is forbidden; valid: letters and signs"},
    {"Random",
     head +
         "<random id=\"r\" min=\"0\" max=\"1\" mean=\"0\" std_deviation=\"1\"/>\n"
         "<zone id=\"zone\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>" +
         tail,
     ":4: <random> does nothing in " + simgrid_name() + "; valid: without it"},
    {"CabinetOutsideOfACluster",
     zone("Full",
          "<host id=\"one\" speed=\"1Gf\"/>\n<cabinet id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-1\" "
          "speed=\"1Gf\" bw=\"1MBps\" lat=\"1ms\"/>"),
     ":6: <cabinet> in a <zone> of routing 'Full'; valid: in a zone of routing Cluster"},
    {"OldVersion", "<platform version=\"3\"><AS id=\"a\" routing=\"Full\"/></platform>",
     ":3: version '3' is too old; valid: 4.1, to which simgrid_update_xml brings old files"},
    {"NewVersion", "<platform version=\"5\"><zone id=\"a\" routing=\"Full\"/></platform>",
     ":3: version '5' is newer than " + simgrid_name() + "; valid: 4 to 4.1"},
    {"NestedZones",
     head + repeated("<zone id=\"z\" routing=\"Full\">", 15000) + repeated("</zone>", 15000) + tail,
     ":4: elements are nested more than 100 deep"},
    {"FullRoutingOfTooMany", zone("Full", many_hosts(20001)),
     ":4: routing 'Full' keeps a table of all pairs, and the zone has 20001 members; valid: at most 20000, "
     "or "
     "another routing, such as Cluster"},
    {"FloydOfTooMany", zone("Floyd", many_hosts(3001)),
     ":4: routing 'Floyd' keeps a table of all pairs, and the zone has 3001 members; valid: at most 3000, or "
     "another routing, such as Cluster"},
    {"WattagesOfTooFewPstates", powered({{"wattage_per_state", "95:200"}}),
     ":5: host 'one' has wattage_per_state '95:200', with 1 for 2 pstates; valid: one Idle:Epsilon:AllCores "
     "or "
     "Idle:AllCores for each pstate"},
    {"WattagesNan", powered({{"wattage_per_state", "95:200, 95:nan"}}),
     ":5: host 'one' has wattage_per_state '95:200, 95:nan', of which 'nan' is no power; valid: numbers "
     "of watts, from 0 to 9e9"},
    {"WattagesTwice", powered({{"wattage_per_state", "95:200,5:5"}, {"wattage_per_state", "95:200,6:6"}}),
     ":7: host 'one' has wattage_per_state twice; valid: once"},
    {"WattageOffAlone", powered({{"wattage_off", "5"}}),
     ":5: host 'one' has wattage_off and no wattage_per_state; valid: both, or neither"},
    {"BootWithoutShutdown", powered({{"wattage_per_state", "95:200,5:5"}, {"boot", "1:150"}}),
     ":5: host 'one' has boot and no shutdown; valid: both, or neither"},
    {"SleepInNoPstate", powered({{"wattage_per_state", "95:200,5:5"}, {"sleep_pstates", "1:2:3"}}),
     ":5: host 'one' has sleep_pstates '1:2:3', and no pstate '2'; valid: numbers of pstates, from 0 to 1"},
    {"BeginsInASwitch",
     zone("Full", "<host id=\"one\" speed=\"1Gf,0f,0f\" pstate=\"1\">\n<prop id=\"wattage_per_state\" "
                  "value=\"95:200,5:5,6:6\"/>\n<prop id=\"boot\" value=\"1:9\"/>\n<prop id=\"shutdown\" "
                  "value=\"2:9\"/></host>"),
     ":5: host 'one' has pstate 1 at the start, in which it does not compute; valid: a pstate above speed 0 "
     "that is none for sleeping or switching: 0"},
    {"WattagesOfAUnitOfSimGrid",
     zone("Full", "<host id=\"one\" speed=\"1e-9Yf\"><prop id=\"wattage_per_state\" value=\"95\"/></host>"),
     ": host 'one' has wattage_per_state '95', of which '95' has 1 number; valid: Idle:Epsilon:AllCores or "
     "Idle:AllCores for each pstate"},
    {"CarbonIntensityBelow0", powered({{"carbon_intensity", "-1"}}),
     ":5: host 'one' has carbon_intensity '-1'; valid: a finite number of g/kWh, 0 or more"},
    {"WattagesOfACluster",
     head +
         "<cluster id=\"rack\" prefix=\"n\" suffix=\".a\" radical=\"3-5\" speed=\"1Gf\" bw=\"1MBps\" "
         "lat=\"1ms\">\n<prop id=\"wattage_per_state\" value=\"95:-1\"/></cluster>" +
         tail,
     ":4: host 'n3.a' has wattage_per_state '95:-1', of which '-1' is no power; valid: numbers of "
     "watts, from 0 to 9e9"},
    {"ClusterOfTooMany", cluster("radical=\"0-999999999\" speed=\"1Gf\" bw=\"1MBps\" lat=\"1ms\""),
     ":4: the platform has more than 1000000 hosts"},
};

class RefusedPlatform : public ::testing::TestWithParam<Platform> {
protected:
  void SetUp() override {
    write_text(folder_ / "grid.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                                     "\"https://simgrid.org/simgrid.dtd\">\n" +
                                         GetParam().text);
    write_text(folder_ / "jobs.csv", "job_id\n");
  }
  TemporaryFolder folder_;
};

TEST_P(RefusedPlatform, IsToldWhateverLoadsIt) {
  for (const auto* command :
       {"simulate -d cluster.fcfs -w bag_of_tasks -o out -p grid.xml", "validate jobs.csv -p ./grid.xml"}) {
    const std::string file =
        std::string(command).find("./grid") == std::string::npos ? "grid.xml" : "./grid.xml";
    const auto said = run_shell("$MALHA " + std::string(command), folder_.path());
    EXPECT_EQ(said.err, "malha: " + file + GetParam().message + "\n");
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.status, 2);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) // nothing is written
    EXPECT_TRUE(entry.path().filename() == "grid.xml" || entry.path().filename() == "jobs.csv") << entry;
}

INSTANTIATE_TEST_SUITE_P(Of, RefusedPlatform, ::testing::ValuesIn(platforms),
                         [](const auto& one) { return one.param.name; });

class OddFile : public ::testing::Test {
protected:
  std::string said(const std::string& platform) {
    const auto all = run_shell(
        "timeout 20 $MALHA simulate -d cluster.fcfs -w bag_of_tasks -o out -p " + platform, folder_.path());
    EXPECT_EQ(all.status, 2);
    return all.err;
  }
  TemporaryFolder folder_;
};

TEST_F(OddFile, IsNoDevice) {
  EXPECT_EQ(said("/dev/zero"), "malha: /dev/zero: is no regular file; valid: an XML file\n");
}

TEST_F(OddFile, IsNoPipe) {
  ASSERT_EQ(mkfifo((folder_ / "pipe.xml").c_str(), 0600), 0);
  EXPECT_EQ(said("pipe.xml"), "malha: pipe.xml: is no regular file; valid: an XML file\n");
}

/// Another reader might see elements there that we do not.
TEST_F(OddFile, DeclaresNothing) {
  write_text(folder_ / "grid.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform [ <!ENTITY a \"b\"> ]>\n" +
                                       zone("Full", "<host id=\"one\" speed=\"1Gf\"/>"));
  EXPECT_EQ(said("grid.xml"), "malha: grid.xml:2: the DOCTYPE declares something; valid: <!DOCTYPE platform "
                              "SYSTEM \"https://simgrid.org/simgrid.dtd\">, or none\n");
}

/// A platform of somebody else could have any file read, and the message would quote it.
TEST_F(OddFile, ReadsNothingOutsideOfItsFolder) {
  std::filesystem::create_directories(folder_ / "mine/sub");
  write_text(folder_ / "secret", "root:x:0:0\n");
  std::filesystem::create_symlink("../secret", folder_ / "mine/link");
  std::filesystem::create_symlink(folder_.path(), folder_ / "mine/up");
  const auto told = [&](const std::string& file, const std::string& more = "") {
    write_text(folder_ / "mine/grid.xml",
               head +
                   (more.empty()
                        ? "<zone id=\"z\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\" state_file=\"" +
                              file + "\"/></zone>"
                        : more) +
                   tail);
    return said("mine/grid.xml");
  };
  for (const std::string file : {"../secret", "sub/../../secret", "link", "up/secret", "./../mine/../secret"})
    EXPECT_EQ(told(file), "malha: mine/grid.xml:2: profile file '" + file +
                              "' leads out of the platform's folder; valid: a file in it\n");
  EXPECT_EQ(told("/etc/passwd"),
            "malha: mine/grid.xml:2: profile file '/etc/passwd' is absolute; valid: a path "
            "from the platform's folder\n");
  EXPECT_EQ(
      told("", "<trace id=\"t\" periodicity=\"-1\" file=\"../secret\"/>\n<zone id=\"z\" "
               "routing=\"Full\"><host id=\"one\" speed=\"1Gf\"/></zone>"),
      "malha: mine/grid.xml:2: profile file '../secret' leads out of the platform's folder; valid: a file "
      "in it\n");
  write_text(folder_ / "mine/sub/speeds", "0 1\n");
  write_text(folder_ / "mine/grid.xml",
             "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n" +
                 head +
                 "<zone id=\"z\" routing=\"Full\"><host id=\"one\" speed=\"1Gf\" "
                 "speed_file=\"sub/../sub/speeds\"/></zone>" +
                 tail);
  EXPECT_EQ(run_shell("$MALHA simulate -d cluster.fcfs -w bag_of_tasks --set transport=instant -o out -p "
                      "mine/grid.xml",
                      folder_.path())
                .err,
            "");
}

/// SimGrid 3.32 crashes when it is asked for a route to a host that no route of a Dijkstra zone names.
TEST_F(OddFile, HasAHostThatNoRouteReaches) {
  write_text(folder_ / "grid.xml",
             "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n" +
                 zone("Dijkstra", many_hosts(3) +
                                      "<link id=\"l\" bandwidth=\"1MBps\" latency=\"1ms\"/>\n"
                                      "<route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"));
  const auto all =
      run_shell("$MALHA simulate -d broker.workqueue -w bag_of_tasks -o out -p grid.xml", folder_.path());
  EXPECT_NE(
      all.err.find("malha: platform 'grid': the route from 'h0' to 'h2': its process was killed by signal "
                   "11 (Segmentation fault)\n"),
      std::string::npos)
      << all.err;
  EXPECT_EQ(all.status, 2);
}

} // namespace refusals_test
} // namespace malha::testing
