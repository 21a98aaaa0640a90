// SPDX-License-Identifier: MIT
// A policy whose schedules depend on a parameter that it has not.
#include "policies/cluster/queue.hpp"

namespace {

struct Orders : malha::cluster::Queue {
  malha::cluster::Decision decide(const malha::cluster::QueueView&) override { return {}; }
};

} // namespace

MALHA_POLICY(malha::policy<Orders>("cluster/orders", "nothing", "", {},
                                   {{malha::Trait::changing_heads, {}, {{"order", "submit"}}}}))
