// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/platform.hpp"

namespace malha {

/// The parameters of what hosts draw, which are all alike: `watts`, `watts_off`, `boot`, `shutdown`, and the
/// speeds of their `pstates`. Without `watts` a platform says nothing of power.
std::vector<ParameterSpec> power_parameters();

/// `all` and behind them those of power.
std::vector<ParameterSpec> with_power_parameters(std::vector<ParameterSpec> all);

/// Whether a parameter of that name is one of them.
bool is_of_power(const std::string& parameter);

/// The values of the parameters of a generator, as those of `Parameters`, and with the same errors. A message
/// about a name that is unknown leaves the parameters of power out, unless one of them is near.
Parameters values_for(const std::vector<ParameterSpec>& generator,
                      const std::map<std::string, std::string>& given, const std::string& allowed_by = "");

/// Gives these pstates and properties (read_power_profile) to all hosts of the plan but masters and fronts,
/// which run no jobs. A host that can sleep gets two pstates of speed 0 behind its others, to boot and to go
/// to sleep. Throws InputError, which names the platform, when the parameters do not fit together.
void add_power(const std::string& platform, const Parameters& given, PlatformPlan& plan);

} // namespace malha
