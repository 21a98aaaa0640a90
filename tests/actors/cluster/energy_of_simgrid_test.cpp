// SPDX-License-Identifier: MIT
// SimGrid's plugin host_energy, as a second opinion, counts what the account of energy does where actors
// execute the jobs on hosts of one core: jobs that end, are killed, lose a node, and run on a slowed host.
#include "tests/actors/support/scripted_run.hpp"

#include <simgrid/plugins/energy.h>

namespace malha::testing {
namespace energy_of_simgrid_test {

constexpr Flops gigaflop = 1e9;

class EnergyOfSimGrid : public ::testing::Test {
protected:
  /// Two hosts of 1 Gflop/s, 100 W idle, 120 W at the least load, 203 W at work and 10 W off; n1 has this
  /// attribute, too.
  void load(const std::string& attribute = "") {
    const auto host = [](const std::string& name, const std::string& more) {
      return "<host id='" + name + "' speed='1Gf' " + more +
             "><prop id='role' value='worker'/><prop id='wattage_per_state' value='100:120:203'/>"
             "<prop id='wattage_off' value='10'/></host>\n";
    };
    write_text(folder_ / "grid.xml",
               "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM 'https://simgrid.org/simgrid.dtd'>\n"
               "<platform version='4.1'>\n<zone id='zone' routing='Full'>\n"
               "<host id='head' speed='1Gf'><prop id='role' value='master'/></host>\n" +
                   host("n0", "") + host("n1", attribute) + "</zone>\n</platform>\n");
    run_.emplace(folder_ / "grid.xml");
    run_->instant();
    run_->place("cluster/scheduler", "head", {{"execution", "exec"}},
                {{"", ScriptedRun::shipped("cluster/fcfs")}});
    run_->place("cluster/node", "@role=worker", {});
    simgrid::s4u::Engine::on_platform_creation_cb([] { sg_host_energy_plugin_init(); });
  }

  static Job job(Seconds submitted, int resources, double gigaflops,
                 std::optional<Seconds> walltime = std::nullopt) {
    auto one = job_of(submitted, {task_of(gigaflops * gigaflop, 0, resources)});
    one.walltime = walltime;
    return one;
  }

  /// Runs the jobs, of which the last ends at `end`. Each host has that energy in energy.csv, and had it then
  /// as SimGrid counts.
  void expect_energies(std::vector<Job> jobs, Seconds end, const std::vector<Joules>& expected) {
    std::vector<Joules> of_simgrid;
    run_->script("test/meter", "head", [&of_simgrid, end](ActorContext&) {
      simgrid::s4u::this_actor::sleep_until(end);
      for (const std::string host : {"n0", "n1"})
        of_simgrid.push_back(sg_host_get_consumed_energy(simgrid::s4u::Host::by_name(host)));
    });
    run_->jobs(std::move(jobs));
    const auto outcome = run_->run();
    ASSERT_EQ(outcome.status, Status::done) << outcome.message;
    const auto rows = run_->lines("energy.csv");
    ASSERT_EQ(of_simgrid.size(), 2U);
    for (std::size_t host = 0; host < 2; ++host) {
      EXPECT_NEAR(of_simgrid[host], expected[host], 1e-6) << host;
      const auto& row = rows.at(host);
      EXPECT_EQ(row.rfind("host,n" + std::to_string(host) + ",", 0), 0U) << row;
      EXPECT_NEAR(std::stod(row.substr(row.rfind(',') + 1)), expected[host], 1e-6) << row;
    }
  }

  TemporaryFolder folder_;
  std::optional<ScriptedRun> run_;
};

// Job 0 has both hosts from 0 to 4, job 1 one of them from 4 to 10: n0 draws 203 W for 10 s, n1 for 4 s, and
// then 100 W for 6 s.
TEST_F(EnergyOfSimGrid, IsThatOfJobsThatEnd) {
  load();
  expect_energies({job(0, 2, 4), job(1, 1, 6)}, 10, {2030, 1412});
}

// Issue 51 of Batsim: 4 s of work on both hosts, killed at the limit of 3 s. Job 1 comes at 5 and ends at 7:
// 203 W for 3 and 2 s, 100 W for 2 s; n1 is idle for 4 s.
TEST_F(EnergyOfSimGrid, IsThatOfJobsThatAreKilled) {
  load();
  expect_energies({job(0, 2, 4, 3), job(5, 1, 2)}, 7, {1215, 1009});
}

// n1 is off from 3 to 5. Job 0 has both hosts and loses n1, runs again from 5 to 9, and n0 is idle between.
// n0: 203 W for 3 and 4 s, 100 W for 2 s. n1: 10 W instead of 100 W.
TEST_F(EnergyOfSimGrid, IsThatOfJobsThatLoseAHost) {
  write_text(folder_ / "n1.profile", "3 0\n5 1\n");
  load("state_file='n1.profile'");
  expect_energies({job(0, 2, 4)}, 9, {1621, 1441});
}

// n1 has half of its speed from 2 on, so that job 1 has it until 6. n1 draws 203 W for 2 s, 120 + 83 / 2 W
// for 4 s, and 100 W for 4 s. n0 has job 0.
TEST_F(EnergyOfSimGrid, IsThatOfAHostThatIsSlowed) {
  write_text(folder_ / "n1.profile", "2 0.5\n");
  load("speed_file='n1.profile'");
  expect_energies({job(0, 1, 10), job(0, 1, 4)}, 10, {2030, 1452});
}

} // namespace energy_of_simgrid_test
} // namespace malha::testing
