// SPDX-License-Identifier: MIT
#include "actors/runtime/simulation.hpp"

namespace malha {
namespace {

/// CPU-bound processes of others: from a date on, each takes the share of a core that the host gives it, for
/// ever.
class ExternalLoad : public Actor {
public:
  explicit ExternalLoad(ActorContext& context)
      : context_(context), start_(context.parameters().real("start")),
        processes_(static_cast<int>(context.parameters().integer("processes"))) {}

  void run() override {
    simgrid::s4u::this_actor::sleep_until(start_);
    auto* host = context_.host();
    context_.simulation().external_loads(host) += processes_;
    std::vector<simgrid::s4u::ExecPtr> burning;
    for (int i = 0; i < processes_; ++i)
      burning.push_back(simgrid::s4u::Exec::init()->set_flops_amount(endless)->set_host(host));
    for (const auto& process : burning)
      process->start();
    for (const auto& process : burning)
      process->wait();
  }

private:
  static constexpr Flops endless = 1e30;

  ActorContext& context_;
  Seconds start_;
  int processes_;
};

} // namespace

MALHA_ACTOR(ActorDescriptor{
    "workload/external_load",
    "occupies its host with CPU-bound processes of others, from a date to the end",
    "tonelli2010, section 5.1 (shared grid)",
    {real("start", 0, at_least(0), "s", "date at which the processes start"),
     integer("processes", 1, between(1, 1e6), "count", "CPU-bound processes on the host")},
    {},
    {},
    {},
    true,
    make_actor<ExternalLoad>})

} // namespace malha
