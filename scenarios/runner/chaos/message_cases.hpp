// SPDX-License-Identifier: MIT
#pragma once
#include "cases.hpp"

namespace malha::chaos {

/// The cases of late, lost or doubled messages: each message that the run of the record sends between two
/// hosts, or any two. A late message leaves just after the next one to its receiver, or a tenth of the run
/// later, or after the end of the run; or as late as the request says. The second one of a doubled message is
/// as late, or follows at once. Throws InputError if there is no message.
CaseSpace message_cases(const Record& record, const SweepRequest& request);

} // namespace malha::chaos
