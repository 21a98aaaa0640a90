// SPDX-License-Identifier: MIT
// Starts tasks only on an idle host: when enough of its power is free of external load (tonelli2010,
// section 2.1.1, HDS/idle). One CPU-bound load takes one core. On an idle host it starts tasks like
// concurrent_launch.
#include "policies/easygrid/launch.hpp"

#include <algorithm>

namespace malha::easygrid {
namespace {

class IdleLaunch : public Launch {
public:
  explicit IdleLaunch(const Parameters& parameters) : free_share_(parameters.real("free_share")) {}

  std::vector<std::size_t> launch(const LaunchView& view) override {
    const int free_cores = view.cores - std::min(view.external_loads, view.cores);
    const double free = static_cast<double>(free_cores) / view.cores;
    return free >= free_share_ ? heaviest(view) : std::vector<std::size_t>{};
  }

private:
  double free_share_;
};

} // namespace

MALHA_POLICY(policy<IdleLaunch>("easygrid/idle_launch",
                                "starts tasks only while enough of the host is free of external load",
                                "tonelli2010, section 2.1.1",
                                {real("free_share", 0.8, between(0, 1), "1",
                                      "part of the host's power that must be free of external load")}))

} // namespace malha::easygrid
