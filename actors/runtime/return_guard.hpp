// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "stage.hpp"

#include <simgrid/s4u.hpp>

#include <set>

namespace malha {

/// Keeps a run alive while the host of the actor where jobs enter is down, and will return. SimGrid 3.32 ends
/// a run in which only daemons are left, and looks at the profiles of hosts only while something else is
/// still to come.
class ReturnGuard {
public:
  /// Throws InputError where the states of all hosts have profiles, so that there is none to stand on.
  explicit ReturnGuard(Stage& simulation) : guarded_(simulation.entry().host) {
    std::set<std::string> changing;
    for (const auto& profile : simulation.profiles())
      if (profile.kind == Profile::Kind::host_state)
        changing.insert(profile.where);
    for (auto* host : simulation.hosts("*"))
      if (stands_on_ == nullptr && changing.count(host->get_name()) == 0)
        stands_on_ = host;
    if (stands_on_ == nullptr)
      throw InputError("the host where jobs enter goes and returns, and so may all others; valid: at least "
                       "one host without a state profile");
    simgrid::s4u::Host::on_state_change_cb([this](const simgrid::s4u::Host& host) {
      if (&host == guarded_)
        alarm_->release();
    });
  }
  ReturnGuard(const ReturnGuard&) = delete;
  ReturnGuard& operator=(const ReturnGuard&) = delete;

  /// The actor that is guarded runs, for the first time or again.
  void open() {
    if (!std::exchange(is_open_, true))
      simgrid::s4u::Actor::create("return-guard", stands_on_, [this] { stand(); });
  }
  /// It has ended.
  void close() {
    is_over_ = true;
    alarm_->release();
  }

private:
  void stand() const {
    while (!is_over_)
      if (guarded_->is_on())
        alarm_->acquire();
      else
        alarm_->acquire_timeout(patience);
  }

  simgrid::s4u::Host* const guarded_;
  simgrid::s4u::Host* stands_on_ = nullptr;
  simgrid::s4u::SemaphorePtr alarm_ = simgrid::s4u::Semaphore::create(0);
  bool is_open_ = false, is_over_ = false;
};

} // namespace malha
