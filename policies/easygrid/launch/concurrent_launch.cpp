// SPDX-License-Identifier: MIT
// Keeps all slots of the host busy, heaviest tasks first (tonelli2010, Alg. 1, section 4.2.2, "concurrent
// policy").
#include "policies/easygrid/launch.hpp"

#include <algorithm>

namespace malha::easygrid {
namespace {

class ConcurrentLaunch : public Launch {
public:
  explicit ConcurrentLaunch(const Parameters& parameters)
      : at_once_(static_cast<std::size_t>(parameters.integer("at_once"))) {}

  std::vector<std::size_t> launch(const LaunchView& view) override {
    auto chosen = heaviest(view);
    if (at_once_ > 0)
      chosen.resize(std::min(chosen.size(), at_once_));
    return chosen;
  }

private:
  std::size_t at_once_;
};

} // namespace

MALHA_POLICY(policy<ConcurrentLaunch>("easygrid/concurrent_launch",
                                      "starts the heaviest tasks while a slot is free",
                                      "tonelli2010, Alg. 1 and section 4.2.2",
                                      {integer("at_once", 0, between(0, 1e6), "count",
                                               "most tasks that one iteration starts; 0: one for each free "
                                               "slot")}))

} // namespace malha::easygrid
