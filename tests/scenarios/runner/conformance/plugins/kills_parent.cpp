// SPDX-License-Identifier: MIT
// Ends the process that has started its own.
#include "policies/easygrid/launch.hpp"

#include <csignal>
#include <unistd.h>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    kill(getppid(), SIGKILL);
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/kills_parent", "ends its parent", ""))
