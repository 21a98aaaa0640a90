// SPDX-License-Identifier: MIT
#pragma once
#include "actors/ownership/model/lease.hpp"
#include "actors/runtime/simgrid/actor.hpp"
#include "actors/runtime/simgrid/versions.hpp"

namespace malha::ownership {

/// The lease of the machines of a pool. It sees failures and recoveries of the pool's host.
class WatchedLease : public Lease {
public:
  explicit WatchedLease(const Peer& pool) : Lease(pool.parameters.real("lease")) {
    on_switch([this, of_pool = pool.host](const simgrid::s4u::Host& host) {
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
