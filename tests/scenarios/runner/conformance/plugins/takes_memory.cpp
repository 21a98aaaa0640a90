// SPDX-License-Identifier: MIT
// Takes more and more memory.
#include "policies/easygrid/launch.hpp"

#include <memory>
#include <vector>

namespace malha::easygrid {
namespace {

class Bad : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override {
    static std::vector<std::unique_ptr<char[]>> taken;
    while (!view.ready.empty())
      taken.emplace_back(new char[std::size_t{1} << 28]); // which nobody writes, so that it costs nothing
    return heaviest(view);
  }
};

} // namespace
} // namespace malha::easygrid

MALHA_POLICY(malha::policy<malha::easygrid::Bad>("bad/takes_memory", "takes all memory", ""))
