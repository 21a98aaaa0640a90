// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/mediation.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::easygrid {

/// What the policy gives site 0 at 100 s.
inline std::vector<std::size_t> chosen(const std::string& policy, const std::vector<WantedTask>& wanted,
                                       const std::map<std::string, std::string>& parameters = {}) {
  return test::make<Mediation>(policy, parameters)->choose({100, 0, wanted});
}

} // namespace malha::easygrid
