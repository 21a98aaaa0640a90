// SPDX-License-Identifier: MIT
// Facts of SimGrid on which power profiles rely: its plugin host_energy, as a second opinion, counts what
// PowerProfile gives. The energies are those of SimGrid v3.32: its examples energy-exec, energy-exec-ptask
// and energy-boot, its documentation of host_energy, and runs of the library.
#include "tests/actors/support/energy_plugin.hpp"

#include <simgrid/Exception.hpp>

namespace malha::testing {
namespace energy_plugin_test {

namespace s4u = simgrid::s4u;

/// Hosts of SimGrid's energy_platform. One of four cores of `quad` draws 120 W at pstate 0, and 105 W at 2.
const std::string dvfs =
    powered_host("quad", "speed=\"100Mf,50Mf,20Mf\" core=\"4\"",
                 "100:93.33333333333333:200, 93:90:170, 90:90:150") +
    powered_host("single", "speed=\"100Mf,50Mf,20Mf\"", "100:200:200, 93:170:170, 90:150:150") +
    "<link id=\"wire\" bandwidth=\"1MBps\" latency=\"0s\"/>\n"
    "<route src=\"quad\" dst=\"single\"><link_ctn id=\"wire\"/></route>\n";
/// The host of the plugin's documentation, with a second pstate.
const std::string four_cores =
    powered_host("four", "speed=\"100Mf,50Mf\" core=\"4\"", "100:120:200, 90:110:150");

// SimGrid v3.32, examples/cpp/energy-exec, MyHost1: 1e8 flop at pstate 0 from 10 to 11 s, and at pstate 2 to
// 16 s.
TEST_F(EnergyPlugin, AgreesOnOneOfFourCores) {
  load(dvfs);
  run([this] {
    const auto power = profile_of("quad");
    s4u::this_actor::sleep_until(10);
    Joules ours = 10 * power.power(0, 0);
    expect_energy("quad", ours, 1000);
    compute(at("quad"), 1e8);
    ours += 1 * power.power(0, 1);
    expect_energy("quad", ours, 1120);
    at("quad")->set_pstate(2);
    compute(at("quad"), 1e8);
    ours += 5 * power.power(2, 1);
    expect_energy("quad", ours, 1645);
    s4u::this_actor::sleep_until(20);
    ours += 4 * power.power(2, 0);
    expect_energy("quad", ours, 2005);
    s4u::this_actor::sleep_until(30);
    ours += 10 * power.power(2, 0);
    expect_energy("quad", ours, 2905);
  });
}

// The same example, MyHost2: off from 20 to 30 s.
TEST_F(EnergyPlugin, AgreesOnAHostThatIsOff) {
  load(dvfs);
  run([this] {
    const auto power = profile_of("single");
    s4u::this_actor::sleep_until(20);
    at("single")->turn_off();
    s4u::this_actor::sleep_until(30);
    expect_energy("single", 20 * power.power(0, 0) + 10 * power.off, 2100);
  });
}

// SimGrid v3.32, examples/cpp/energy-exec-ptask: 1e9 flop on each host, 10 s at pstate 0 and 50 s at pstate
// 2; 200 s in which they only exchange data; and 20 s of a longer one, which is cut by a time limit.
TEST_F(EnergyPlugin, AgreesOnParallelTasks) {
  load(dvfs, "host/model:ptask_L07");
  const std::vector<std::pair<std::string, std::vector<Joules>>> published{
      {"quad", {1200, 5250, 18000, 2100}}, {"single", {2000, 7500, 18000, 3000}}};
  run([&] {
    const std::vector<s4u::Host*> both{at("quad"), at("single")};
    std::vector<Joules> before(2), spent(2);
    const auto measure = [&] {
      for (std::size_t i = 0; i < 2; ++i) {
        const auto now = sg_host_get_consumed_energy(both[i]);
        spent[i] = now - before[i];
        before[i] = now;
      }
    };
    const auto expect_spent = [&](std::size_t row, int state, double load, Seconds time) {
      measure();
      for (std::size_t i = 0; i < 2; ++i) {
        const auto& [name, energies] = published[i];
        const Joules ours = time * profile_of(name).power(state, load);
        EXPECT_NEAR(ours, energies[row], 1e-9 * ours) << name << " " << row;
        EXPECT_NEAR(spent[i], ours, 1e-6 * ours) << name << " " << row;
      }
    };
    s4u::this_actor::sleep_until(10);
    measure();
    start_parallel(both, 1e9)->wait();
    expect_spent(0, 0, 1, 10);
    for (auto* one : both)
      one->set_pstate(2);
    start_parallel(both, 1e9)->wait();
    expect_spent(1, 2, 1, 50);
    const Seconds begin = s4u::Engine::get_clock();
    start_parallel(both, 0, 200e6)->wait(); // over 1 MB/s
    EXPECT_NEAR(s4u::Engine::get_clock() - begin, 200, 1e-6);
    expect_spent(2, 2, 0, 200);
    const auto cut = start_parallel(both, 1e9);
    EXPECT_THROW(cut->wait_for(20), simgrid::TimeoutException);
    cut->cancel();
    expect_spent(3, 2, 1, 20);
  });
}

// The plugin's documentation for 1 to 4 tasks; a run of SimGrid 3.32 for 5 and 6.
TEST_F(EnergyPlugin, AgreesOnTasksThatShareCores) {
  load(four_cores);
  run([this] {
    const auto power = profile_of("four");
    const std::vector<Watts> published{100, 140, 160, 180, 200, 200, 200};
    std::vector<s4u::ExecPtr> tasks;
    for (std::size_t number = 0; number < published.size(); ++number) {
      if (number > 0)
        tasks.push_back(start(at("four"), 1e10));
      const Joules before = sg_host_get_consumed_energy(at("four"));
      s4u::this_actor::sleep_for(1);
      EXPECT_EQ(power.power(0, static_cast<double>(number)), published[number]) << number;
      EXPECT_NEAR(sg_host_get_consumed_energy(at("four")) - before, published[number], 1e-9) << number;
    }
    for (auto& task : tasks)
      task->cancel();
  });
}

/// simgrid#343: a task of 4 s on one core is ended at 3 s, and its host is idle up to 5 s; 3 x 140 + 2 x 100
/// J, however it ended.
class EndedTask : public EnergyPlugin {
protected:
  void expect_620(const std::function<void()>& end_at_3) {
    run([&] {
      end_at_3();
      EXPECT_EQ(s4u::Engine::get_clock(), 3);
      s4u::this_actor::sleep_until(5);
      const auto power = profile_of("four");
      expect_energy("four", 3 * power.power(0, 1) + 2 * power.power(0, 0), 620);
    });
  }
};

TEST_F(EndedTask, IsChargedUntilItIsCancelled) {
  load(four_cores);
  expect_620([this] {
    const auto task = start(at("four"), 4e8);
    s4u::this_actor::sleep_until(3);
    task->cancel();
  });
}

TEST_F(EndedTask, IsChargedUntilItsActorIsKilled) {
  load(four_cores);
  expect_620([this] {
    const auto actor = add_actor("worker", at("four"), [this] { compute(at("four"), 4e8); });
    s4u::this_actor::sleep_until(3);
    actor->kill();
  });
}

TEST_F(EndedTask, IsChargedUntilItsTimeLimit) {
  load(four_cores, "host/model:ptask_L07");
  expect_620([this] {
    const auto task = start_parallel({at("four")}, 4e8);
    EXPECT_THROW(task->wait_for(3), simgrid::TimeoutException);
    task->cancel();
  });
}

// Off from 3 to 5 s while it computes: 3 x 140 + 2 x 10, and 5 s of idle power once it is on again.
TEST_F(EnergyPlugin, AgreesOnAHostThatIsSwitchedOffAtWork) {
  load(four_cores);
  run([this] {
    const auto power = profile_of("four");
    add_actor("worker", at("four"), [this] { compute(at("four"), 1e9); });
    s4u::this_actor::sleep_until(3);
    at("four")->turn_off();
    s4u::this_actor::sleep_until(5);
    at("four")->turn_on();
    s4u::this_actor::sleep_until(10);
    expect_energy("four", 3 * power.power(0, 1) + 2 * power.off + 5 * power.power(0, 0), 940);
  });
}

// 1e8 flop, half of it at 1e8 flop/s and half at 5e7: 0.5 s at 140 W and 1 s at 110 + 40 / 4 W.
TEST_F(EnergyPlugin, AgreesOnAPstateThatChangesDuringATask) {
  load(four_cores);
  run([this] {
    const auto power = profile_of("four");
    const auto task = start(at("four"), 1e8);
    s4u::this_actor::sleep_until(0.5);
    at("four")->set_pstate(1);
    task->wait();
    EXPECT_EQ(s4u::Engine::get_clock(), 1.5);
    expect_energy("four", 0.5 * power.power(0, 1) + 1 * power.power(1, 1), 190);
  });
}

// One of two cores for 2 s at full speed (160 W) and for 4 s at half speed, which counts as half a core (140
// W): a slowed host draws less.
TEST_F(EnergyPlugin, AgreesOnASpeedProfile) {
  write_text(folder_ / "half.profile", "2.0 0.5\n");
  load(powered_host("two", "speed=\"100Mf\" core=\"2\" speed_file=\"half.profile\"", "100:120:200"));
  run([this] {
    const auto power = profile_of("two");
    compute(at("two"), 4e8);
    EXPECT_EQ(s4u::Engine::get_clock(), 6);
    expect_energy("two", 2 * power.power(0, 1) + 4 * power.power(0, 0.5), 880);
  });
}

// SimGrid v3.32, examples/cpp/energy-boot: idle to 10 s, goes down to 17 s, is off to 27 s, boots to 177 s.
TEST_F(EnergyPlugin, AgreesOnSwitches) {
  load(powered_host("node", "speed=\"100Mf,50Mf,20Mf,0f,0f\"", "95:200, 93:170, 90:150, 120:120, 110:110",
                    "<prop id=\"boot\" value=\"3:150\"/><prop id=\"shutdown\" value=\"4:7\"/>"));
  run([this] {
    const auto power = profile_of("node");
    auto* node = at("node");
    s4u::this_actor::sleep_until(10);
    Joules ours = 10 * power.power(0, 0);
    expect_energy("node", ours, 950);
    node->set_pstate(4);
    s4u::this_actor::sleep_for(power.shutdown->time);
    ours += power.shutdown->time * power.shutdown->power;
    expect_energy("node", ours, 1720);
    node->turn_off();
    s4u::this_actor::sleep_until(27);
    ours += 10 * power.off;
    expect_energy("node", ours, 1820);
    node->set_pstate(3);
    node->turn_on();
    s4u::this_actor::sleep_for(power.boot->time);
    ours += power.boot->time * power.boot->power;
    EXPECT_EQ(s4u::Engine::get_clock(), 177);
    expect_energy("node", ours, 19820);
  });
}

} // namespace energy_plugin_test
} // namespace malha::testing
