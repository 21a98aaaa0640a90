// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "actors/runtime/simgrid/versions.hpp"

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

/// CPU-bound processes of other users: from a date on, each takes the share of a core that its host gives it.
/// They end with their host, and are not there when it recovers.
class ExternalLoad : public Actor {
public:
  explicit ExternalLoad(ActorContext& context)
      : simulation_(context.simulation()), hosts_(simulation_.hosts(context.parameters().text("hosts"))),
        start_(context.parameters().real("start")),
        processes_(static_cast<int>(context.parameters().integer("processes"))) {}

  void run() override {
    s4u::this_actor::sleep_until(start_);
    on_switch([this](const s4u::Host& host) {
      if (!host.is_on())
        simulation_.external_loads(&host) = 0;
    });
    for (const auto* host : hosts_)
      if (host->is_on())
        simulation_.external_loads(host) = processes_;
    std::vector<s4u::ExecPtr> burning;
    for (auto* host : hosts_)
      burn(host, burning);
    // Executions end with the actor that started them, and rest while it is suspended.
    s4u::Semaphore::create(0)->acquire();
  }

private:
  static constexpr Flops endless = 1e30;

  void burn(s4u::Host* host, std::vector<s4u::ExecPtr>& burning) const {
    try {
      for (int i = 0; i < processes_ && host->is_on(); ++i) {
        burning.push_back(s4u::Exec::init()->set_flops_amount(endless)->set_host(host));
        burning.back()->start();
      }
    } catch (const simgrid::HostFailureException&) { // it fails at this date
    }
  }

  Stage& simulation_;
  const std::vector<s4u::Host*> hosts_;
  const Seconds start_;
  const int processes_;
};

} // namespace

MALHA_ACTOR(
    describe<ExternalLoad>("environment/external_load",
                           "occupies hosts with CPU-bound processes of others, from a date to the end",
                           "tonelli2010, section 5.1 (shared grid)")
        .takes({text("hosts", "@role=worker", "the hosts: a host name, a glob or a selector"),
                real("start", 0, at_least(0), "s", "date at which the processes start"),
                integer("processes", 1, between(1, 1e6), "count", "CPU-bound processes on each host")})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::external_load}}))

} // namespace malha::environment
