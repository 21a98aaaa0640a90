// SPDX-License-Identifier: MIT
#pragma once
#include "model.hpp"
#include "policies/sdk/parameters.hpp"

namespace malha::ownership {

/// The rules that the parameters of an `ownership/pool` give, but for `plans_ends`. Throws InputError when
/// times do not fit together.
Rules given_rules(const Parameters& given);

} // namespace malha::ownership
