// SPDX-License-Identifier: MIT
// Says what it does on the standard output.
#include "policies/easygrid/give_up.hpp"

#include <iostream>

namespace malha::easygrid {
namespace {

class Talks : public GiveUp {
public:
  std::vector<std::size_t> give_up(const GiveUpView& view) override {
    if (view.ready.size() > 1)
      std::cout << "giving up nothing of " << view.ready.size() << " tasks\n";
    return {};
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Talks>("bad/talks", "gives nothing, and says so", ""))
