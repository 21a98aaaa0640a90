// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/power.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <simgrid/plugins/energy.h>
#include <simgrid/s4u.hpp>

namespace malha::testing {

/// A host of that name with attributes, wattages by pstate, 10 W where it is off, and further elements.
inline std::string powered_host(const std::string& name, const std::string& attributes,
                                const std::string& wattages, const std::string& more = "") {
  return "<host id=\"" + name + "\" " + attributes + "><prop id=\"wattage_per_state\" value=\"" + wattages +
         "\"/><prop id=\"wattage_off\" value=\"10\"/>" + more + "</host>\n";
}

/// Simulations of SimGrid alone in which its plugin host_energy counts.
class EnergyPlugin : public ::testing::Test {
protected:
  /// Makes an engine with the plugin, a host "master", and these elements of its zone.
  void load(const std::string& elements, const std::string& option = "") {
    const auto file = folder_ / "grid.xml";
    write_text(file, "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                     "<platform version=\"4.1\">\n<zone id=\"zone\" routing=\"Full\">\n"
                     "<host id=\"master\" speed=\"1Gf\"/>\n" +
                         elements + "</zone>\n</platform>\n");
    static std::vector<std::string> words;
    words = {"test", "--log=host_energy.thres:error"};
    if (!option.empty())
      words.push_back("--cfg=" + option);
    static std::vector<char*> arguments;
    arguments.clear();
    for (auto& word : words)
      arguments.push_back(word.data());
    int count = static_cast<int>(arguments.size());
    engine_ = new simgrid::s4u::Engine(&count, arguments.data()); // never destroyed, as in the program
    set_folder_of_profiles(folder_.path());
    sg_host_energy_plugin_init();
    engine_->load_platform(file.string());
  }

  /// Runs an actor on the master, and the simulation to its end.
  void run(const std::function<void()>& code) const {
    bool has_ended = false;
    add_actor("test", at("master"), [&] {
      code();
      has_ended = true;
    });
    engine_->run();
    EXPECT_TRUE(has_ended);
  }

  simgrid::s4u::Host* at(const std::string& name) const { return engine_->host_by_name(name); }
  PowerProfile profile_of(const std::string& name) const { return power_profile_of(*at(name)).value(); }

  static simgrid::s4u::ExecPtr start(simgrid::s4u::Host* where, double flops) {
    auto exec = simgrid::s4u::Exec::init();
    exec->set_flops_amount(flops)->set_host(where);
    exec->start();
    return exec;
  }
  static void compute(simgrid::s4u::Host* where, double flops) { start(where, flops)->wait(); }
  /// The same amount on each host, and these bytes from the first to the second.
  static simgrid::s4u::ExecPtr start_parallel(const std::vector<simgrid::s4u::Host*>& hosts, double flops,
                                              double bytes = 0) {
    std::vector<double> matrix(hosts.size() * hosts.size(), 0);
    if (hosts.size() > 1)
      matrix[1] = bytes;
    auto exec = simgrid::s4u::Exec::init();
    exec->set_flops_amounts(std::vector<double>(hosts.size(), flops))
        ->set_bytes_amounts(matrix)
        ->set_hosts(hosts);
    exec->start();
    return exec;
  }

  /// SimGrid, the profile and the published number are the same.
  void expect_energy(const std::string& name, Joules ours, Joules published) const {
    EXPECT_NEAR(ours, published, 1e-9 * published) << name << " at " << simgrid::s4u::Engine::get_clock();
    EXPECT_NEAR(sg_host_get_consumed_energy(at(name)), ours, 1e-9 * ours)
        << name << " at " << simgrid::s4u::Engine::get_clock();
  }

  TemporaryFolder folder_;
  simgrid::s4u::Engine* engine_ = nullptr;
};

} // namespace malha::testing
