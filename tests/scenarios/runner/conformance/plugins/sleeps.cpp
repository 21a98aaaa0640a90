// SPDX-License-Identifier: MIT
// Waits for something that does not come.
#include "policies/easygrid/launch.hpp"

#include <unistd.h>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    sleep(600);
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/sleeps", "waits for ever", ""))
