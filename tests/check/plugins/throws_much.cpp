// SPDX-License-Identifier: MIT
// Throws a text of a gigabyte.
#include "in_order.hpp"

#include <stdexcept>
#include <string>

namespace malha::cluster {
namespace {

class Bad : public Queue {
public:
  Decision decide(const QueueView& view) override {
    if (!view.queue.empty())
      throw std::runtime_error(std::string(std::size_t{1} << 30, 'x'));
    return in_order(view);
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Bad>("bad/throws_much", "throws a very long text", ""))
