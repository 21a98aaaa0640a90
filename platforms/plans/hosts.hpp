// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"

namespace malha {

/// The parameter `bandwidth`, in B/s, of a platform whose links are all alike.
ParameterSpec bandwidth_parameter();
ParameterSpec latency_parameter();

/// The parameters of hosts in groups of equal size (hosts, speeds, cores, sites), of their links, and of
/// their power.
std::vector<ParameterSpec> host_parameters(std::int64_t most_hosts);

/// The hosts for which `host_parameters` ask. They are not joined yet. Throws InputError, which names the
/// platform, when the parameters do not fit together.
PlatformPlan hosts_of(const std::string& platform, const Parameters& given);

} // namespace malha
