// SPDX-License-Identifier: MIT
// Throws a text of 64 MiB.
#include "in_order.hpp"

#include <stdexcept>
#include <string>

namespace malha::cluster {
namespace {

class Bad : public Queue {
public:
  Decision decide(const QueueView& view) override {
    if (!view.queue.empty()) {
      std::string text(std::size_t{1} << 26, 'x');
      for (std::size_t i = 3; i < text.size(); i += 64)
        text[i] = ' ';
      throw std::runtime_error(text);
    }
    return in_order(view);
  }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Bad>("bad/throws_much", "throws a very long text", ""))
