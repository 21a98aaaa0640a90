// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/workload/files/xml.hpp"

namespace malha {

/// Refuses what an element of a platform, a host or cluster, says of power and carbon that the readers of
/// policies/sdk/power_profile.hpp refuse, and a property of these that it has twice, of which SimGrid
/// takes one in silence. Throws InputError with file and line. Speeds in units that only SimGrid knows are
/// left to the check after loading. Returns a remark on what is not heeded; "": nothing.
std::string check_power(const XmlFile& platform, const pugi::xml_node& element);

} // namespace malha
