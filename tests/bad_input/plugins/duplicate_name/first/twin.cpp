// SPDX-License-Identifier: MIT
// A policy whose name another plugin takes too.
#include "policies/cluster/queue.hpp"

namespace malha::cluster {
namespace {

class Twin : public Queue {
public:
  std::vector<std::size_t> start_now(const QueueView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<Twin>("cluster/twin", "starts nothing", ""))

} // namespace malha::cluster
