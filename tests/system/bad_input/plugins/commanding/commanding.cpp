// SPDX-License-Identifier: MIT
// Throws a text that a terminal would obey: it sets the title, clears the screen, fills the clipboard and
// turns the line.
#include "policies/cluster/queue.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

class Commanding : public Queue {
public:
  Decision decide(const QueueView&) override {
    throw std::runtime_error("\x1b]0;title\a\x1b[2J\x1b]52;c;cm0gLXJmIH4=\a\xC2\x9B"
                             "31m\xE2\x80\xAEno\rmalha: all is well");
  }
};

} // namespace

MALHA_POLICY(policy<Commanding>("cluster/commanding", "throws what a terminal obeys", ""))

} // namespace malha::cluster
