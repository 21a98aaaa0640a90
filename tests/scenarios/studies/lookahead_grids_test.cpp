// SPDX-License-Identifier: MIT
// Small random grids with crashes, profiles, loads and cuts: looking ahead changes no file of a run. Each
// architecture meets MALHA_GRIDS grids (environment; 8 by default). A grid follows from its number alone.
#include "tests/support/names.hpp"
#include "tests/support/program.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>

namespace malha::testing {
namespace lookahead_grids_test {

using Words = std::vector<std::string>;

/// What architectures are asked for besides the grid. The bags have no rigid jobs among them.
struct Architecture {
  std::string name;
  Words deployments; ///< with settings
  bool runs_rigid_jobs = false;
  /// `crash` and `come_and_go`: at planned dates, in every grid, with instant transport.
  enum Hosts { anything, crash, come_and_go } hosts = anything;
  bool detects_late = false; ///< it has a detection delay, which is set
};

void PrintTo(const Architecture& architecture, std::ostream* out) { *out << architecture.name; }

/// A grid, and what runs on it.
class RandomGrid {
public:
  explicit RandomGrid(std::uint32_t number) : engine_(number) {}

  void write(const std::filesystem::path& folder) {
    const std::string profile_of_worker = one_of({"", "", "", "speed_file", "state_file"});
    const std::string profile_of_link = one_of({"", "", "", "bandwidth_file"});
    const Words speeds = some({{"1Gf"}, {"1Gf", "700Mf"}, {"1Gf", "500Mf", "250Mf"}});
    const int workers = drawn(2, 7);
    std::string hosts = host("master", "1Gf", "", "<prop id='role' value='master'/>");
    Words names{"master", "north", "south"};
    for (const std::string site : {"north", "south"})
      hosts += host(site, "1Gf", "",
                    "<prop id='site' value='" + site +
                        "'/><prop id='site_role' value='manager'/><prop id='role' value='front'/>");
    for (int i = 0; i < workers; ++i) {
      names.push_back("w" + std::to_string(i));
      hosts += host(names.back(), speeds[static_cast<std::size_t>(i) % speeds.size()],
                    i == 1 ? profile_of_worker : "",
                    "<prop id='role' value='worker'/><prop id='site' value='" +
                        std::string(2 * i < workers ? "north" : "south") + "'/>");
    }
    std::string routes;
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = i; j < names.size(); ++j)
        routes += "<route src='" + names[i] + "' dst='" + names[j] + "'><link_ctn id='link'/></route>\n";
    write_text(folder / "grid.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
               "<platform version='4.1'><zone id='zone' routing='Full'>\n" +
                   hosts + "<link id='link' bandwidth='12.5MBps' latency='1ms'" + attribute(profile_of_link) +
                   "/>\n" + routes + "</zone></platform>\n");
    const std::string from = std::to_string(drawn(1, 20)), until = std::to_string(drawn(21, 60));
    write_text(folder / "speed_file", from + " 0.5\n" + until + " 1\n");
    write_text(folder / "state_file", from + " 0\n" + until + " 1\n");
    write_text(folder / "bandwidth_file", from + " 1e5\n" + until + " 12.5e6\n");
  }

  std::string options(const Architecture& architecture) {
    // A job that needs more nodes than are left may wait while others come and go.
    const std::string most = architecture.hosts == Architecture::come_and_go ? " --set max_time=3000" : "";
    return "-p grid.xml -d " + one_of(architecture.deployments) + " " +
           (architecture.runs_rigid_jobs ? rigid_jobs() : bags()) + meets(architecture.hosts) +
           (architecture.detects_late ? " --set detection_delay=" + one_of({"0", "0", "5", "7.3"}) : "") +
           one_of({most, most, most, " --set max_time=" + std::to_string(drawn(5, 60))}) + " --seed " +
           std::to_string(drawn(1, 1000));
  }

private:
  std::string meets(Architecture::Hosts hosts) {
    switch (hosts) {
    case Architecture::crash:
      return crashes() + " --set transport=instant";
    case Architecture::come_and_go:
      return comings_and_goings() + " --set transport=instant";
    default:
      return environment() +
             one_of({" --set transport=instant", " --set transport=instant", " --set transport=network"});
    }
  }
  int drawn(int least, int most) {
    return boost::random::uniform_int_distribution<int>(least, most)(engine_);
  }
  std::string one_of(const Words& words) {
    return words[static_cast<std::size_t>(drawn(0, static_cast<int>(words.size()) - 1))];
  }
  Words some(const std::vector<Words>& several) {
    return several[static_cast<std::size_t>(drawn(0, static_cast<int>(several.size()) - 1))];
  }

  static std::string attribute(const std::string& profile) {
    return profile.empty() ? "" : " " + profile + "='" + profile + "'";
  }
  static std::string host(const std::string& name, const std::string& speed, const std::string& profile,
                          const std::string& properties) {
    return "<host id='" + name + "' speed='" + speed + "'" + attribute(profile) + ">" + properties +
           "</host>\n";
  }

  /// Equal and different works, at once and one after another, so that dates meet.
  std::string bags() {
    return "-w bags --set workload.mean=5e9 --set workload.total=" + std::to_string(5 * drawn(1, 20)) +
           "e9 --set workload.variation=" + one_of({"0", "0", "50"}) +
           " --set workload.bags=" + std::to_string(drawn(1, 4)) +
           " --set workload.interarrival=" + one_of({"0", "5", "20"});
  }
  std::string rigid_jobs() {
    return "-w rigid_jobs --set workload.jobs=" + std::to_string(drawn(5, 30)) +
           " --set workload.max_resources=" + one_of({"1", "2"}) +
           " --set workload.work=5e9 --set workload.interarrival=" + one_of({"0", "5"});
  }
  /// At dates of their own, and so early that some come at date 0.
  std::string crashes() {
    return " --environment crashes --set crashes.share=" + one_of({"5", "30", "60", "90", "100"}) +
           " --set crashes.horizon=" + one_of({"1e-300", "2", "20", "60"});
  }
  std::string failures() {
    return " --environment failures --set failures.mtbf=" + one_of({"8", "40"}) +
           " --set failures.mttr=" + one_of({"2", "9"}) +
           " --set failures.horizon=" + one_of({"5", "60", "1e8"}) +
           one_of({"", "", " --set failures.rack_share=50 --set failures.rack=3"});
  }
  std::string reclaims() {
    return " --environment reclaim --set reclaim.idle=" + one_of({"8", "30"}) +
           " --set reclaim.busy=" + one_of({"2", "9"}) + " --set reclaim.share=" + one_of({"30", "100"});
  }
  /// By one environment actor, or by two.
  std::string comings_and_goings() {
    return one_of({crashes(), crashes(), failures(), failures(), reclaims(),
                   crashes() + " --set crashes.hosts=w0" + failures() + " --set failures.hosts=w1",
                   crashes() + " --set crashes.hosts=w1" + reclaims() + " --set reclaim.hosts=w0"});
  }
  std::string environment() {
    return one_of({"", "", "", " --environment crashes --set crashes.share=50 --set crashes.horizon=40",
                   " --environment failures --set failures.mtbf=40 --set failures.mttr=9",
                   " --environment reclaim --set reclaim.idle=30 --set reclaim.busy=9",
                   " --environment external_load --set external_load.hosts=w1 --set external_load.start=7 "
                   "--set execution=exec",
                   " --environment local_users --set local_users.hosts=w1 --set local_users.local_share=100 "
                   "--set execution=exec"});
  }

  boost::random::mt19937 engine_;
};

std::uint32_t number_of_grids() {
  const char* given = std::getenv("MALHA_GRIDS");
  return given == nullptr ? 8 : static_cast<std::uint32_t>(std::stoul(given));
}

class RandomGridsDifferential : public ::testing::TestWithParam<Architecture> {};

// A grid that the architecture does not support counts for nothing, and the next is drawn. At most nine of
// ten are like that. A run that is cut, or in which all resources are gone, has files, too (status 4).
TEST_P(RandomGridsDifferential, LookingAheadChangesNoFile) {
  const auto wanted = number_of_grids();
  std::uint32_t run = 0, number = 0;
  for (; run < wanted && number < 10 * wanted; ++number) {
    const TemporaryFolder folder;
    RandomGrid grid(number);
    grid.write(folder.path());
    const auto options = grid.options(GetParam());
    SCOPED_TRACE("grid " + std::to_string(number) + ": " + options);
    const auto command = "\"$MALHA\" simulate " + options + " --set lookahead=";
    const auto on = run_shell(command + "on -o on", folder.path());
    if (on.status == 2)
      continue;
    ++run;
    const auto off = run_shell(command + "off -o off", folder.path());
    ASSERT_TRUE(on.status == 0 || on.status == 4) << on.err;
    EXPECT_EQ(on.status, off.status) << on.err << off.err;
    auto files = results_below(folder / "on"), of_simgrid = results_below(folder / "off");
    for (auto* all : {&files, &of_simgrid})
      EXPECT_EQ(all->erase("manifest.json"), 1u); // it has the setting itself
    EXPECT_EQ(files.count("jobs.csv"), 1u);
    EXPECT_EQ(files, of_simgrid);
  }
  EXPECT_EQ(run, wanted) << "of " << number << " grids";
}

INSTANTIATE_TEST_SUITE_P(
    Of, RandomGridsDifferential,
    ::testing::Values(
        Architecture{
            "broker",
            {"broker.workqueue", "broker.wqr", "broker.mftf", "broker.dynamic_fpltf", "broker.sufferage"}},
        Architecture{"tuple_space",
                     {"tuple_space.ticket_classes", "tuple_space.ticket_classes --set match=random",
                      "tuple_space.ticket_classes --set checkpoint=on",
                      "tuple_space.ticket_classes --set checkpoint=on --set checkpoint_cost=0.5"}},
        Architecture{"tuple_space_with_crashes",
                     {"tuple_space.ticket_classes", "tuple_space.ticket_classes --set policy.nc=3",
                      "tuple_space.ticket_classes --set match=random",
                      "tuple_space.ticket_classes --set checkpoint=on",
                      "tuple_space.ticket_classes --set checkpoint=on --set checkpoint_cost=0.5"},
                     false,
                     Architecture::crash,
                     true},
        Architecture{"broker_whose_resources_go",
                     {"broker.workqueue", "broker.wqr", "broker.wqr --set policy.replicas=4", "broker.mftf"},
                     false,
                     Architecture::come_and_go,
                     true},
        Architecture{"ownership", {"ownership.osep", "ownership.fair_share", "ownership.hybrid"}},
        Architecture{"pool_whose_machines_go",
                     {"ownership.osep", "ownership.fair_share", "ownership.hybrid"},
                     false,
                     Architecture::come_and_go,
                     true},
        Architecture{
            "cluster",
            {"cluster.fcfs", "cluster.easy_backfill", "cluster.conservative_backfill", "cluster.nodes"},
            true},
        Architecture{"cluster_whose_nodes_go",
                     {"cluster.fcfs", "cluster.easy_backfill", "cluster.conservative_backfill"},
                     true,
                     Architecture::come_and_go},
        Architecture{"multicluster", {"multicluster.rr", "multicluster.least_loaded"}, true},
        Architecture{"easygrid", {"easygrid.one_site", "easygrid.sites", "easygrid.successors"}}),
    ByValue());

} // namespace lookahead_grids_test
} // namespace malha::testing
