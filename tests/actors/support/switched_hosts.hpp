// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/versions.hpp"
#include "scripted_run.hpp"

#include <simgrid/s4u.hpp>

#include <functional>

namespace malha::testing {

/// 10 s of 8 hosts, which an environment actor switches. host-0 is the master. `see` is called at each
/// switch.
class SwitchedHosts {
public:
  SwitchedHosts(const std::string& environment, const Settings& parameters,
                std::function<void(const simgrid::s4u::Host&)> see)
      : see_(std::move(see)) {
    run_.environment(environment, parameters);
    run_.instant();
  }

  /// Runs them with an actor on `place` where jobs enter, which supports this.
  Outcome run(const std::vector<Support>& supports, const std::string& place) {
    run_.script(
        "test/entry", place,
        [this](ActorContext&) {
          on_switch(see_);
          simgrid::s4u::this_actor::sleep_until(10);
        },
        [=](ActorDescriptor& own) {
          own.runs = {Shape::bag_of_tasks};
          own.supports = supports;
        });
    return run_.run();
  }

  ScriptedRun& scripted() { return run_; }

private:
  const std::function<void(const simgrid::s4u::Host&)> see_;
  ScriptedRun run_{Settings{{"hosts", "8"}}};
};

} // namespace malha::testing
