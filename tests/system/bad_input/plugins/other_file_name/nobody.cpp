// SPDX-License-Identifier: MIT
// A policy whose name is not that of its file.
#include "policies/cluster/queue.hpp"

namespace malha::cluster {
namespace {

class Somebody : public Queue {
public:
  Decision decide(const QueueView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<Somebody>("cluster/somebody", "starts nothing", ""))

} // namespace malha::cluster
