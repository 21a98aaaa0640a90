// SPDX-License-Identifier: MIT
// Platforms of several zones: clusters below a meta-scheduler.
#include "actors/runtime/simgrid/platform.hpp"
#include "platforms/plans/write_xml.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/csv_reader.hpp"
#include "tests/support/catalog.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>
#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha::testing {
namespace clusters_test {

namespace s4u = simgrid::s4u;
using Settings = std::map<std::string, std::string>;
using Names = std::vector<std::string>;

PlatformSource::Generated generated(const std::string& name, const Settings& settings) {
  const auto* generator = shipped_catalog().platforms().at(name);
  return {generator, Parameters(generator->parameters, settings)};
}

PlatformPlan plan_of(const std::string& name, const Settings& settings) {
  const auto from = generated(name, settings);
  RandomStreams random(1);
  return from.generator->plan(from.parameters, random);
}

PlatformPlan clusters(const Settings& settings) { return plan_of("clusters", settings); }

const PlatformPlan::Host& host_of(const PlatformPlan& plan, const std::string& name) {
  for (const auto& host : plan.hosts)
    if (host.name == name)
      return host;
  throw std::out_of_range(name);
}

/// What hosts there are, and how messages travel between every two of them.
std::string shown(const Grid& grid) {
  std::string text;
  const auto hosts = grid.select("*");
  for (const auto* host : hosts) {
    text +=
        host->get_name() + " " + shortest(host->get_speed()) + " x " + std::to_string(host->get_core_count());
    const std::map<std::string, std::string> properties(host->get_properties()->begin(),
                                                        host->get_properties()->end());
    for (const auto& [id, value] : properties)
      text += " " + id + "=" + value;
    text += "\n";
  }
  for (const auto* from : hosts)
    for (const auto* to : hosts) {
      std::vector<s4u::Link*> links;
      double latency = 0;
      from->route_to(to, links, &latency);
      text += from->get_name() + " -> " + to->get_name() + ":";
      for (const auto* link : links)
        text += " " + link->get_name() + " " + shortest(link->get_bandwidth()) + " " +
                shortest(link->get_latency()) +
                (link->get_sharing_policy() == s4u::Link::SharingPolicy::FATPIPE ? " fat" : "");
      text += ", " + shortest(latency) + "\n";
    }
  return text;
}

/// The same of a platform that a process of its own loads or builds: a process can hold one engine.
std::string shown(const PlatformSource& source) {
  const TemporaryFolder folder;
  const auto file = folder / "shown";
  if (const pid_t child = fork(); child == 0) {
    static char program[] = "test";
    char* arguments[] = {program, nullptr};
    int count = 1;
    auto* engine = new s4u::Engine(&count, arguments);
    RandomStreams random(1);
    write_text(file, shown(Grid(source, random, *engine)));
    _exit(0);
  } else {
    waitpid(child, nullptr, 0);
  }
  return text_of(file);
}

/// The platform as built, and as written and read again.
void expect_same(const std::string& name, const Settings& settings) {
  const TemporaryFolder folder;
  std::ofstream out(folder / "grid.xml");
  write_xml(plan_of(name, settings), out);
  out.close();
  const auto built = shown(PlatformSource{name, generated(name, settings)});
  EXPECT_NE(built, "");
  EXPECT_EQ(shown(read_platform_file(folder / "grid.xml")), built);
}

TEST(Clusters, HaveAMasterFrontsAndNodesInTheirOrder) {
  const auto plan = clusters({{"sizes", "2,1"}});
  Names hosts;
  for (const auto& host : plan.hosts)
    hosts.push_back(host.name);
  EXPECT_EQ(hosts, (Names{"master", "front-1", "node-1-0", "node-1-1", "front-2", "node-2-0"}));
  using Properties = std::map<std::string, std::string>;
  EXPECT_EQ(plan.hosts[0].properties, (Properties{{"role", "master"}}));
  EXPECT_EQ(plan.hosts[1].properties,
            (Properties{{"role", "front"}, {"site", "cluster-1"}, {"channel", "1.25e+08"}}));
  EXPECT_EQ(plan.hosts[3].properties,
            (Properties{{"role", "worker"}, {"site", "cluster-1"}, {"memory", "1e+09"}}));
  EXPECT_EQ(host_of(plan, "node-2-0").properties.at("site"), "cluster-2");
  for (const auto& host : plan.hosts) {
    EXPECT_EQ(host.speed, 1e9);
    EXPECT_EQ(host.cores, 1);
  }
}

// The second cluster of M-CISNE's platform for co-allocation: 5 nodes as in the first, and 5 of two cores,
// half of the memory and Fast Ethernet.
TEST(Clusters, MayHaveNodesOfSeveralKinds) {
  const auto plan = clusters({{"sizes", "10,10"},
                              {"cores", "1/1,2"},
                              {"memory", "1e9/1e9,512e6"},
                              {"bandwidth", "125e6/125e6,12.5e6"},
                              {"channel", "125e6,1e6"}});
  for (int node = 0; node < 10; ++node) {
    EXPECT_EQ(host_of(plan, "node-1-" + std::to_string(node)).cores, 1);
    EXPECT_EQ(host_of(plan, "node-2-" + std::to_string(node)).cores, node < 5 ? 1 : 2);
    EXPECT_EQ(host_of(plan, "node-2-" + std::to_string(node)).properties.at("memory"),
              node < 5 ? "1e+09" : "5.12e+08");
  }
  for (std::size_t host = 0; host < plan.hosts.size(); ++host) {
    const auto& name = plan.hosts[host].name;
    EXPECT_EQ(plan.links[host].name, "link-" + name);
    EXPECT_EQ(plan.links[host].bandwidth, name >= "node-2-5" ? 12.5e6 : 125e6) << name;
  }
  ASSERT_EQ(plan.zones.size(), 3u);
  const auto channel = [&](std::size_t zone) { return plan.links[plan.zones[zone].channel].bandwidth; };
  EXPECT_EQ(channel(0), 125e6); // that of the master, as the first cluster's
  EXPECT_EQ(channel(1), 125e6);
  EXPECT_EQ(channel(2), 1e6);
  EXPECT_EQ(host_of(plan, "front-2").properties.at("channel"), "1e+06");
}

// 7 nodes of 3 speeds: node i has number floor(3 i / 7), which is 0, 0, 0, 1, 1, 2, 2.
TEST(Clusters, SplitTheirNodesIntoEqualParts) {
  const auto plan = clusters({{"sizes", "7"}, {"speeds", "1e9,2e9,3e9"}});
  std::vector<FlopsPerSecond> speeds;
  for (std::size_t node = 0; node < 7; ++node)
    speeds.push_back(plan.hosts[2 + node].speed);
  EXPECT_EQ(speeds, (std::vector<FlopsPerSecond>{1e9, 1e9, 1e9, 2e9, 2e9, 3e9, 3e9}));
  EXPECT_EQ(plan.hosts[0].speed, 1e9);
  EXPECT_EQ(plan.hosts[1].speed, 1e9);
}

// Two links of 50 us within a cluster. Between clusters there are two channels of 50 us, too.
TEST(Clusters, AreJoinedByTheirChannels) {
  const auto text = shown(PlatformSource{"clusters", generated("clusters", {{"sizes", "2,1"}})});
  const std::string link = " 1.25e+08 5e-05";
  for (const auto& line :
       {"\nnode-1-0 -> node-1-1: link-node-1-0" + link + " link-node-1-1" + link + ", 1e-04\n",
        "\nnode-1-1 -> node-2-0: link-node-1-1" + link + " channel-cluster-1" + link + " channel-cluster-2" +
            link + " link-node-2-0" + link + ", 2e-04\n",
        "\nmaster -> front-2: link-master" + link + " channel-top" + link + " channel-cluster-2" + link +
            " link-front-2" + link + ", 2e-04\n",
        std::string("\nnode-2-0 -> node-2-0: loopback-cluster-2 1e+10 0 fat, 0\n")})
    EXPECT_NE(text.find(line), std::string::npos) << line;
}

TEST(Clusters, AreWrittenAsTheyAreBuilt) {
  expect_same("clusters", {});
  expect_same("clusters", {{"sizes", "1"}});
  expect_same("clusters", {{"sizes", "3,1,2"},
                           {"speeds", "1e9/3e9/2e9,1.7e9"},
                           {"cores", "2/1/1,4"},
                           {"memory", "1e9/5e8/0"},
                           {"bandwidth", "125e6,2/1e6/3,1"},
                           {"latency", "0.003"},
                           {"channel", "1e6,2e6,3e6"},
                           {"channel_latency", "0.0007"}});
}

TEST(Clusters, AreNotTheOnlyPlatformsWrittenAsTheyAreBuilt) {
  for (const auto* name : {"star", "full_mesh"})
    expect_same(name, {{"hosts", "4"}, {"speeds", "1e9,2e9"}, {"cores", "2"}, {"sites", "2"}});
  expect_same("uniform_speeds", {{"total_speed", "55"}, {"hm", "8"}});
  expect_same("owned_pool", {{"machines", "2,1"}});
}

/// What the program says of the platform with these settings.
class OnClusters : public ::testing::Test {
protected:
  Said said(const std::string& settings, const std::string& more = "") const {
    return run_shell("$MALHA simulate -p clusters -d cluster.fcfs -w rigid_jobs --set workload.jobs=20 "
                     "--set workload.max_resources=3 " +
                         settings + " -o out" + more,
                     folder_.path());
  }
  std::string refusal(const std::string& setting) const {
    const auto refused = said("--set " + setting);
    EXPECT_EQ(refused.status, 2);
    return refused.err;
  }

  TemporaryFolder folder_;
};

// The scheduler is on the master. Fronts are no nodes, nor is the master.
TEST_F(OnClusters, RunJobsOnAllNodes) {
  ASSERT_EQ(said("--set platform.sizes=2,1").err, "");
  Names hosts;
  for (CsvReader rows(folder_ / "out" / "resources.csv"); rows.next();)
    hosts.push_back(rows.text("host"));
  EXPECT_EQ(hosts, (Names{"node-1-0", "node-1-1", "node-2-0"}));
  EXPECT_EQ(run_shell("$MALHA validate out", folder_.path()).status, 0);
}

TEST_F(OnClusters, ReadFromAFileGiveTheSameRun) {
  ASSERT_EQ(said("").status, 0);
  ASSERT_EQ(run_shell("$MALHA platform clusters > grid.xml", folder_.path()).status, 0);
  const auto again = run_shell("$MALHA simulate -p ./grid.xml -d cluster.fcfs -w rigid_jobs --set "
                               "workload.jobs=20 --set workload.max_resources=3 -o again",
                               folder_.path());
  ASSERT_EQ(again.err, "");
  for (const auto* file : {"jobs.csv", "resources.csv", "messages.csv"})
    EXPECT_EQ(text_of(folder_ / "again" / file), text_of(folder_ / "out" / file));
}

TEST_F(OnClusters, FrontsAreSelectedByTheirRole) {
  write_text(folder_ / "on_fronts.xml", text_of(MALHA_SOURCE_FOLDER "/deployments/cluster.fcfs.xml"));
  const auto place =
      run_shell("sed -i 's/@role=master/@role=front/' on_fronts.xml && $MALHA simulate -p clusters "
                "--set platform.sizes=2 -d on_fronts.xml -w rigid_jobs --set workload.jobs=3 --set "
                "workload.max_resources=2 -o out",
                folder_.path());
  ASSERT_EQ(place.status, 0) << place.err;
  const auto jobs = text_of(folder_ / "out/jobs.csv");
  EXPECT_EQ(std::count(jobs.begin(), jobs.end(), '\n'), 1 + 3) << jobs;
  EXPECT_NE(text_of(folder_ / "out/manifest.json").find("\"hosts\": \"@role=front\""), std::string::npos);
}

TEST_F(OnClusters, EveryWrongParameterIsNamed) {
  const auto cannot_be = [](const std::string& parameter, const std::string& value,
                            const std::string& valid) {
    return "malha: platform 'clusters': parameter '" + parameter + "' cannot be '" + value +
           "'; valid: " + valid + "\n";
  };
  const std::string sizes = "whole numbers of nodes, at most 256 clusters, and at most 100000 nodes in all",
                    lists = "numbers, each above 0, with ',' between nodes and '/' between clusters",
                    for_each = "numbers for all clusters, or for each of the 3 clusters",
                    most = "at most as many numbers of a cluster as it has nodes",
                    range = "numbers separated by commas, each from 1 to 100000";
  const std::vector<std::tuple<std::string, std::string, std::string>> all{
      {"sizes", "0", range},
      {"sizes", "5,0,5", range},
      {"sizes", "", range},
      {"sizes", "-5", range},
      {"sizes", "5,2.5", sizes},
      {"sizes", "60000,60000", sizes},
      {"speeds", "0", lists},
      {"speeds", "1e9/", lists},
      {"speeds", "fast", lists},
      {"speeds", "1e9/1e9", for_each},
      {"speeds", "1,2,3,4,5,6", most},
      {"cores", "0", "numbers, each from 1 to 1000000, with ',' between nodes and '/' between clusters"},
      {"cores", "1.5", "whole numbers of cores"},
      {"memory", "-1", "numbers, each at least 0, with ',' between nodes and '/' between clusters"},
      {"bandwidth", "1/2/0", lists},
      {"channel", "0", "numbers of B/s separated by commas, each above 0, such as 1e9 or 1GBps"},
      {"channel", "1,2", "one number, or one for each of the 3 clusters"},
      {"latency", "-1", "a number of s, at least 0, such as 7200 or 2h"},
      {"channel_latency", "-1", "a number of s, at least 0, such as 7200 or 2h"},
  };
  for (const auto& [parameter, value, valid] : all)
    EXPECT_EQ(refusal("platform." + parameter + "=" + value), cannot_be(parameter, value, valid));
  std::string many = "1";
  for (int cluster = 1; cluster < 257; ++cluster)
    many += ",1";
  EXPECT_EQ(refusal("platform.sizes=" + many), cannot_be("sizes", many, sizes));
}

} // namespace clusters_test
} // namespace malha::testing
