// SPDX-License-Identifier: MIT
#pragma once
#include "cases.hpp"

namespace malha::chaos {

/// Which messages may be late, or lost: each that the run of the record sends between two hosts, or any two.
/// A message that is late leaves just after the next one to its receiver has left, or a tenth of the run
/// later, or later than all the run; or as late as the request says. Throws InputError where there is none.
CaseSpace message_cases(const Record& record, const SweepRequest& request);

} // namespace malha::chaos
