// SPDX-License-Identifier: MIT
// Ends its process while it is opened.
#include "policies/easygrid/launch.hpp"

#include <cstdlib>

namespace {

struct AtOpening {
  AtOpening() { std::abort(); }
};

const AtOpening at_opening;

class Nothing : public malha::easygrid::Launch {
public:
  std::vector<std::size_t> launch(const malha::easygrid::LaunchView&) override { return {}; }
};

} // namespace

MALHA_POLICY(malha::policy<Nothing>("bad/aborts_when_opened", "launches nothing", ""))
