// SPDX-License-Identifier: MIT
// Never comes back while it is opened.
#include "policies/easygrid/launch.hpp"

namespace {

struct AtOpening {
  AtOpening() {
    for (volatile int steps = 0; steps >= 0;)
      steps = 1;
  }
};

const AtOpening at_opening;

class Nothing : public malha::easygrid::Launch {
public:
  std::vector<std::size_t> launch(const malha::easygrid::LaunchView&) override { return {}; }
};

} // namespace

MALHA_POLICY(malha::policy<Nothing>("bad/loops_when_opened", "launches nothing", ""))
