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
  Bytes description; ///< what the job weighs on the network
  Bytes size() const { return description; }
};
/// No job will follow.
struct LastSubmission {
  static constexpr const char* kind = "last_submission";
  Bytes size() const { return 1; }
};
/// The last is whatever actors of its own tell the one where jobs enter.
using EntryMessage = std::variant<Submission, LastSubmission, std::any>;

} // namespace malha
