// SPDX-License-Identifier: MIT
// A platform that would be taken for a file.
#include "policies/sdk/platform.hpp"

namespace malha {
namespace {

PlatformPlan make_nothing(const Parameters&, RandomStreams&) { return {}; }

} // namespace

MALHA_PLATFORM(platform_generator("my/ring", "has no hosts", "", {}, make_nothing))

} // namespace malha
