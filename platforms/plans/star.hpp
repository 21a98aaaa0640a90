// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"

namespace malha {

inline constexpr std::int64_t most_hosts_of_a_star = 100000;

/// A link for messages that stay on their host, in a star.
PlatformPlan::Link loopback_link(const std::string& name);

/// Joins each host of the plan to a common centre by a link with the parameters `bandwidth` and `latency`.
void make_star(const Parameters& given, bool fat_pipes, PlatformPlan& plan);

} // namespace malha
