// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"

namespace malha {

/// The parameter of that name, of the links of a platform whose links are all alike.
ParameterSpec bandwidth_parameter();
ParameterSpec latency_parameter();

/// Parameters of hosts in equal parts: hosts, speeds, cores, sites; and of their links.
std::vector<ParameterSpec> host_parameters(std::int64_t most_hosts);

/// The hosts that `host_parameters` ask for, not joined yet. Throws InputError, which names the platform.
PlatformPlan hosts_of(const std::string& platform, const Parameters& given);

} // namespace malha
