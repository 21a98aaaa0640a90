// SPDX-License-Identifier: MIT
#pragma once
#include "message.hpp"
#include "policies/sdk/job.hpp"

#include <any>
#include <variant>

namespace malha {

/// A job, from a submitter to the entry point.
struct Submission {
  MALHA_MESSAGE("submission", description);
  Job job;
  Bytes description; ///< size of the message
};
/// Announces to the entry point that no job will follow.
struct LastSubmission {
  MALHA_MESSAGE("last_submission", 1);
};
/// What an entry point receives. The last kind stands for the messages of other actors of its architecture.
using EntryMessage = std::variant<Submission, LastSubmission, std::any>;

} // namespace malha
