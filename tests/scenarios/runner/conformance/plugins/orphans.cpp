// SPDX-License-Identifier: MIT
// Leaves a process behind, which has the files of its parent and another session.
#include "in_order.hpp"

#include <unistd.h>

#include <utility>

namespace malha::cluster {
namespace {

class Bad : public Queue {
public:
  Decision decide(const QueueView& view) override {
    static bool has_forked = false;
    if (!std::exchange(has_forked, true) && fork() == 0) {
      setsid();
      sleep(600);
      _exit(0);
    }
    return in_order(view);
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Bad>("bad/orphans", "leaves a process behind", ""))
