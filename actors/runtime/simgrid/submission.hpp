// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <any>
#include <variant>

namespace malha {

/// What a submitter sends to the actor where jobs enter.
struct Submission {
  static constexpr const char* kind = "submission";
  Job job;
  Bytes description; ///< size of the message
  Bytes size() const { return description; }
};
/// A submitter to the actor where jobs enter: no job will follow.
struct LastSubmission {
  static constexpr const char* kind = "last_submission";
  Bytes size() const { return 1; }
};
/// What an actor where jobs enter receives. The last kind is whatever other actors of the same architecture
/// tell it.
using EntryMessage = std::variant<Submission, LastSubmission, std::any>;

} // namespace malha
