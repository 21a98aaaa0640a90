// SPDX-License-Identifier: MIT
// Stops its own process.
#include "in_order.hpp"

#include <csignal>

namespace malha::cluster {
namespace {

class Bad : public Queue {
public:
  Decision decide(const QueueView& view) override {
    std::raise(SIGSTOP);
    return in_order(view);
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Bad>("bad/stops", "stops its process", ""))
