// SPDX-License-Identifier: MIT
// A policy whose name another plugin takes too.
#include "policies/cluster/queue.hpp"

namespace malha::cluster {
namespace {

class Twin : public Queue {
public:
  Decision decide(const QueueView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<Twin>("cluster/twin", "starts nothing", ""))

} // namespace malha::cluster
