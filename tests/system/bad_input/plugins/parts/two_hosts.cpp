// SPDX-License-Identifier: MIT
// A platform that nothing is wrong with, for tests of plugins that change.
#include "policies/sdk/platform.hpp"

namespace malha {
namespace {

PlatformPlan make_two_hosts(const Parameters&, RandomStreams&) {
  return {{{"a", 1e9, 1, {}}, {"b", 1e9, 1, {}}}, {{"link", 1e9, 0}}, false, {{0, 1, 0}}};
}

} // namespace

MALHA_PLATFORM(platform_generator("two_hosts", "two hosts and a link", "", {}, make_two_hosts))

} // namespace malha
