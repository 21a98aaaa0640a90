// SPDX-License-Identifier: MIT
// Keeps all slots of the host busy, heaviest tasks first (tonelli2010, Alg. 1, section 4.2.2, "concurrent
// policy").
#include "policies/easygrid/launch.hpp"

namespace malha::easygrid {
namespace {

class ConcurrentLaunch : public Launch {
public:
  std::vector<std::size_t> launch(const LaunchView& view) override { return heaviest(view); }
};

} // namespace

MALHA_POLICY(policy<ConcurrentLaunch>("easygrid/concurrent_launch",
                                      "starts the heaviest tasks while a slot is free",
                                      "tonelli2010, Alg. 1 and section 4.2.2"))

} // namespace malha::easygrid
