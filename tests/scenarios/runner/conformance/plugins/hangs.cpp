// SPDX-License-Identifier: MIT
// Never ends its search when more than one core is taken by others.
#include "policies/easygrid/launch.hpp"

namespace malha::easygrid {
namespace {

class Hangs : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    while (view.external_loads > 1)
      ++steps_;
    return heaviest(view);
  }

private:
  volatile int steps_ = 0;
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Hangs>("bad/hangs", "searches for ever on shared hosts", ""))
