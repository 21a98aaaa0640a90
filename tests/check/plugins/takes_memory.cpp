// SPDX-License-Identifier: MIT
// Takes more and more memory.
#include "policies/easygrid/launch.hpp"

#include <vector>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    static std::vector<std::vector<char>> taken;
    while (!view.ready.empty())
      taken.emplace_back(std::size_t{1} << 28);
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/takes_memory", "takes all memory", ""))
