// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "policies/sdk/platform.hpp"
#include "policies/sdk/workload.hpp"

#include <optional>

namespace malha::conformance {

/// Whether a text is one line, and not empty.
bool is_one_line(const std::string& text);

/// The errors in the description of a plugin, in sentences. A source may be left out.
std::vector<std::string> flaws_of(const std::vector<ParameterSpec>& parameters);
std::vector<std::string> flaws_of(const PolicyDescriptor& policy);
std::vector<std::string> flaws_of(const ActorDescriptor& actor);
std::vector<std::string> flaws_of(const WorkloadDescriptor& workload);
std::vector<std::string> flaws_of(const PlatformDescriptor& platform);
/// The errors in the description of a part; nothing if parts of its kind are not checked.
std::optional<std::vector<std::string>> flaws_of(const PluginPart& part);

} // namespace malha::conformance
