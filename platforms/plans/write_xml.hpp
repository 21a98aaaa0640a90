// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"

#include <iosfwd>

namespace malha {

/// Writes the plan as SimGrid platform XML (DTD 4.1).
void write_xml(const PlatformPlan& plan, std::ostream& out);

} // namespace malha
