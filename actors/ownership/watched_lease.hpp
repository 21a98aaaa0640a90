// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/lease.hpp"
#include "actors/runtime/simgrid/actor.hpp"

#include <simgrid/s4u.hpp>

namespace malha::ownership {

/// The lease of the machines of a pool. It sees failures and recoveries of the pool's host.
class WatchedLease : public Lease {
public:
  explicit WatchedLease(const Peer& pool) : Lease(pool.parameters.real("lease")) {
    simgrid::s4u::Host::on_state_change_cb([this, of_pool = pool.host](const simgrid::s4u::Host& host) {
      if (&host != of_pool)
        return;
      if (host.is_on())
        pool_up(simgrid::s4u::Engine::get_clock());
      else
        pool_down(simgrid::s4u::Engine::get_clock());
    });
  }
};

} // namespace malha::ownership
